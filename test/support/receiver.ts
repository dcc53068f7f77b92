import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { MessageUpdateEvent } from "../../src/features/messages/message-events";

interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  events: MessageUpdateEvent[];
}

export type ReceiverResponse =
  | number
  | { status: number; headers: Record<string, string> }
  | ((response: ServerResponse, request: IncomingMessage) => void);

export interface Receiver {
  url: string;
  requests: ReceivedRequest[];
  eventIds(): string[];
  /** Sets the next responses. The last response repeats. */
  respondsWith(...respondsWith: ReceiverResponse[]): void;
  /** Resolves once `count` requests have arrived. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function receiver(...first: ReceiverResponse[]): Promise<Receiver> {
  // The path is unique, because requests to the previous user of the port may still arrive.
  const own = `/hook/${randomUUID()}`;
  const requests: ReceivedRequest[] = [];
  let responses: ReceiverResponse[] = first.length > 0 ? first : [204];
  let watchers: { count: number; done: () => void }[] = [];
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(own)) return void response.writeHead(410).end();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const events = JSON.parse(body.toString()) as MessageUpdateEvent[];
      requests.push({ path: request.url ?? "", headers: request.headers, body, events });
      const next = (responses.length > 1 ? responses.shift() : responses[0]) as ReceiverResponse;
      if (typeof next === "function") next(response, request);
      else if (typeof next === "number") response.writeHead(next).end();
      else response.writeHead(next.status, next.headers).end();
      for (const { count, done } of watchers) if (requests.length >= count) done();
      watchers = watchers.filter(({ count }) => requests.length < count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${own}`,
    requests,
    eventIds: () => requests.flatMap(({ events }) => events.map(({ id }) => id)),
    respondsWith: (...next) => void (responses = next),
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((done) => watchers.push({ count, done })),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns a function that starts a receiver, which closes after the test. */
export function testReceivers(): typeof receiver {
  const open: Receiver[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  return async (...responses) => {
    const started = await receiver(...responses);
    open.push(started);
    return started;
  };
}
