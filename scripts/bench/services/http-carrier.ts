// A carrier's program for the kind `http`. It accepts every message after a delay. It then reports all
// unreported messages as delivered.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import type { components } from "../../../generated/carriers/http";
import { listenOn, perform } from "../processes";

interface ReportTarget {
  origin: string;
  path: string;
  token: string;
}

/** Number of reports per request: the service's maximum. */
const BATCH = 1_000;

let delayMs = 0;
let service: { pool: Pool; path: string; headers: Record<string, string> } | null = null;
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
// Without an idle timeout, only the service closes idle connections.
server.keepAliveTimeout = 0;

async function postAll(): Promise<void> {
  while (delivered.length > 0 && service !== null) {
    const reports = delivered.splice(0, BATCH).map((reference) => ({ reference, status: "delivered" }));
    const body = JSON.stringify({ reports });
    const { pool, path, headers } = service;
    const response = await pool.request({ path, method: "POST", headers, body });
    const text = await response.body.text();
    if (response.statusCode >= 300)
      throw new Error(`reports were rejected with ${response.statusCode}: ${text}`);
  }
}

export const programTasks = {
  async listen(given: { delayMs: number }): Promise<number> {
    ({ delayMs } = given);
    return listenOn(server);
  },
  /** Sets the service that receives delivery reports. Discards unsent reports. */
  async reportTo({ origin, path, token }: ReportTarget): Promise<void> {
    await service?.pool.destroy();
    delivered.length = 0;
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    service = { pool: new Pool(origin, { connections: 1 }), path, headers };
  },
};

perform(programTasks);
