import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What the service of a later version says that today's clients do not know. */
export const ADDED_FIELD = { added_later: "something" };
/** The status that is told in place of `expired`. */
export const LATER_STATUS = "lapsed";

/** An answer as a later version may give it: a field more in every object, and a status that is new. */
export function asLater(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asLater);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, one]: [string, unknown]) => [
    name,
    name === "status" && one === "expired" ? LATER_STATUS : asLater(one),
  ]);
  return { ...(Object.fromEntries(fields) as object), ...ADDED_FIELD };
}

async function passOn(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const { host: _, ...headers } = incoming.headers;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(`${origin}${incoming.url}`, { method: incoming.method, headers }, resolve);
    asked.once("error", reject).end(body);
  });
  const said = await buffer(answer);
  const isJson = answer.headers["content-type"]?.startsWith("application/json") && said.length > 0;
  const told = isJson ? Buffer.from(JSON.stringify(asLater(JSON.parse(said.toString())))) : said;
  const { "content-length": __, "transfer-encoding": ___, connection: ____, ...rest } = answer.headers;
  // 204 has no length either.
  const length = told.length > 0 ? { "content-length": told.length } : {};
  outgoing.writeHead(answer.statusCode ?? 502, { ...rest, ...length }).end(told);
}

/** Stands in front of a service and answers as a later version of it would. */
export async function laterVersion(origin: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server: Server = createServer((incoming, outgoing) => {
    passOn(origin, incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
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
