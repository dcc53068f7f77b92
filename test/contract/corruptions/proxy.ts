import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Asked {
  method: string;
  /** With the version prefix. */
  url: URL;
  headers: Record<string, string>;
  body: string;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Asks the service, changed as told; as it came where nothing is. */
export type Forward = (change?: Partial<Asked>) => Promise<Answered>;

/** What a proxy does with a request and its answer. It may ask the service once, several times or not at all. */
export type Corruption = (asked: Asked, forward: Forward) => Promise<Answered>;

const OWN_HEADERS = ["connection", "keep-alive", "transfer-encoding", "content-length", "date", "host"];

const kept = (headers: Iterable<[string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !OWN_HEADERS.includes(name)));

const plain = (headers: IncomingMessage["headers"]) =>
  kept(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));

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

/** Stands before the service at `origin` and corrupts what it answers. */
export function corrupting(origin: string, corruption: Corruption): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const asked: Asked = {
        method: incoming.method ?? "",
        url: new URL(incoming.url ?? "", origin),
        headers: plain(incoming.headers),
        body: await text(incoming),
      };
      const forward: Forward = async (change = {}) => {
        const { method, url, headers, body } = { ...asked, ...change };
        const answer = await fetch(url, {
          method,
          headers,
          ...(body === "" || method === "GET" ? {} : { body }),
          redirect: "manual",
        });
        return { status: answer.status, headers: kept(answer.headers), body: await answer.text() };
      };
      const { status, headers, body } = await corruption(asked, forward);
      outgoing.writeHead(status, headers).end(body);
    })().catch(() => outgoing.destroy());
  });
  return listenOn(server);
}
