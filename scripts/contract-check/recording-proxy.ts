import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { serve } from "../tools/listening";
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
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade"];

const NOT_FORWARDED = [...HOP_BY_HOP, "host", EXCHANGE_HEADER, TARGET_HEADER];

const without = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/**
 * Opens a proxy between Prism and the service. The proxy records each response, with its duration, before
 * Prism changes the response. Prism replaces a 501 with a mock, reserializes bodies and drops headers.
 */
export async function openRecordingProxy(timeoutMs: number): Promise<RecordingProxy> {
  const outcomes = new Map<string, Outcome>();
  const bases = new Map<string, URL>();
  const requester = openRequester(timeoutMs);

  const { origin, close } = await serve((incoming, outgoing) => {
    void (async () => {
      const base = bases.get(String(incoming.headers[TARGET_HEADER]));
      if (!base) throw new Error("the request names no deployment");
      const body = await buffer(incoming);
      const { method = "", url = "", headers } = incoming;
      const { raw, ...outcome } = await requester.send(base, {
        method,
        path: url,
        headers: without(headers, NOT_FORWARDED),
        body,
      });
      outcomes.set(String(headers[EXCHANGE_HEADER]), outcome);
      if (outcome.response === null) return void outgoing.writeHead(502).end();
      outgoing.writeHead(outcome.response.status, without(raw, HOP_BY_HOP)).end(outcome.response.body);
    })().catch(() => outgoing.destroy());
  });
  return {
    origin,
    take(exchange) {
      const outcome = outcomes.get(exchange) ?? null;
      outcomes.delete(exchange);
      return outcome;
    },
    route: (target, base) => void bases.set(target, new URL(base)),
    async close() {
      await requester.close();
      await close();
    },
  };
}
