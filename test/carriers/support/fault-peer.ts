import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Listening, listening } from "../../support/listening";

export interface PeerRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Status, headers and body of a response, or a function that writes the response. */
export type PeerResponse =
  { status: number; headers?: Record<string, string>; body?: unknown } | ((response: ServerResponse) => void);

export interface FaultPeer extends Listening {
  requests: readonly PeerRequest[];
  respondsWith(peerResponse: PeerResponse): void;
  /** Sets a function that returns the response to each further request. */
  respondsBy(responseTo: (request: PeerRequest) => PeerResponse): void;
  received(count: number): Promise<void>;
}

/** Closes the connection instead of sending a response. */
export const cut: PeerResponse = (response) => void response.socket?.destroy();
export const hang: PeerResponse = () => undefined;

export async function faultPeer(): Promise<FaultPeer> {
  const requests: PeerRequest[] = [];
  let responseTo: (request: PeerRequest) => PeerResponse = () => ({ status: 500 });
  let watchers: { count: number; done: () => void }[] = [];
  const server = createServer((incoming, response) => {
    void buffer(incoming).then(
      (bytes) => {
        const { method = "", url: path = "", headers } = incoming;
        const request = { method, path, headers, body: bytes.toString("utf8") };
        requests.push(request);
        for (const { count, done } of watchers) if (requests.length >= count) done();
        watchers = watchers.filter(({ count }) => requests.length < count);
        const peerResponse = responseTo(request);
        if (typeof peerResponse === "function") return peerResponse(response);
        const { status, headers: more = {}, body } = peerResponse;
        const isJson = body !== undefined && typeof body !== "string";
        response.writeHead(status, { ...(isJson ? { "content-type": "application/json" } : {}), ...more });
        response.end(isJson ? JSON.stringify(body) : body);
      },
      () => undefined,
    );
  });
  return {
    ...(await listening(server)),
    requests,
    respondsWith: (peerResponse) => void (responseTo = () => peerResponse),
    respondsBy: (next) => void (responseTo = next),
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((done) => watchers.push({ count, done })),
  };
}
