import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { HTTP_LIMITS, type HttpLimits } from "../../src/http/limits";
import { closeServer, type HttpServer, httpServer } from "../../src/http/server";
import { exchange, RawClient } from "../support/raw-client";
import { times } from "../support/times";
import { until } from "../support/until";

/** Larger than what the kernel buffers of an unread response. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, "x");
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

let server: HttpServer;
let port: number;
/** The paths of the requests that reached the listener. */
let handled: string[];
let clients: RawClient[];
/** The server's sockets in order of arrival. A client that does not read would not notice the close. */
let ends: Socket[];

async function serve(limits: Partial<HttpLimits>, listener: RequestListener): Promise<void> {
  const listen: RequestListener = (req, res) => {
    handled.push(req.url ?? "");
    listener(req, res);
  };
  server = httpServer(listen, { next: () => "id" }, { ...HTTP_LIMITS, checkEveryMs: 20, ...limits });
  server.on("connection", (end: Socket) => ends.push(end));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
}

function open(bytes = ""): RawClient {
  const client = new RawClient(port);
  if (bytes !== "") client.send(bytes);
  clients.push(client);
  return client;
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
/** Resolves when the server has closed its socket of the connection with this index. */
const ended = (index: number) =>
  until(`the end of connection ${index}`, 10, async () => ends[index]?.destroyed === true, 5);
const isOpen = (index: number) => ends[index]?.destroyed === false;
const reached = (count: number) => until(`${count} requests`, 10, async () => handled.length >= count, 5);
const connected = (count: number) =>
  until(`${count} connections`, 10, async () => (await connections()) === count, 5);

beforeEach(() => {
  handled = [];
  clients = [];
  ends = [];
});
afterEach(async () => {
  for (const client of clients) client.end();
  await closeServer(server);
});

describe("pipelined requests of one connection", () => {
  it("starts a request only after the previous response was read", async () => {
    await serve({}, (_req, res) => res.end(LARGE));
    const client = open(get("/1") + get("/2"));
    await reached(1);
    // The server handles another connection, so only the unread first response delays the second request.
    const other = open(get("/other")).read();
    await until("the other answer", 10, async () => other.text.length > LARGE.length, 5);
    expect(handled).toEqual(["/1", "/other"]);
    client.read();
    await reached(3);
    expect(handled).toEqual(["/1", "/other", "/2"]);
  });

  it("returns responses in request order, regardless of their duration", async () => {
    await serve({}, (req, res) => void setTimeout(() => res.end(`(${req.url})`), req.url === "/1" ? 50 : 0));
    const client = open(get("/1") + get("/2") + get("/3")).read();
    await until("three answers", 10, async () => client.text.endsWith("(/3)"), 5);
    expect(client.text.match(/\(.*?\)/g)).toEqual(["(/1)", "(/2)", "(/3)"]);
  });

  it("closes the connection beyond the limit, after the responses to requests within it", async () => {
    await serve({ waitingPerConnection: 3 }, (_req, res) => res.end());
    const response = await exchange(port, times(50, (i) => get(`/${i}`)).join(""));
    expect(handled).toEqual(["/0", "/1", "/2", "/3"]);
    expect(response.match(/HTTP\/1\.1 200/g)).toHaveLength(4);
    expect(response.split("HTTP/1.1").at(-1)).toContain("Connection: close");
  });

  it("drops a connection when too many requests wait on all connections together", async () => {
    await serve({ waiting: 10 }, () => {});
    const first = open(times(11, () => get("/held")).join(""));
    await reached(1);
    open(times(11, () => get("/held")).join(""));
    await ended(1);
    expect(isOpen(0)).toBe(true);
    first.end();
    await connected(0);
    // The first connection no longer counts.
    open(times(11, () => get("/later")).join(""));
    await until("the later request", 10, async () => handled.includes("/later"), 5);
    expect(await connections()).toBe(1);
  });

  it("keeps neither probes nor other connections' requests waiting", async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await serve({}, (req, res) => {
      if (req.url !== "/healthz")
        for (const until = performance.now() + 4; performance.now() < until;) continue;
      if (req.url === "/healthz") release();
      res.end();
    });
    times(100, () => open(get("/busy").repeat(5)).read());
    await reached(3);
    open(get("/healthz"));
    await released;
    expect(handled.length).toBeLessThan(400);
  });

  it("sends the response to a valid request before the 400 for malformed bytes behind it", async () => {
    await serve({}, (_req, res) => void setTimeout(() => res.writeHead(201).end("made"), 30));
    const response = await exchange(
      port,
      `POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}RUBBISH\r\n\r\n`,
    );
    expect([...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["201", "400"]);
    expect(response.indexOf("made")).toBeLessThan(response.indexOf("validation_failed"));
  });

  it("returns only 400 when the body of a request is malformed", async () => {
    await serve({}, (req) => req.resume());
    const response = await exchange(
      port,
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n",
    );
    expect([...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["400"]);
  });
});

describe("a burst of connections", () => {
  it("is accepted before its requests start, so a probe behind it does not wait for them", async () => {
    const BURST = 300;
    await serve({}, (_req, res) => {
      const until = performance.now() + 20;
      while (performance.now() < until);
      res.end("done");
    });
    times(BURST, () => open(get("/work")).read());
    const probe = open(get("/healthz")).read();
    await until("the probe's answer", 30, async () => probe.statuses.length === 1, 5);
    // If each accepted connection started its request, 300 would start before the probe.
    expect(handled.indexOf("/healthz")).toBeLessThan(BURST / 5);
    await reached(1 + BURST / 5);
  });
});

describe("a stalled connection", () => {
  const soon = { stallMs: 100, slowestBytesPerSecond: 1e12, bodyWindowMs: 100, lingerMs: 100 };

  it("closes when the client reads nothing, and stays open after the client has read the response", async () => {
    // A busy machine may suspend this process for longer than `soon`.
    const limits = { ...soon, stallMs: 3_000, slowestBytesPerSecond: LARGE.length };
    await serve(limits, (_req, res) => res.end(LARGE));
    const reading = open(get("/")).read();
    await until("the whole answer", 10, async () => reading.text.length > LARGE.length, 5);
    open(get("/"));
    await reached(2);
    await ended(1);
    expect(isOpen(0)).toBe(true);
  });

  it("returns 408 when a body that the handler reads does not arrive", async () => {
    await serve({ ...soon, bodyWindowBytes: 10 }, (req) => req.resume());
    const response = await exchange(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    expect(response).toMatch(/^HTTP\/1\.1 408 [^]*validation_failed/);
  });

  it("closes when the body of a rejected request arrives too slowly", async () => {
    await serve({ ...soon, bodyWindowBytes: 10 }, (_req, res) => res.writeHead(401).end());
    const response = await exchange(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
  });

  it("stays open while the handler does not read the body", async () => {
    await serve(soon, (_req, res) => void setTimeout(() => res.end("in time"), 300));
    const client = open("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf").read();
    await until("the answer", 10, async () => client.text.includes("in time"), 5);
  });

  it("closes when the client keeps its side open after a rejection", async () => {
    await serve(soon, (_req, res) => res.end());
    open("NONSENSE\r\n\r\n");
    await ended(0);
  });

  it("closes when the client keeps its side open after its body stalled", async () => {
    await serve({ ...soon, bodyWindowBytes: 10 }, (req) => req.resume());
    open("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    await reached(1);
    await ended(0);
  });

  it("closes when too many bytes are unread on all connections together, slowest first", async () => {
    await serve({ untakenBytes: 1.5 * LARGE.length }, (_req, res) => res.end(LARGE));
    open(get("/"));
    await reached(1);
    const second = open(get("/"));
    await ended(0);
    second.read();
    await until("the second answer", 10, async () => second.text.length > LARGE.length, 5);
  });

  it("closes in favour of new connections at the limit: idle ones first, then unread ones", async () => {
    await serve({ connections: 2 }, (req, res) => res.end(req.url === "/large" ? LARGE : "small"));
    open();
    await connected(1);
    open(get("/large"));
    await reached(1);
    const third = open(get("/small")).read();
    await until("an answer", 10, async () => third.text.endsWith("small"), 5);
    expect([isOpen(0), isOpen(1), isOpen(2)]).toEqual([false, true, true]);
    open(get("/large"));
    await reached(3);
    expect([isOpen(1), isOpen(2), isOpen(3)]).toEqual([true, false, true]);
    const fifth = open(get("/small")).read();
    await until("an answer", 10, async () => fifth.text.endsWith("small"), 5);
    expect([isOpen(1), isOpen(3), isOpen(4)]).toEqual([false, true, true]);
  });
});

describe("a drain", () => {
  const responded = (client: RawClient, count: number) =>
    until(`${count} answers`, 10, async () => client.statuses.length === count, 5);

  it("sends Connection: close with the first response whose headers follow the drain", async () => {
    let end: () => void = () => {};
    await serve({}, (req, res) => {
      if (req.url !== "/long") return res.end("done");
      res.write("begun");
      return void (end = () => res.end());
    });
    const client = open(get("/long")).read();
    await responded(client, 1);
    server.drain();
    end();
    await until("the whole answer", 10, async () => client.text.endsWith("0\r\n\r\n"), 5);
    client.send(get("/next"));
    await client.closed;
    expect(client.statuses).toEqual([200, 200]);
    expect(client.text.match(/Connection: [\w-]+/g)).toEqual(["Connection: keep-alive", "Connection: close"]);
  });

  it("leaves a grace period in which an idle connection still gets a response", async () => {
    await serve({}, (_req, res) => res.end("done"));
    const client = open(get("/")).read();
    await responded(client, 1);
    server.drain();
    const stopped = closeServer(server, 60_000);
    await until("the port is closed", 10, async () => !server.listening, 5);
    client.send(get("/next"));
    await Promise.all([client.closed, stopped]);
    expect(client.statuses).toEqual([200, 200]);
    expect(client.text).toMatch(/Connection: close[^]*done$/);
  });

  it("loses no request that has arrived when the server stops", async () => {
    await serve({}, (_req, res) => res.end("done"));
    const client = open(get("/")).read();
    await responded(client, 1);
    // The kernel has the request now; the server reads it in a later turn of the event loop.
    client.send(get("/next"));
    await Promise.all([closeServer(server), client.closed]);
    expect(client.statuses).toEqual([200, 200]);
  });
});

describe("a stop", () => {
  it("accepts and serves connections in the accept queue", async () => {
    await serve({}, (_req, res) => res.end("done"));
    const waiting = times(50, () => open(get("/")).read());
    await Promise.all([closeServer(server, 60_000), ...waiting.map(({ closed }) => closed)]);
    expect(waiting.map(({ statuses }) => statuses)).toEqual(times(50, () => [200]));
  });

  /** Longer than the time limit of a test, which a stop that waits for this long exceeds. */
  const FOREVER_MS = 600_000;

  it("closes idle connections immediately, including ones that never sent a byte", async () => {
    await serve({ stopClientsMs: FOREVER_MS }, (_req, res) => res.end("answer"));
    times(20, () => open());
    const idle = open(get("/")).read();
    await until("an answer", 10, async () => idle.text.endsWith("answer"), 5);
    await connected(21);
    await closeServer(server);
    expect(await connections()).toBe(0);
  });

  it("lets handlers finish and clients read the responses, with Connection: close", async () => {
    let respond: () => void = () => {};
    await serve({ stopClientsMs: 50 }, (_req, res) => void (respond = () => res.end("done")));
    const client = open(get("/")).read();
    await reached(1);
    const stopped = closeServer(server);
    setTimeout(respond, 300);
    await stopped;
    await client.closed;
    expect(client.text).toMatch(/Connection: close[^]*done$/);
  });

  it("serves a partial request when its rest arrives in time", async () => {
    await serve({}, (_req, res) => res.end("done"));
    const client = open("GET / HTTP/1.1\r\nHo").read();
    await until("half a request", 10, async () => (ends[0]?.bytesRead ?? 0) > 0, 5);
    const stopped = closeServer(server);
    client.send("st: x\r\n\r\n");
    await stopped;
    await client.closed;
    expect(client.text).toMatch(/Connection: close[^]*done$/);
  });

  it("does not wait for a client that keeps its side open after its body stalled", async () => {
    const limits = { bodyWindowMs: 100, bodyWindowBytes: 10, stopClientsMs: 300, stopHandlersMs: FOREVER_MS };
    await serve(limits, (req) => req.resume());
    const client = open("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    await until("the refusal", 10, async () => (ends[0]?.bytesWritten ?? 0) > 0, 5);
    await closeServer(server);
    expect(client.read().statuses).toEqual([]);
    await client.closed;
    expect(client.statuses).toEqual([408]);
  });

  it("limits the wait for partial requests, partial bodies and unread responses", async () => {
    const limits = { stopClientsMs: 200, stallMs: FOREVER_MS, bodyWindowMs: FOREVER_MS };
    await serve(limits, (req, res) => (req.url === "/body" ? req.resume() : res.end(LARGE)));
    open("GET / HTTP/1.1\r\nHo");
    open("POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    open(get("/unread"));
    await reached(2);
    await until(
      "half a request",
      10,
      async () => ends.length === 3 && ends.every((end) => end.bytesRead > 0),
      5,
    );
    await closeServer(server);
    expect(ends.every((end) => end.destroyed)).toBe(true);
  });
});

describe("a response", () => {
  it("contains exactly its own bytes when 20 connections are served at once", async () => {
    const digest = (text: string) => createHash("sha256").update(text).digest("hex");
    await serve({}, (_req, res) => res.setHeader("Connection", "close").end(LARGE.subarray(0, 300_000)));
    const responses = await Promise.all(times(20, () => exchange(port, get("/"))));
    const bodies = new Set(
      responses.map((response) => digest(response.slice(response.indexOf("\r\n\r\n") + 4))),
    );
    expect([...bodies]).toEqual([digest("x".repeat(300_000))]);
  });
});
