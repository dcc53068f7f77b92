import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Dispatcher, request } from "undici";
import { serve } from "../tools/listening";

/** Field of a simulated later version, unknown to today's clients. */
const ADDED_FIELD = { added_later: "something" };
/** Status that replaces `expired` in the simulated later version. Unknown to today's clients. */
const LATER_STATUS = "lapsed";

/** Returns a response of the simulated later version: a new field in every object, and a new status. */
export function asLater(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asLater);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, one]: [string, unknown]) => [
    name,
    name === "status" && one === "expired" ? LATER_STATUS : asLater(one),
  ]);
  return { ...(Object.fromEntries(fields) as object), ...ADDED_FIELD };
}

async function forward(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // Java's client offers HTTP/2 in the header `upgrade`, and undici rejects this header.
  const { host: _, connection: __, upgrade: ___, ...headers } = incoming.headers;
  const response = await request(`${origin}${incoming.url}`, {
    method: incoming.method as Dispatcher.HttpMethod,
    headers,
    body: await buffer(incoming),
  });
  const received = await buffer(response.body);
  const isJson =
    String(response.headers["content-type"]).startsWith("application/json") && received.length > 0;
  const body = isJson ? Buffer.from(JSON.stringify(asLater(JSON.parse(received.toString())))) : received;
  const rest = { ...response.headers };
  for (const name of ["content-length", "transfer-encoding", "connection"]) delete rest[name];
  // A response without a body, such as 204, must have no length.
  const length = body.length > 0 ? { "content-length": body.length } : {};
  outgoing.writeHead(response.statusCode, { ...rest, ...length }).end(body);
}

/** Starts a proxy that changes the service's responses into those of the simulated later version. */
export const laterVersion = (origin: string) =>
  serve((incoming, outgoing) => {
    forward(origin, incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
