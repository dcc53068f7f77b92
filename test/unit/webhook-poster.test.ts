import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { postError } from "../../src/messaging/post-error";
import { HOUR } from "../../src/platform/time";
import { type Poster, type PosterOptions, webhookPoster } from "../../src/features/webhooks/poster";
import { type Receiver, receiver } from "../support/receiver";

describe("a webhook post", () => {
  const open: { close(): Promise<void> }[] = [];
  const body = Buffer.from("[]");
  const newPoster = (options: Partial<PosterOptions> = {}): Poster => {
    const poster = webhookPoster({ allowPrivate: true, ...options });
    open.push(poster);
    return poster;
  };
  const newReceiver = async (...responses: Parameters<typeof receiver>): Promise<Receiver> => {
    const made = await receiver(...responses);
    open.push(made);
    return made;
  };
  const post = (poster: Poster, url: string) =>
    poster.post(new URL(url), { "Content-Type": "application/json" }, body);

  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it("returns the status", async () => {
    const { url, requests } = await newReceiver(204, 503);
    const poster = newPoster();
    expect(await post(poster, `${url}?shop=1`)).toMatchObject({ status: 204, error: null, retryAfter: null });
    expect(await post(poster, url)).toMatchObject({ status: 503, error: null });
    const { pathname } = new URL(url);
    expect(requests.map(({ path }) => path)).toEqual([`${pathname}?shop=1`, pathname]);
    expect(requests[0]?.headers).toMatchObject({ "content-type": "application/json", "content-length": "2" });
  });

  it("accepts a response that arrived in time and was read late", async () => {
    const signals = new Int32Array(new SharedArrayBuffer(8));
    // Long enough for the request to arrive on a busy machine.
    const timeoutMs = 5_000;
    // Signals the request, responds, and signals again long after the timeout.
    const server = new Worker(
      `const { parentPort, workerData: { signals, ms } } = require("node:worker_threads");
       const server = require("node:http").createServer((request, response) => {
         Atomics.store(signals, 0, 1);
         response.writeHead(204).end();
         setTimeout(() => { Atomics.store(signals, 1, 1); Atomics.notify(signals, 1); }, ms + 500);
       });
       server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
      { eval: true, workerData: { signals, ms: timeoutMs } },
    );
    try {
      const [port] = (await once(server, "message")) as [number];
      const posted = post(newPoster({ timeoutMs }), `http://127.0.0.1:${port}/hook`);
      while (Atomics.load(signals, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
      Atomics.wait(signals, 1, 0);
      expect(await posted).toMatchObject({ status: 204, error: null });
    } finally {
      await server.terminate();
    }
  });

  it("does not follow redirects", async () => {
    const elsewhere = await newReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const { url, requests } = await newReceiver({ status, headers: { Location: elsewhere.url } });
      expect(await post(newPoster(), url)).toMatchObject({ status, error: null });
      expect(requests).toHaveLength(1);
    }
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("returns Retry-After", async () => {
    const { url } = await newReceiver({ status: 429, headers: { "Retry-After": "120" } });
    expect(await post(newPoster(), url)).toMatchObject({ status: 429, retryAfter: "120" });
  });

  it("ends at the timeout when the receiver never responds", async () => {
    const { url } = await newReceiver(() => undefined);
    const result = await post(newPoster({ timeoutMs: 100 }), url);
    expect(result).toMatchObject({ status: null, error: "No response within 0.1 seconds." });
    expect(result.durationMs).toBeGreaterThanOrEqual(99);
  });

  it("ends at the timeout when the name is never resolved", async () => {
    const poster = newPoster({ timeoutMs: 100, resolve: () => new Promise(() => undefined) });
    expect(await post(poster, "http://example.com/")).toMatchObject({
      error: "No response within 0.1 seconds.",
    });
  });

  it("returns the status of a response without an end", async () => {
    const { url } = await newReceiver((response) => {
      response.writeHead(200);
      const flood = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on("drain", flood);
      flood();
    });
    expect(await post(newPoster(), url)).toMatchObject({ status: 200, error: null });
  });

  it("does not wait for the end of a response", async () => {
    const { url } = await newReceiver((response) => void response.writeHead(200).write("o"));
    // Only the limit for the body, not the timeout, can end this post within the time of a test.
    const poster = newPoster({ timeoutMs: HOUR });
    expect(await post(poster, url)).toMatchObject({ status: 200, error: null });
  });

  it("ignores interim responses", async () => {
    const { url } = await newReceiver((response) => {
      response.writeProcessing();
      response.writeHead(500).end();
    });
    expect(await post(newPoster(), url)).toMatchObject({ status: 500 });
  });

  it("explains why there was no response", async () => {
    const dead = await receiver();
    await dead.close();
    expect(await post(newPoster(), dead.url)).toMatchObject({
      status: null,
      error: "The connection was refused.",
    });
    const { url } = await newReceiver((response) => response.socket?.destroy());
    const closed = "The connection was closed before a response arrived.";
    expect(await post(newPoster(), url)).toMatchObject({ status: null, error: closed });
    const missing = Object.assign(new Error(), { code: "ENOTFOUND" });
    const unknown = newPoster({ resolve: () => Promise.reject(missing) });
    expect(await post(unknown, "http://example.com/")).toMatchObject({
      error: "The host name is not known.",
    });
  });

  it("fails when the receiver does not speak HTTP", async () => {
    const server = createServer((socket) => {
      socket.end("220 mail.example.com ESMTP\r\n", () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    expect(await post(newPoster(), `http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      error: expect.any(String),
    });
  });

  describe("without private addresses", () => {
    const blocked = { status: null, error: "The URL does not lead to a public address by https." };
    const counted = async () => {
      const made = await newReceiver();
      return { made, port: new URL(made.url).port };
    };

    it("opens no connection to a private address in any notation", async () => {
      const { made, port } = await counted();
      const poster = newPoster({ allowPrivate: false });
      for (const host of ["127.0.0.1", "2130706433", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]"]) {
        expect(await post(poster, `https://${host}:${port}/`)).toMatchObject(blocked);
      }
      expect(await post(poster, made.url)).toMatchObject(blocked);
      expect(made.requests).toHaveLength(0);
    });

    it("opens no connection to a name with a private address, even beside public ones", async () => {
      const { port } = await counted();
      const addresses = [
        { address: "8.8.8.8", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ];
      const poster = newPoster({ allowPrivate: false, resolve: async () => addresses });
      expect(await post(poster, `https://rebound.example.com:${port}/`)).toMatchObject(blocked);
    });

    it("refuses http", async () => {
      const resolve = async () => [{ address: "8.8.8.8", family: 4 }];
      expect(await post(newPoster({ allowPrivate: false, resolve }), "http://example.com/")).toMatchObject(
        blocked,
      );
    });
  });
});

describe("the reason for a missing response", () => {
  it.each([
    [{ code: "UND_ERR_CONNECT_TIMEOUT" }, "No response within 10 seconds."],
    [{ code: "CERT_HAS_EXPIRED" }, "The TLS connection failed (CERT_HAS_EXPIRED)."],
    [{ code: "EPROTO" }, "The request failed (EPROTO)."],
    [{ errors: [{ code: "ECONNREFUSED" }, { code: "ENETUNREACH" }] }, "The connection was refused."],
    [new Error("connect to 10.0.0.7 failed"), "The request failed."],
    [null, "The request failed."],
  ])("contains nothing of the error's message (%#)", (error, sentence) => {
    expect(postError(error, 10_000)).toBe(sentence);
  });
});
