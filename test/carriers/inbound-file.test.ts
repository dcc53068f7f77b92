import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import pino from "pino";
import {
  fetchInboundFile,
  type FetchRules,
  InboundFileError,
  MAX_INBOUND_FILE_BYTES,
  takeInboundFile,
} from "../../src/carriers/inbound-file";
import { cut, type FaultPeer, faultPeer, hang, type PeerResponse } from "./support/fault-peer";

describe("fetching an inbound file", () => {
  let peer: FaultPeer;
  beforeEach(async () => void (peer = await faultPeer()));
  afterEach(() => peer.stop());

  const get = (rules: Partial<FetchRules> = {}, path = "/file") =>
    fetchInboundFile(new URL(path, peer.url).href, {
      connection: "carrier",
      carrierUrl: peer.url,
      timeoutMs: 60_000,
      ...rules,
    });
  const failure = async (rules: Partial<FetchRules> = {}, path?: string) => {
    const error = await get(rules, path).catch((reason: unknown) => reason as InboundFileError);
    expect(error).toBeInstanceOf(InboundFileError);
    return error as InboundFileError;
  };

  it("returns its bytes and type", async () => {
    peer.respondsWith({ status: 200, headers: { "content-type": "image/gif" }, body: "bytes" });
    expect(await get()).toEqual({ contentType: "image/gif", bytes: Buffer.from("bytes") });
  });

  it("follows a limited number of redirects", async () => {
    peer.respondsBy(({ path }) =>
      path === "/3"
        ? { status: 200, body: "bytes" }
        : { status: 302, headers: { location: `/${Number(path.slice(1)) + 1}` } },
    );
    expect((await get({}, "/0")).bytes.toString()).toBe("bytes");
    peer.respondsWith({ status: 302, headers: { location: "/again" } });
    expect((await failure()).isFinal).toBe(true);
  });

  it("refuses an address of another scheme, also after a redirect", async () => {
    const refused = { isFinal: true, message: "the file's URL is not an https URL" };
    expect(await failure({}, "file:///etc/hostname")).toMatchObject(refused);
    peer.respondsWith({ status: 302, headers: { location: "file:///etc/hostname" } });
    expect(await failure()).toMatchObject(refused);
    expect(peer.requests).toHaveLength(1);
  });

  it("follows as many redirects as the carrier's rules allow", async () => {
    peer.respondsWith({ status: 302, headers: { location: "/again" } });
    expect(await failure({ redirects: 0 })).toMatchObject({
      isFinal: true,
      message: "the file's URL returned 302",
    });
    expect(peer.requests).toHaveLength(1);
    await failure({ redirects: 2 });
    expect(peer.requests).toHaveLength(4);
  });

  it("sends credentials to the carrier only", async () => {
    const store = await faultPeer();
    store.respondsWith({ status: 200, body: "bytes" });
    peer.respondsWith({ status: 307, headers: { location: `${store.url}/signed` } });
    await get({ authorization: "Basic x" }).finally(() => store.stop());
    expect([peer, store].map(({ requests }) => requests[0]?.headers.authorization)).toEqual([
      "Basic x",
      undefined,
    ]);
  });

  describe("from a carrier with TLS", () => {
    const carrierUrl = "https://carrier.example/v1";
    const withTls = (host: string) => peer.url.replace("http://127.0.0.1", `https://${host}`);

    it("requires https", async () => {
      expect((await failure({ carrierUrl })).isFinal).toBe(true);
      expect(peer.requests).toHaveLength(0);
    });

    it.each(["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost", "169.254.169.254"])(
      "refuses the private address %s",
      async (host) => {
        expect(await failure({ carrierUrl }, `${withTls(host)}/file`)).toMatchObject({
          isFinal: true,
          message: "the file's address is not public",
        });
      },
    );

    it.each(["127.0.0.1", "localhost"])("accepts the carrier's own private address %s", async (host) => {
      expect(await failure({ carrierUrl: `https://${host}/v1` }, `${withTls(host)}/file`)).toMatchObject({
        isFinal: false,
        message: expect.stringContaining("ERR_SSL") as string,
      });
    });
  });

  it("accepts the maximum size, and no byte more", async () => {
    peer.respondsWith((response) => response.writeHead(200).end(Buffer.alloc(MAX_INBOUND_FILE_BYTES)));
    expect((await get()).bytes).toHaveLength(MAX_INBOUND_FILE_BYTES);
    peer.respondsWith((response) => response.writeHead(200).end(Buffer.alloc(MAX_INBOUND_FILE_BYTES + 1)));
    expect((await failure()).isFinal).toBe(true);
  });

  it("does not request a file that is announced as larger", async () => {
    expect((await failure({ announcedBytes: MAX_INBOUND_FILE_BYTES + 1 })).isFinal).toBe(true);
    expect(peer.requests).toHaveLength(0);
  });

  it("limits the decompressed size", async () => {
    const packed = gzipSync(Buffer.alloc(MAX_INBOUND_FILE_BYTES + 1));
    peer.respondsWith((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed));
    expect((await failure()).message).toContain(`exceeds ${MAX_INBOUND_FILE_BYTES} bytes`);
  });

  it("stops reading a file without a length at the limit", async () => {
    let sent = 0;
    peer.respondsWith((response) => {
      response.writeHead(200, { "transfer-encoding": "chunked" });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
        sent += 65_536;
      };
      response.on("drain", more);
      more();
    });
    expect((await failure()).isFinal).toBe(true);
    expect(sent).toBeLessThan(2 * MAX_INBOUND_FILE_BYTES);
  });

  it.each<[string, PeerResponse, boolean]>([
    ["a missing file", { status: 404 }, true],
    ["a forbidden file", { status: 403 }, true],
    ["too many requests", { status: 429 }, false],
    ["a failing server", { status: 503 }, false],
    ["a broken connection", cut, false],
  ])("fails finally or for now: %s", async (_, response, isFinal) => {
    peer.respondsWith(response);
    expect((await failure()).isFinal).toBe(isFinal);
  });

  it("fails permanently by the carrier's rules", async () => {
    const isFinal = (status: number) => status === 404;
    for (const status of [404, 403]) {
      peer.respondsWith({ status });
      expect((await failure({ isFinal })).isFinal).toBe(status === 404);
    }
  });

  describe("while other files of the connection are downloaded", () => {
    let responses: Map<string, ServerResponse>;
    const finish = (...paths: string[]) => {
      for (const path of paths) responses.get(path)?.end("bytes");
    };
    /** Downloads a file over another connection. Afterwards, the peer's earlier responses have arrived. */
    const otherFile = async () => {
      const file = get({ connection: "another" }, "/other");
      await peer.received(peer.requests.length + 1);
      finish("/other");
      expect((await file).bytes.toString()).toBe("bytes");
    };
    /** Begins downloads one after another, whose responses do not announce a size. */
    const start = async (count: number) => {
      const files: ReturnType<typeof get>[] = [];
      for (let index = 0; index < count; index += 1) {
        files.push(get({}, `/${index}`));
        await peer.received(2 * index + 1);
        await otherFile();
      }
      return files;
    };
    beforeEach(() => {
      responses = new Map();
      peer.respondsWith((response) => {
        response.writeHead(200, { "transfer-encoding": "chunked" }).flushHeaders();
        responses.set(peer.requests.at(-1)?.path ?? "", response);
      });
    });

    it("waits, but not for files of another connection", async () => {
      const files = await start(5);
      const settled: number[] = [];
      for (const [index, file] of files.entries()) void file.then(() => settled.push(index));
      finish("/4");
      await otherFile();
      expect(settled).toEqual([]);
      finish("/0", "/1", "/2", "/3");
      for (const file of files) expect((await file).bytes.toString()).toBe("bytes");
    });

    it("returns 503 if the wait reaches the timeout, also for a carrier that does not repeat", async () => {
      const files = await start(4);
      const rules = { connection: "carrier", carrierUrl: peer.url, timeoutMs: 200 };
      const taken = takeInboundFile(`${peer.url}/late`, rules, { log: pino(), carrierRetries: false });
      await expect(taken).rejects.toMatchObject({ status: 503 });
      finish("/0", "/1", "/2", "/3");
      await Promise.all(files);
    });

    it("does not wait for files whose responses announce a small size", async () => {
      peer.respondsWith((response) => {
        response.writeHead(200, { "content-length": 5 }).flushHeaders();
        responses.set(peer.requests.at(-1)?.path ?? "", response);
      });
      const files = Array.from({ length: 20 }, (_, index) => get({}, `/${index}`));
      await peer.received(20);
      finish(...responses.keys());
      for (const file of files) expect((await file).bytes.toString()).toBe("bytes");
    });
  });

  it("times out before the response and before its end", async () => {
    peer.respondsWith(hang);
    expect(await failure({ timeoutMs: 100 })).toMatchObject({ isFinal: false });
    peer.respondsWith((response) => void response.writeHead(200).write("by"));
    expect(await failure({ timeoutMs: 100 })).toMatchObject({
      isFinal: false,
      message: "the file did not arrive within 100 ms",
    });
  });
});
