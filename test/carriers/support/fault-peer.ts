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
export type PeerAnswer =
  { status: number; headers?: Record<string, string>; body?: unknown } | ((response: ServerResponse) => void);

/** An HTTP carrier on this machine whose faults a test chooses. */
export interface FaultPeer extends Listening {
  requests: readonly PeerRequest[];
  answers(answer: PeerAnswer): void;
  /** Sets a function that returns the response to each further request. */
  answersBy(answerTo: (request: PeerRequest) => PeerAnswer): void;
  received(count: number): Promise<void>;
}

/** Closes the connection instead of sending a response. */
export const cut: PeerAnswer = (response) => void response.socket?.destroy();
export const hang: PeerAnswer = () => undefined;

export async function faultPeer(): Promise<FaultPeer> {
  const requests: PeerRequest[] = [];
  let answerTo: (request: PeerRequest) => PeerAnswer = () => ({ status: 500 });
  let watchers: { count: number; done: () => void }[] = [];
  const server = createServer((incoming, response) => {
    void buffer(incoming).then(
      (bytes) => {
        const { method = "", url: path = "", headers } = incoming;
        const request = { method, path, headers, body: bytes.toString("utf8") };
        requests.push(request);
        for (const { count, done } of watchers) if (requests.length >= count) done();
        watchers = watchers.filter(({ count }) => requests.length < count);
        const answer = answerTo(request);
        if (typeof answer === "function") return answer(response);
        const { status, headers: more = {}, body } = answer;
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
    answers: (answer) => void (answerTo = () => answer),
    answersBy: (next) => void (answerTo = next),
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((done) => watchers.push({ count, done })),
  };
}
