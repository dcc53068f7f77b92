import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import pino from "pino";
import {
  causeOf,
  httpClient,
  type HttpClient,
  outcomeWithoutResponse,
  TextRequest,
} from "../../src/carriers/http-client";

const CONTENT = { to: "+5511987654321", text: "your code is 1234" };

let servers: Server[] = [];
let sockets: Socket[] = [];
let clients: HttpClient[] = [];

async function listen(server: Server): Promise<string> {
  servers.push(server.on("connection", (socket: Socket) => sockets.push(socket)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const respondingWith = (listener: RequestListener) => listen(createServer(listener));
const respondingRaw = (bytes: string) =>
  listen(createTcpServer((socket) => socket.once("data", () => socket.end(bytes))));

function client(options: Partial<Parameters<typeof httpClient>[0]> = {}): HttpClient {
  const one = httpClient({ connections: 1, ...options });
  clients.push(one);
  return one;
}

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error("the request succeeded")),
    (error: unknown) => error as Error,
  );

afterEach(async () => {
  await Promise.all(clients.map((one) => one.close()));
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  [servers, sockets, clients] = [[], [], []];
});

describe("requests to a carrier", () => {
  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["identity", (text: string) => Buffer.from(text)],
  ])("decodes a response in %s that was not requested", async (coding, encode) => {
    const url = await respondingWith((req, res) => {
      res.writeHead(200, { "content-encoding": coding, "x-asked": String(req.headers["accept-encoding"]) });
      res.end(encode(JSON.stringify(CONTENT)));
    });
    const response = await client().fetch(new TextRequest(url));
    expect(await response.json()).toEqual(CONTENT);
    expect(response.headers.get("x-asked")).toBe("identity");
  });

  it("fails when a decoded response exceeds the limit", async () => {
    const url = await respondingWith((_req, res) => {
      res.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("0".repeat(100_000)));
    });
    const error = await failureOf(client({ maxResponseBytes: 10_000 }).fetch(new TextRequest(url)));
    expect(causeOf(error)).toBe("ERR_BUFFER_TOO_LARGE");
  });

  it.each([
    ["is not HTTP", JSON.stringify(CONTENT)],
    [
      "breaks off in the middle",
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${JSON.stringify(CONTENT)}`,
    ],
  ])("logs no content of a response that %s", async (_, bytes) => {
    const error = await failureOf(client().fetch(new TextRequest(await respondingRaw(bytes))));
    expect(causeOf(error)).toMatch(/^(HPE_|HTTPParserError)/);
    const lines: string[] = [];
    pino({}, { write: (line: string) => void lines.push(line) }).error({ err: error }, "no response");
    expect(lines.join("")).toContain("no response");
    for (const secret of Object.values(CONTENT)) expect(lines.join("")).not.toContain(secret);
  });

  it("ends with its signal while it waits for a free connection", async () => {
    const url = await respondingWith(() => undefined);
    const one = client({ connections: 1 });
    const given = new AbortController();
    const first = failureOf(one.fetch(new TextRequest(url, { signal: given.signal })));
    const waiting = new AbortController();
    const second = failureOf(one.fetch(new TextRequest(url, { signal: waiting.signal })));
    const reason = new Error("it took too long");
    waiting.abort(reason);
    expect(await second).toBe(reason);
    given.abort(reason);
    expect(await first).toBe(reason);
  });
});

describe("the outcome of a request without a response", () => {
  const { signal } = new AbortController();
  const outcomeOf = async (url: string, deadlineMs?: number) =>
    outcomeWithoutResponse(await failureOf(client({ deadlineMs }).fetch(new TextRequest(url))), signal);
  const away = (code: string) =>
    expect.objectContaining({
      type: "away",
      error: expect.objectContaining({ message: `the carrier could not be reached (${code})` }) as unknown,
    }) as unknown;

  it("is away when the port refuses the connection", async () => {
    const url = await respondingWith(() => undefined);
    await new Promise((resolve) => servers[0]?.close(resolve));
    expect(await outcomeOf(url)).toEqual(away("ECONNREFUSED"));
  });

  it("is away when the carrier closes the connection during the TLS handshake", async () => {
    const url = await listen(createTcpServer((socket) => socket.once("data", () => socket.destroy())));
    expect(await outcomeOf(url.replace("http:", "https:"))).toEqual(away("ECONNRESET"));
  });

  it("is away when no connection is made within half of the deadline", async () => {
    const url = await listen(createTcpServer(() => undefined));
    expect(await outcomeOf(url.replace("http:", "https:"), 200)).toEqual(away("UND_ERR_CONNECT_TIMEOUT"));
  });

  it("is unknown when the carrier resets the connection after the request", async () => {
    const url = await listen(
      createTcpServer((socket) => socket.once("data", () => socket.resetAndDestroy())),
    );
    expect(await outcomeOf(url)).toEqual({ type: "unknown" });
  });

  it("is unknown when the response is cut off", async () => {
    const url = await respondingRaw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":');
    expect(await outcomeOf(url)).toEqual({ type: "unknown" });
  });

  it.each(["EHOSTUNREACH", "ERR_SSL_WRONG_VERSION_NUMBER"])(
    "is unknown when an established connection fails with %s",
    (code) => {
      const cause = Object.assign(new Error("the connection failed"), { code });
      const error = new Error("the request got no response", { cause });
      expect(outcomeWithoutResponse(error, signal)).toEqual({ type: "unknown" });
    },
  );
});
