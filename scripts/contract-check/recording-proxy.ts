import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { openAsker, type Taken } from "./ask";

/** Names the exchange, so that what the service answered is found again. */
export const EXCHANGE_HEADER = "x-contract-exchange";
/** Names the deployment that a request is for. */
export const TARGET_HEADER = "x-contract-target";

export interface RecordingProxy {
  /** What Prism takes for the service. */
  origin: string;
  /** What the service answered, once; null when the request never came this far. */
  take(exchange: string): Taken | null;
  /** Makes a deployment reachable under a name. `base` has the version prefix at its end. */
  route(target: string, base: string): void;
  close(): Promise<void>;
}

// Between two parties only; those of Prism end at the proxy, those of the proxy at the service.
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "host",
]);

const forwarded = (headers: IncomingMessage["headers"]) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !HOP_BY_HOP.has(name) && name !== EXCHANGE_HEADER && name !== TARGET_HEADER,
    ),
  );

/**
 * Stands between Prism and the service and keeps each answer as the service gave it, and how long it took. Prism
 * writes its own: it answers a 501 with a mock, parses and writes bodies anew, and drops headers.
 */
export async function openRecordingProxy(timeoutMs: number): Promise<RecordingProxy> {
  const taken = new Map<string, Taken>();
  const bases = new Map<string, URL>();
  const asker = openAsker(timeoutMs);

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const base = bases.get(String(incoming.headers[TARGET_HEADER]));
      if (!base) throw new Error("the request names no deployment");
      const body = await buffer(incoming);
      const { method, url = "", headers } = incoming;
      const { raw, ...came } = await asker.ask(base, {
        method,
        path: url,
        headers: forwarded(headers),
        body,
      });
      taken.set(String(headers[EXCHANGE_HEADER]), came);
      if (came.answer === null) return void outgoing.writeHead(502).end();
      const { "transfer-encoding": _, connection: _connection, "keep-alive": _alive, ...kept } = raw;
      outgoing.writeHead(came.answer.status, kept).end(came.answer.body);
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    take(exchange) {
      const came = taken.get(exchange) ?? null;
      taken.delete(exchange);
      return came;
    },
    route: (target, base) => void bases.set(target, new URL(base)),
    async close() {
      asker.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
