// The service as src/main.ts starts it, but for its carrier: one that takes a message a request and its time for each.
import { setTimeout as pause } from "node:timers/promises";
import type { Carrier } from "../../../src/carriers/carrier";
import { sandboxOf } from "../../../src/app/carriers";
import { compose } from "../../../src/app/compose";
import { runService } from "../../../src/app/run";
import { ANSWER_MS, WINDOW } from "./carrier";

const slow = (sandbox: Carrier): Carrier => ({
  ...sandbox,
  window: WINDOW,
  batchSize: 1,
  // What it has taken is settled.
  reports: false,
  async submit(messages) {
    await pause(ANSWER_MS);
    return messages.map(() => ({ type: "accepted" }));
  },
  queryStatus: undefined,
  async start() {},
  async stop() {},
});

void runService(process.env, async (options) => {
  const app = await compose(options);
  app.connections.use([slow(sandboxOf(app, app.config))]);
  return app;
});
