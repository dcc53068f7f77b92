import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Field of a simulated later version, unknown to today's clients. */
export const ADDED_FIELD = { added_later: "something" };
/** Status that replaces `expired` in the simulated later version. Unknown to today's clients. */
export const LATER_STATUS = "lapsed";

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
  const requestBody = await buffer(incoming);
  const { host: _, ...headers } = incoming.headers;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const forwarded = request(`${origin}${incoming.url}`, { method: incoming.method, headers }, resolve);
    forwarded.once("error", reject).end(requestBody);
  });
  const received = await buffer(response);
  const isJson = response.headers["content-type"]?.startsWith("application/json") && received.length > 0;
  const body = isJson ? Buffer.from(JSON.stringify(asLater(JSON.parse(received.toString())))) : received;
  const { "content-length": __, "transfer-encoding": ___, connection: ____, ...rest } = response.headers;
  // A response without a body, such as 204, must have no length.
  const length = body.length > 0 ? { "content-length": body.length } : {};
  outgoing.writeHead(response.statusCode ?? 502, { ...rest, ...length }).end(body);
}

/** Starts a proxy that changes the service's responses into those of the simulated later version. */
export async function laterVersion(origin: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server: Server = createServer((incoming, outgoing) => {
    forward(origin, incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
