import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { closeServer, listenOn } from "../tools/listening";
import { openRequester, type Outcome } from "./requester";

/** Request header with the id of the exchange, by which the client finds the recorded response. */
export const EXCHANGE_HEADER = "x-contract-exchange";
export const TARGET_HEADER = "x-contract-target";

export interface RecordingProxy {
  /** Address of the proxy; the upstream of Prism. */
  origin: string;
  /** Returns and forgets the recorded response; null if the request did not reach the proxy. */
  take(exchange: string): Outcome | null;
  /** Registers a deployment under a name. `base` is its URL with the version prefix. */
  route(target: string, base: string): void;
  close(): Promise<void>;
}

// Hop-by-hop headers (RFC 9110, 7.6.1).
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
 * Opens a proxy between Prism and the service. The proxy records each response, with its duration, before
 * Prism changes the response. Prism replaces a 501 with a mock, reserializes bodies and drops headers.
 */
export async function openRecordingProxy(timeoutMs: number): Promise<RecordingProxy> {
  const outcomes = new Map<string, Outcome>();
  const bases = new Map<string, URL>();
  const requester = openRequester(timeoutMs);

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const base = bases.get(String(incoming.headers[TARGET_HEADER]));
      if (!base) throw new Error("the request names no deployment");
      const body = await buffer(incoming);
      const { method = "", url = "", headers } = incoming;
      const { raw, ...outcome } = await requester.send(base, {
        method,
        path: url,
        headers: forwarded(headers),
        body,
      });
      outcomes.set(String(headers[EXCHANGE_HEADER]), outcome);
      if (outcome.response === null) return void outgoing.writeHead(502).end();
      const {
        "transfer-encoding": _,
        connection: _connection,
        "keep-alive": _alive,
        ...responseHeaders
      } = raw;
      outgoing.writeHead(outcome.response.status, responseHeaders).end(outcome.response.body);
    })().catch(() => outgoing.destroy());
  });
  return {
    origin: `http://127.0.0.1:${await listenOn(server)}`,
    take(exchange) {
      const outcome = outcomes.get(exchange) ?? null;
      outcomes.delete(exchange);
      return outcome;
    },
    route: (target, base) => void bases.set(target, new URL(base)),
    async close() {
      await requester.close();
      await closeServer(server);
    },
  };
}
