import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { listening } from "../../support/listening";
import { type CountingPeer, Tally } from "./counting-peer";

const RESPONSE_MS = 20;
const BATCH = 10;

interface Submitted {
  messages: { id: string; to: string }[];
}

/** Starts a carrier's program that posts the reports of a submission in one request. */
export async function countingHttp(callbackUrl: string): Promise<CountingPeer> {
  const tally = new Tally();
  const headers = { "Content-Type": "application/json", Authorization: "Bearer inwards" };
  const report = (references: readonly string[]) => {
    const reports = references.map((reference) => ({ reference, status: "delivered" }));
    const init = { method: "POST", headers, body: JSON.stringify({ reports }) };
    return tally.report(
      async () => (await fetch(`${callbackUrl}/reports`, init).catch(() => null))?.ok === true,
    );
  };
  const server = createServer((req, res) => {
    void json(req).then(
      async (body) => {
        const { messages } = body as Submitted;
        const results = messages.map(({ id, to }) => ({
          id,
          outcome: "accepted",
          reference: tally.take(to),
        }));
        await pause(RESPONSE_MS);
        res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ results }));
        void report(results.map(({ reference }) => reference));
      },
      // A process that was killed while it wrote the request has not submitted the messages.
      (error: unknown) => {
        if (req.complete) throw error;
        res.destroy();
      },
    );
  });
  const { url, stop } = await listening(server);
  return {
    settings: [`url=${url}`, `batch=${BATCH}`],
    secrets: ["token=outwards", "callback_token=inwards"],
    perSlot: BATCH,
    received: tally.received,
    get unreported() {
      return tally.unreported;
    },
    async close() {
      tally.close();
      await stop();
    },
  };
}
