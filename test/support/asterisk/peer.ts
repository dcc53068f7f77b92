import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { resolve } from "node:path";
import Ajv from "ajv";
import { type WebSocket, WebSocketServer } from "ws";
import { parse } from "yaml";

interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query";
  required?: boolean;
  schema: object;
}
type Operation = { operationId: string; parameters?: Parameter[] };
interface Document {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, object> };
}

const document = parse(
  readFileSync(resolve(__dirname, "../../../openapi/carriers/asterisk.yaml"), "utf8"),
) as Document;
const ajv = new Ajv({ strict: false, coerceTypes: true });
ajv.addSchema({ $id: "ari", components: document.components });

/** Returns the operation id and the parameters of a request. Throws if the request violates the document. */
function operationOf(method: string, url: URL): { id: string; values: Record<string, string> } {
  const path = url.pathname.replace(/^\/ari/, "");
  for (const [template, item] of Object.entries(document.paths)) {
    const operation = item[method.toLowerCase()];
    const match = new RegExp(`^${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
    if (!operation || !match) continue;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
      one.$ref ? (document.components.parameters[one.$ref.split("/").at(-1) as string] as Parameter) : one,
    );
    const inPath = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    const values = Object.fromEntries([...url.searchParams, ...inPath]) as Record<string, string>;
    for (const name of Object.keys(values)) {
      if (!parameters.some((one) => one.name === name))
        throw new Error(`${template} has no parameter ${name}`);
    }
    for (const { name, required, schema } of parameters) {
      const value = values[name];
      if (value === undefined && required) throw new Error(`${template} needs ${name}`);
      const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"ari#/')) as object;
      if (value !== undefined && !ajv.validate({ type: "object", properties: { value: local } }, { value })) {
        throw new Error(`${template}: ${name} ${ajv.errorsText()}`);
      }
    }
    return { id: operation.operationId, values };
  }
  throw new Error(`${method} ${path} is not in the document`);
}

interface PeerResponse {
  status: number;
  body?: unknown;
}
type Request = { id: string; values: Record<string, string> };

export interface AriPeer {
  url: string;
  port: number;
  /** Received requests, and in `wrong` the violations of the document. */
  requests: Request[];
  wrong: string[];
  /** Sets further responses. `undefined`: the usual response. A pending promise: no response. */
  behaves(
    respond: (request: Request, socket: Socket) => PeerResponse | undefined | Promise<PeerResponse>,
  ): void;
  send(event: unknown): void;
  readonly listeners: number;
  /** Number of event connections that have ended. */
  readonly endedListeners: number;
  /** Returns the applications of the event connections. */
  apps(): (string | null)[];
  /** Sets the status of event connections: 101 accepts them. */
  events(status: 101 | 401 | 503): void;
  /** Stops responses to WebSocket pings. */
  freeze(): void;
  stop(): Promise<void>;
}

const USUAL: Readonly<Record<string, PeerResponse>> = {
  getInfo: { status: 200, body: { system: { version: "22.0.0" } } },
  getModule: { status: 200, body: { name: "one.so", status: "Running" } },
  listChannels: { status: 200, body: [] },
  originate: { status: 200, body: { id: "one", state: "Down" } },
  getChannel: { status: 404, body: { message: "Channel not found" } },
  hangUp: { status: 204 },
  play: { status: 201, body: { id: "one", target_uri: "channel:one", state: "queued" } },
  getPlayback: { status: 404, body: { message: "Playback not found" } },
};

/** Starts a fake Asterisk for tests of faults that a real one does not have. */
export async function ariPeer(port = 0): Promise<AriPeer> {
  const requests: Request[] = [];
  const wrong: string[] = [];
  /** Event connections, with the application of each. */
  const sockets = new Map<WebSocket, string | null>();
  let behave: Parameters<AriPeer["behaves"]>[0] = () => undefined;
  let eventsStatus: number = 101;
  let frozen = false;
  let endedListeners = 0;
  const expected = `Basic ${Buffer.from("recado:secret").toString("base64")}`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== expected) {
      return void response.writeHead(401).end('{"message":"Authentication required"}');
    }
    try {
      const received = operationOf(request.method ?? "", new URL(request.url ?? "", "http://peer"));
      requests.push(received);
      const { status, body } =
        (await behave(received, request.socket)) ?? (USUAL[received.id] as PeerResponse);
      if (response.destroyed) return;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    } catch (error) {
      wrong.push(String(error));
      response.writeHead(400).end("{}");
    }
  }

  const server = createServer((request, response) => void respond(request, response));
  const upgraded = new WebSocketServer({ noServer: true, autoPong: false });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head) => {
    const isUser = request.headers.authorization === expected;
    const status = isUser ? eventsStatus : 401;
    if (status !== 101) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    try {
      requests.push(operationOf("GET", new URL(request.url ?? "", "http://peer")));
    } catch (error) {
      wrong.push(String(error));
    }
    upgraded.handleUpgrade(request, socket, head, (listener) => {
      sockets.set(listener, new URL(request.url ?? "", "http://peer").searchParams.get("app"));
      listener.on("ping", (data) => {
        if (!frozen) listener.pong(data);
      });
      listener
        .on("close", () => {
          sockets.delete(listener);
          endedListeners += 1;
        })
        .on("error", () => {});
    });
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const bound = (server.address() as AddressInfo).port;

  return {
    url: `http://127.0.0.1:${bound}/ari`,
    port: bound,
    requests,
    wrong,
    behaves: (next) => void (behave = next),
    send(event) {
      const frame = typeof event === "string" || Buffer.isBuffer(event) ? event : JSON.stringify(event);
      for (const socket of sockets.keys()) socket.send(frame);
    },
    get listeners() {
      return sockets.size;
    },
    get endedListeners() {
      return endedListeners;
    },
    apps: () => [...sockets.values()],
    events: (status) => void (eventsStatus = status),
    freeze: () => void (frozen = true),
    async stop() {
      for (const socket of sockets.keys()) socket.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
