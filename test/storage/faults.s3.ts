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

describe("an interrupted download from the store", () => {
  it("resumes where it stopped, as often as needed", async () => {
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

  it("resumes within the requested range", async () => {
    const { key, bytes } = await stored(1024 * 1024);
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: 200_000 } : null);
    const range = { start: 1_000, end: 900_000 };
    const read = await buffer(await storage.read(key, range));
    expect(hashOf(read)).toBe(hashOf(bytes.subarray(range.start, range.end + 1)));
  });

  it("fails when no more bytes arrive", async () => {
    const { key } = await stored(1024 * 1024);
    let responses = 0;
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: responses++ === 0 ? 200_000 : 0 } : null);
    await expect(buffer(await storage.read(key))).rejects.toThrow(
      /^The object's bytes from 200000 to 1048575/,
    );
    expect(responses).toBe(4);
  });

  it("fails when the object has changed", async () => {
    const { key } = await stored(1024 * 1024);
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: 200_000 } : null);
    const stream = await storage.read(key);
    const overwrite = { Bucket: bucket, Key: key, Body: randomBytes(1024 * 1024) };
    await server.client.send(new PutObjectCommand(overwrite));
    await expect(buffer(stream)).rejects.toMatchObject(unavailable("PreconditionFailed"));
  });

  it("sends no more requests once its reader has left", async () => {
    const { key } = await stored(1024 * 1024);
    store.fault = (request) => (isGet(request) ? { cutAfterBytes: 200_000 } : null);
    const stream = await storage.read(key);
    await stream.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]().next();
    const closed = new Promise((resolve) => stream.once("close", resolve));
    stream.destroy();
    await closed;
    const sent = store.requests.length;
    await storage.stat(key);
    expect(store.requests.filter(isGet).length).toBeLessThanOrEqual(sent);
    expect(store.requests).toHaveLength(sent + 1);
  });
});

describe("a failing store", () => {
  it("is retried after a temporary failure", async () => {
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
  ] as const)("is reported as unavailable, with the cause, when it %s", async (_, fault, cause) => {
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
    // The response to a HEAD has only a status.
    for (const refused of [() => storage.stat(key), () => storage.seal(object)]) {
      await expect(refused()).rejects.toMatchObject(unavailable("S3 HeadObject: "));
    }
  });

  it("is reported as unavailable after a malformed response", async () => {
    store.fault = () => ({ status: 200, body: "<html>" });
    await expect(storage.sweep(0)).rejects.toMatchObject(unavailable("S3 ListObjectsV2: "));
  });

  it("leaks no secret into the log", async () => {
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

  it("is reported as unavailable when its bucket is lost, and no object counts as deleted", async () => {
    const missing = await openBucket(server);
    for (const Key of await server.keys(missing.bucket)) {
      await server.client.send(new DeleteObjectCommand({ Bucket: missing.bucket, Key }));
    }
    await server.client.send(new DeleteBucketCommand({ Bucket: missing.bucket }));
    const key = newKey();
    await expect(missing.storage.stat(key)).rejects.toMatchObject(unavailable("S3 HeadBucket: "));
    await expect(missing.storage.seal(image(key, 1))).rejects.toMatchObject(unavailable("S3 HeadBucket: "));
    await expect(missing.storage.read(key)).rejects.toMatchObject(unavailable("NoSuchBucket"));
    await expect(missing.storage.remove(key)).rejects.toMatchObject(unavailable("NoSuchBucket"));
  });
});

describe("sealing", () => {
  it.each([
    ["another size", image("", 4)],
    ["another type", { ...image("", 5), contentType: "image/gif" }],
  ])("rejects and removes bytes of %s that the store accepted", async (_, declared) => {
    const key = newKey();
    const lax = { Bucket: bucket, Key: `incoming/${key}`, Body: "bytes", ContentType: "image/png" };
    await server.client.send(new PutObjectCommand(lax));
    await expect(storage.seal({ ...declared, key })).resolves.toBe(false);
    expect((await server.keys(bucket)).filter((one) => one.includes(key))).toEqual([]);
  });

  it("copies without the condition when the store does not support it", async () => {
    const key = await uploaded("bytes");
    store.fault = (request) =>
      isCopy(request) && "if-none-match" in request.headers ? { status: 501, code: "NotImplemented" } : null;
    await expect(storage.seal(image(key, 5))).resolves.toBe(true);
    expect((await buffer(await storage.read(key))).toString()).toBe("bytes");
  });

  it("rejects bytes that arrived between the check and the copy", async () => {
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
      // The SDK retries after a server error and finds the other bytes.
      return { status: 500, code: "InternalError" };
    };
    await expect(other.storage.seal(image(key, 5))).resolves.toBe(false);
    await expect(storage.stat(key)).resolves.toBeNull();
    await replaced;
    await expect(storage.seal(image(key, 5))).resolves.toBe(true);
    expect((await buffer(await storage.read(key))).toString()).toBe("other");
    await through.close();
  });

  it("succeeds when repeated after a crash that followed the copy, despite a later upload", async () => {
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
