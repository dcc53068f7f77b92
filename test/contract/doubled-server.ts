import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Seen {
  method: string;
  /** Relative to the version prefix, without the query. */
  path: string;
  /** Includes the question mark. Empty without a query. */
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Given {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Changes a response of the real service. `again` repeats the request with other headers. */
export type Plant = (
  response: Given,
  seen: Seen,
  again: (headers: Readonly<Record<string, string>>) => Promise<Given>,
) => Given | Promise<Given>;

/** A server in front of the real service that changes its responses. */
interface Double {
  url: string;
  seen: readonly Seen[];
  close(): Promise<void>;
}

const PREFIX = "/v3";
/** Headers of the connection to the real service, and of the body's original encoding. */
const OWN_HEADERS = ["connection", "keep-alive", "transfer-encoding", "content-length", "date"];

async function textOf(stream: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

const plain = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));

async function forward(origin: string, url: string, { method, headers, body }: Seen): Promise<Given> {
  const passed = Object.entries(headers).filter(([name]) => name !== "host" && !OWN_HEADERS.includes(name));
  const response = await fetch(origin + url, {
    method,
    headers: Object.fromEntries(passed),
    ...(body === "" ? {} : { body }),
    redirect: "manual",
  });
  const forwarded = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name));
  return { status: response.status, headers: Object.fromEntries(forwarded), body: await response.text() };
}

export async function doubleOf(origin: string, plant: Plant = (response) => response): Promise<Double> {
  const seen: Seen[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    void (async () => {
      const url = incoming.url ?? "";
      const path = (url.split("?", 1)[0] ?? "").replace(PREFIX, "");
      const request: Seen = {
        method: incoming.method ?? "",
        path,
        query: url.slice((url.split("?", 1)[0] ?? "").length),
        headers: plain(incoming.headers),
        body: await textOf(incoming),
      };
      seen.push(request);
      const again = (headers: Readonly<Record<string, string>>) =>
        forward(origin, url, { ...request, headers: { ...request.headers, ...headers } });
      const { status, headers, body } = await plant(await forward(origin, url, request), request, again);
      outgoing.writeHead(status, headers).end(body);
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PREFIX}`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Changes responses of one method, path and status; `*` in the path stands for an id. */
export function planted(
  method: string,
  path: string,
  status: number,
  change: (response: Given) => Given,
): Plant {
  const pattern = new RegExp(`^${path.replace(/\*/g, "[^/]+")}$`);
  return (response, seen) =>
    seen.method === method && pattern.test(seen.path) && response.status === status
      ? change(response)
      : response;
}

/** Changes the JSON of a response. */
export const inBody =
  (change: (body: Record<string, unknown>) => object) =>
  (response: Given): Given => ({
    ...response,
    body: JSON.stringify(change(JSON.parse(response.body) as Record<string, unknown>)),
  });
