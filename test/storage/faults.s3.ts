import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { DeleteBucketCommand, DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { MINUTE, systemClock } from "../../src/platform/time";
import type { Storage } from "../../src/storage/storage";
import { type FaultyStore, faultyStore, type PassedRequest, useFaultyStore } from "../support/s3-proxy";
import type { S3Server } from "../support/s3-server";
import { openBucket } from "../support/s3-storage";
import { image, newKey, put } from "./conformance";

let server: S3Server;
let store: FaultyStore;
let storage: Storage;
let bucket: string;

useFaultyStore(async (...up) => {
  [server, store] = up;
  ({ storage, bucket } = await openBucket(server, { endpoint: store.endpoint }));
});

const isGet = ({ method, path }: PassedRequest) => method === "GET" && path.includes("x-id=GetObject");
const isCopy = ({ headers }: PassedRequest) => "x-amz-copy-source" in headers;
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function stored(sizeBytes: number): Promise<{ key: string; bytes: Buffer }> {
  const key = newKey();
  const bytes = randomBytes(sizeBytes);
  await storage.put(image(key, sizeBytes), Readable.from([bytes]));
  return { key, bytes };
}

async function uploaded(text: string): Promise<string> {
  const key = newKey();
  const { url } = await storage.presignUpload(image(key, text.length), systemClock.now() + MINUTE);
  expect((await put(url, text)).status).toBe(200);
  return key;
}

const unavailable = (cause: string) => ({
  status: 503,
  code: "service_unavailable",
  message: "The file storage cannot be used at the moment",
  headers: { "Retry-After": "5" },
  cause: expect.objectContaining({ message: expect.stringContaining(cause) as string }) as unknown,
});

describe("a download from the store that is cut", () => {
  it("goes on where it stopped, as often as it takes", async () => {
    const { key, bytes } = await stored(3 * 1024 * 1024);
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: 400_000 } : null);
    const read = await buffer(await storage.read(key));
    expect(hashOf(read)).toBe(hashOf(bytes));
    const gets = store.requests.filter(isGet);
    expect(gets).toHaveLength(8);
    expect(gets[1]?.headers).toMatchObject({
      range: `bytes=400000-${bytes.length - 1}`,
      "if-match": expect.stringMatching(/^"[0-9a-f]{32}"$/) as string,
    });
  });

  it("goes on within the range that was asked for", async () => {
    const { key, bytes } = await stored(1024 * 1024);
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: 200_000 } : null);
    const range = { start: 1_000, end: 900_000 };
    const read = await buffer(await storage.read(key, range));
    expect(hashOf(read)).toBe(hashOf(bytes.subarray(range.start, range.end + 1)));
  });

  it("fails when nothing more comes", async () => {
    const { key } = await stored(1024 * 1024);
    let answers = 0;
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: answers++ === 0 ? 200_000 : 0 } : null);
    await expect(buffer(await storage.read(key))).rejects.toThrow(
      /^The object's bytes from 200000 to 1048575/,
    );
    expect(answers).toBe(4);
  });

  it("never goes on with other bytes", async () => {
    const { key } = await stored(1024 * 1024);
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: 200_000 } : null);
    const stream = await storage.read(key);
    const overwrite = { Bucket: bucket, Key: key, Body: randomBytes(1024 * 1024) };
    await server.client.send(new PutObjectCommand(overwrite));
    await expect(buffer(stream)).rejects.toMatchObject(unavailable("PreconditionFailed"));
  });

  it("asks for nothing more once its reader has gone", async () => {
    const { key } = await stored(1024 * 1024);
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: 200_000 } : null);
    const stream = await storage.read(key);
    await stream.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]().next();
    const closed = new Promise((resolve) => stream.once("close", resolve));
    stream.destroy();
    await closed;
    const asked = store.requests.length;
    await storage.stat(key);
    expect(store.requests.filter(isGet).length).toBeLessThanOrEqual(asked);
    expect(store.requests).toHaveLength(asked + 1);
  });
});

describe("a store that fails", () => {
  it("for a moment is asked again, and nobody hears of it", async () => {
    const { key } = await stored(10);
    store.requests.length = 0;
    let failures = 2;
    store.fault = () => (failures-- > 0 ? { status: 503, code: "SlowDown" } : null);
    await expect(storage.stat(key)).resolves.toEqual({ sizeBytes: 10 });
    expect(store.requests).toHaveLength(3);
  });

  it.each([
    ["throttles", { status: 503, code: "SlowDown" }, "SlowDown"],
    ["denies", { status: 403, code: "AccessDenied" }, "AccessDenied"],
    ["cuts every connection", "cut", "ECONNRESET"],
  ] as const)("because it %s is unavailable, and the log learns why", async (_, fault, cause) => {
    const key = await uploaded("bytes");
    store.fault = () => fault;
    const object = image(key, 5);
    for (const refused of [
      () => storage.read(key),
      () => storage.remove(key),
      () => storage.put(object, Readable.from([Buffer.from("bytes")])),
      () => storage.sweep(0),
    ]) {
      await expect(refused()).rejects.toMatchObject(unavailable(cause));
    }
    // A HEAD tells no more than a status.
    for (const refused of [() => storage.stat(key), () => storage.seal(object)]) {
      await expect(refused()).rejects.toMatchObject(unavailable("S3 HeadObject: "));
    }
  });

  it("by answering as no store does is unavailable", async () => {
    store.fault = () => ({ status: 200, body: "<html>" });
    await expect(storage.sweep(0)).rejects.toMatchObject(unavailable("S3 ListObjectsV2: "));
  });

  it("tells the log nothing that is secret", async () => {
    store.fault = () => ({
      status: 403,
      body: "<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message><StringToSign>SECRET-A</StringToSign><AWSAccessKeyId>SECRET-B</AWSAccessKeyId></Error>",
    });
    const error = await storage.sweep(0).catch((thrown: unknown) => thrown as Error);
    expect((error as Error).cause).toMatchObject({
      message: expect.stringMatching(/^S3 ListObjectsV2: SignatureDoesNotMatch: no \(403/) as string,
    });
    const { message, stack, ...rest } = (error as Error).cause as Error;
    expect(`${message} ${stack} ${JSON.stringify(rest)}`).not.toContain("SECRET");
  });

  it("having lost its bucket is unavailable, and none of its objects is taken for deleted", async () => {
    const gone = await openBucket(server);
    for (const Key of await server.keys(gone.bucket)) {
      await server.client.send(new DeleteObjectCommand({ Bucket: gone.bucket, Key }));
    }
    await server.client.send(new DeleteBucketCommand({ Bucket: gone.bucket }));
    const key = newKey();
    await expect(gone.storage.stat(key)).rejects.toMatchObject(unavailable("S3 HeadBucket: "));
    await expect(gone.storage.seal(image(key, 1))).rejects.toMatchObject(unavailable("S3 HeadBucket: "));
    await expect(gone.storage.read(key)).rejects.toMatchObject(unavailable("NoSuchBucket"));
    await expect(gone.storage.remove(key)).rejects.toMatchObject(unavailable("NoSuchBucket"));
  });
});

describe("sealing", () => {
  it.each([
    ["another size", image("", 4)],
    ["another type", { ...image("", 5), contentType: "image/gif" }],
  ])("refuses and removes bytes of %s, which a store let in that enforces nothing", async (_, declared) => {
    const key = newKey();
    const lax = { Bucket: bucket, Key: `incoming/${key}`, Body: "bytes", ContentType: "image/png" };
    await server.client.send(new PutObjectCommand(lax));
    await expect(storage.seal({ ...declared, key })).resolves.toBe(false);
    expect((await server.keys(bucket)).filter((one) => one.includes(key))).toEqual([]);
  });

  it("does without the condition where the store does not have it", async () => {
    const key = await uploaded("bytes");
    store.fault = (request) =>
      isCopy(request) && "if-none-match" in request.headers ? { status: 501, code: "NotImplemented" } : null;
    await expect(storage.seal(image(key, 5))).resolves.toBe(true);
    expect((await buffer(await storage.read(key))).toString()).toBe("bytes");
  });

  it("takes no bytes that came between the look and the copy", async () => {
    const key = newKey();
    const { url } = await storage.presignUpload(image(key, 5), systemClock.now() + MINUTE);
    await put(url, "first");
    const overwrite = { Bucket: bucket, Key: `incoming/${key}`, Body: "other", ContentType: "image/png" };
    let replaced: Promise<unknown> | undefined;
    const through = await faultyStore(server.endpoint);
    const other = await openBucket(server, { endpoint: through.endpoint, bucket });
    through.fault = (request) => {
      if (!isCopy(request) || replaced) return null;
      replaced = server.client.send(new PutObjectCommand(overwrite));
      // The SDK comes back after a failure of the server, and finds the other bytes.
      return { status: 500, code: "InternalError" };
    };
    await expect(other.storage.seal(image(key, 5))).resolves.toBe(false);
    await expect(storage.stat(key)).resolves.toBeNull();
    await replaced;
    await expect(storage.seal(image(key, 5))).resolves.toBe(true);
    expect((await buffer(await storage.read(key))).toString()).toBe("other");
    await through.close();
  });

  it("that died after the copy counts when it is repeated, whatever came to the URL meanwhile", async () => {
    const key = newKey();
    const { url } = await storage.presignUpload(image(key, 5), systemClock.now() + MINUTE);
    await put(url, "first");
    let copied = false;
    store.fault = (request) => {
      if (copied) return "cut";
      copied = isCopy(request);
      return null;
    };
    await expect(storage.seal(image(key, 5))).resolves.toBe(true);
    store.fault = () => null;
    await put(url, "later");
    await expect(storage.seal(image(key, 5))).resolves.toBe(true);
    expect((await buffer(await storage.read(key))).toString()).toBe("first");
  });
});
