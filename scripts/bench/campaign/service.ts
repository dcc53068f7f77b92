// The service without dispatch: what its campaigns create stays pending, so that creating it is all that
// is measured. Everything else is as src/main.ts starts it.
import pino from "pino";
import { startDuty } from "../../../src/background/duty";
import { campaignHandlers } from "../../../src/campaigns/duties";
import { compose, databaseOf } from "../../../src/compose";
import { readConfig } from "../../../src/config";
import { closeServer, httpServer } from "../../../src/http/server";
import { startWorker } from "../../../src/queue/worker";
import { dutiesOf, httpSide } from "../../../src/service";

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const db = databaseOf(config);
  const app = await compose({ config, db, log, processMetrics: true });
  const server = httpServer(await httpSide(app), app.ids);
  await new Promise<void>((resolve) => server.listen(config.port, config.host, resolve));
  const work = config.roles.includes("worker")
    ? [
        ...dutiesOf(app).map((duty) => startDuty(duty, app.wakeups, log)),
        ...campaignHandlers(app).map((handler) => startWorker(app, handler)),
      ]
    : [];
  process.once("SIGTERM", () => {
    closeServer(server)
      .then(() => Promise.all(work.map((one) => one.stop())))
      .then(() => app.wakeups.close())
      .then(() => app.reads.stop())
      .then(() => db.destroy())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  });
}

void main();
