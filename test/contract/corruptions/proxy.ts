import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type Listening, listening } from "../../support/listening";

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

/** A listening proxy, and the requests that it has received so far. */
interface Proxy extends Listening {
  seen: readonly ProxiedRequest[];
}

/** Opens a proxy in front of the service at `origin` that corrupts its responses. */
export async function corrupting(origin: string, corruption: Corruption): Promise<Proxy> {
  const seen: ProxiedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const request: ProxiedRequest = {
        method: incoming.method ?? "",
        url: new URL(incoming.url ?? "", origin),
        headers: plain(incoming.headers),
        body: await text(incoming),
      };
      seen.push(request);
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
  return { ...(await listening(server)), seen };
}

/** Forwards every request unchanged. */
export const honest: Corruption = (_, forward) => forward();
