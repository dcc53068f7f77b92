import { gzipSync } from "node:zlib";
import {
  fetchInboundFile,
  type FetchRules,
  InboundFileError,
  MAX_INBOUND_FILE_BYTES,
} from "../../src/carriers/inbound-file";
import { cut, type FaultPeer, faultPeer, hang, type PeerAnswer } from "./support/fault-peer";

describe("fetching a file that a person sent", () => {
  let peer: FaultPeer;
  beforeEach(async () => void (peer = await faultPeer()));
  afterEach(() => peer.stop());

  const get = (rules: Partial<FetchRules> = {}, path = "/file") =>
    fetchInboundFile(new URL(path, peer.url).href, { carrierUrl: peer.url, timeoutMs: 5_000, ...rules });
  const failure = async (rules: Partial<FetchRules> = {}, path?: string) => {
    const error = await get(rules, path).catch((reason: unknown) => reason as InboundFileError);
    expect(error).toBeInstanceOf(InboundFileError);
    return error as InboundFileError;
  };

  it("answers its bytes and type", async () => {
    peer.answers({ status: 200, headers: { "content-type": "image/gif" }, body: "bytes" });
    expect(await get()).toEqual({ contentType: "image/gif", bytes: Buffer.from("bytes") });
  });

  it("follows redirects, and not for ever", async () => {
    peer.answersBy(({ path }) =>
      path === "/3"
        ? { status: 200, body: "bytes" }
        : { status: 302, headers: { location: `/${Number(path.slice(1)) + 1}` } },
    );
    expect((await get({}, "/0")).bytes.toString()).toBe("bytes");
    peer.answers({ status: 302, headers: { location: "/again" } });
    expect((await failure()).isFinal).toBe(true);
  });

  it("takes no redirect to where it could not have begun", async () => {
    peer.answers({ status: 302, headers: { location: "file:///etc/hostname" } });
    expect(await failure()).toMatchObject({
      isFinal: true,
      message: "the file's address is not an https URL",
    });
  });

  it("follows as many redirects as the carrier needs", async () => {
    peer.answers({ status: 302, headers: { location: "/again" } });
    expect(await failure({ redirects: 0 })).toMatchObject({
      isFinal: true,
      message: "the file's address answered 302",
    });
    expect(peer.requests).toHaveLength(1);
    await failure({ redirects: 2 });
    expect(peer.requests).toHaveLength(4);
  });

  it("shows credentials to the carrier alone", async () => {
    const store = await faultPeer();
    store.answers({ status: 200, body: "bytes" });
    peer.answers({ status: 307, headers: { location: `${store.url}/signed` } });
    await get({ authorization: "Basic x" }).finally(() => store.stop());
    expect([peer, store].map(({ requests }) => requests[0]?.headers.authorization)).toEqual([
      "Basic x",
      undefined,
    ]);
  });

  describe("of a carrier that is spoken to with TLS", () => {
    const carrierUrl = "https://carrier.example/v1";
    const withTls = (host: string) => peer.url.replace("http://127.0.0.1", `https://${host}`);

    it("asks for https", async () => {
      expect((await failure({ carrierUrl })).isFinal).toBe(true);
      expect(peer.requests).toHaveLength(0);
    });

    it.each(["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost", "169.254.169.254"])(
      "goes to no private address: %s",
      async (host) => {
        expect(await failure({ carrierUrl }, `${withTls(host)}/file`)).toMatchObject({
          isFinal: true,
          message: "the file's address is not public",
        });
      },
    );

    it.each(["127.0.0.1", "localhost"])("goes to the carrier itself wherever it is: %s", async (host) => {
      expect(await failure({ carrierUrl: `https://${host}/v1` }, `${withTls(host)}/file`)).toMatchObject({
        isFinal: false,
        message: expect.stringContaining("ERR_SSL") as string,
      });
    });
  });

  it("takes as much as a file may have, and no byte more", async () => {
    peer.answers((response) => response.writeHead(200).end(Buffer.alloc(MAX_INBOUND_FILE_BYTES)));
    expect((await get()).bytes).toHaveLength(MAX_INBOUND_FILE_BYTES);
    peer.answers((response) => response.writeHead(200).end(Buffer.alloc(MAX_INBOUND_FILE_BYTES + 1)));
    expect((await failure()).isFinal).toBe(true);
  });

  it("asks for nothing that is announced to be larger", async () => {
    expect((await failure({ announcedBytes: MAX_INBOUND_FILE_BYTES + 1 })).isFinal).toBe(true);
    expect(peer.requests).toHaveLength(0);
  });

  it("counts the bytes of one that comes packed as they are unpacked", async () => {
    const packed = gzipSync(Buffer.alloc(MAX_INBOUND_FILE_BYTES + 1));
    peer.answers((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed));
    expect((await failure()).message).toContain(`more than ${MAX_INBOUND_FILE_BYTES} bytes`);
  });

  it("reads no more than that of one without a length", async () => {
    let sent = 0;
    peer.answers((response) => {
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

  it.each<[string, PeerAnswer, boolean]>([
    ["that is gone", { status: 404 }, true],
    ["that is forbidden", { status: 403 }, true],
    ["asked for too often", { status: 429 }, false],
    ["whose server fails", { status: 503 }, false],
    ["that breaks off", cut, false],
  ])("gives up for good or for now: one %s", async (_, answer, isFinal) => {
    peer.answers(answer);
    expect((await failure()).isFinal).toBe(isFinal);
  });

  it("takes the carrier's word for what will stay", async () => {
    const isFinal = (status: number) => status === 404;
    for (const status of [404, 403]) {
      peer.answers({ status });
      expect((await failure({ isFinal })).isFinal).toBe(status === 404);
    }
  });

  it("does not wait for ever, neither for the answer nor for its end", async () => {
    peer.answers(hang);
    expect(await failure({ timeoutMs: 100 })).toMatchObject({ isFinal: false });
    peer.answers((response) => void response.writeHead(200).write("by"));
    expect(await failure({ timeoutMs: 100 })).toMatchObject({
      isFinal: false,
      message: "the file did not come within 100 ms",
    });
  });
});
