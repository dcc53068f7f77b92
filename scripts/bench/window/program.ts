// A carrier's program as somebody writes it for the kind `http`: accepts everything, answers after its delay, and then
// posts that it was delivered, with all that has been since the post before.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import type { components } from "../../../generated/carriers/http";
import { perform } from "../processes";
import { CALLBACK_TOKEN, REPORTS_PATH } from "./names";

/** Reports of one post, as many as the service takes. */
const MOST = 1_000;

let delayMs = 0;
let service: Pool | null = null;
let posting: Promise<void> | null = null;
const delivered: string[] = [];

const server = createServer((req, res) => {
  void json(req).then(async (body) => {
    const { messages } = body as { messages: components["schemas"]["Submission"][] };
    await pause(delayMs);
    const results = messages.map(({ id }) => ({ id, outcome: "accepted", reference: id }));
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
    delivered.push(...messages.map(({ id }) => id));
    posting ??= postAll().finally(() => (posting = null));
  });
});
// A connection that rests between two turns is the service's to close.
server.keepAliveTimeout = 0;

async function postAll(): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${CALLBACK_TOKEN}` };
  while (delivered.length > 0 && service !== null) {
    const reports = delivered.splice(0, MOST).map((reference) => ({ reference, status: "delivered" }));
    const body = JSON.stringify({ reports });
    const answer = await service.request({ path: REPORTS_PATH, method: "POST", headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`reports were answered with ${answer.statusCode}: ${text}`);
  }
}

export const programTasks = {
  /** Answers its port. */
  async listen(given: { delayMs: number }): Promise<number> {
    ({ delayMs } = given);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  },
  /** Posts reports to the service there from now on. */
  async reportTo(origin: string): Promise<void> {
    await service?.destroy();
    delivered.length = 0;
    service = new Pool(origin, { connections: 1 });
  },
};

perform(programTasks);
