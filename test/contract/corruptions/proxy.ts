import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ProxiedRequest {
  method: string;
  /** With the version prefix. */
  url: URL;
  headers: Record<string, string>;
  body: string;
}

export interface ProxiedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type Forward = (change?: Partial<ProxiedRequest>) => Promise<ProxiedResponse>;

/** Handles a request. It may forward it once, several times or not at all. */
export type Corruption = (request: ProxiedRequest, forward: Forward) => Promise<ProxiedResponse>;

const OWN_HEADERS = ["connection", "keep-alive", "transfer-encoding", "content-length", "date", "host"];

const forwarded = (headers: Iterable<[string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !OWN_HEADERS.includes(name)));

const plain = (headers: IncomingMessage["headers"]) =>
  forwarded(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));

export interface Proxy {
  origin: string;
  close(): Promise<void>;
}

export async function listenOn(server: Server): Promise<Proxy> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a proxy in front of the service at `origin` that corrupts its responses. */
export function corrupting(origin: string, corruption: Corruption): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const request: ProxiedRequest = {
        method: incoming.method ?? "",
        url: new URL(incoming.url ?? "", origin),
        headers: plain(incoming.headers),
        body: await text(incoming),
      };
      const forward: Forward = async (change = {}) => {
        const { method, url, headers, body } = { ...request, ...change };
        const response = await fetch(url, {
          method,
          headers,
          ...(body === "" || method === "GET" ? {} : { body }),
          redirect: "manual",
        });
        return { status: response.status, headers: forwarded(response.headers), body: await response.text() };
      };
      const { status, headers, body } = await corruption(request, forward);
      outgoing.writeHead(status, headers).end(body);
    })().catch(() => outgoing.destroy());
  });
  return listenOn(server);
}
