import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { listening } from "./listening";
import { BUILD_WITHIN_MS, type S3Server, startS3Server } from "./s3-server";

type Fault = { status: number; code?: string; body?: string } | { cutAfterBytes: number } | "cut";

export interface PassedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
}

export interface FaultyStore {
  endpoint: string;
  requests: PassedRequest[];
  /** Returns the fault of a further request, or null to forward it. */
  fault: (request: PassedRequest) => Fault | null;
  close(): Promise<void>;
}

export async function faultyStore(upstream: string): Promise<FaultyStore> {
  const server = createServer((incoming, outgoing) => {
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers };
    store.requests.push(request);
    const fault = store.fault(request);
    if (fault === "cut") incoming.socket.destroy();
    else if (fault !== null && "status" in fault) respond(incoming, outgoing, fault);
    else pass(upstream, incoming, outgoing, fault?.cutAfterBytes ?? Infinity);
  });
  const { url: endpoint, stop: close } = await listening(server);
  const store: FaultyStore = { endpoint, requests: [], fault: () => null, close };
  return store;
}

/** Opens a store for all tests of a file. Resets faults and recorded requests before each test. */
export function useFaultyStore(up: (server: S3Server, store: FaultyStore) => Promise<void> | void): void {
  let server: S3Server;
  let store: FaultyStore;
  beforeAll(async () => {
    server = await startS3Server();
    store = await faultyStore(server.endpoint);
    await up(server, store);
  }, BUILD_WITHIN_MS);
  beforeEach(() => {
    store.fault = () => null;
    store.requests.length = 0;
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });
}

function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, code, body }: { status: number; code?: string; body?: string },
): void {
  incoming.resume().once("end", () => {
    const text = body ?? `<Error><Code>${code}</Code><Message>set by the test</Message></Error>`;
    outgoing.writeHead(status, { "Content-Type": "application/xml" }).end(text);
  });
}

/** Forwards a request with its original Host header, which the signature covers. */
function pass(upstream: string, incoming: IncomingMessage, outgoing: ServerResponse, maxBytes: number): void {
  const { method, url: path, headers } = incoming;
  const { hostname, port } = new URL(upstream);
  const further = httpRequest({ hostname, port, method, path, headers, setHost: false }, (response) => {
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    let left = maxBytes;
    response.on("data", (chunk: Buffer) => {
      if (left < chunk.length) {
        outgoing.write(chunk.subarray(0, left), () => outgoing.destroy());
        response.destroy();
      } else outgoing.write(chunk);
      left -= chunk.length;
    });
    response.on("end", () => outgoing.end());
  });
  further.on("error", () => outgoing.destroy());
  outgoing.on("close", () => further.destroy());
  incoming.pipe(further);
}
