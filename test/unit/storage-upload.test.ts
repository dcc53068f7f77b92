import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import express from "express";
import fc from "fast-check";
import pino from "pino";
import { errorEnvelope } from "../../src/http/envelope";
import { requestIds } from "../../src/http/request-id";
import { closeServer, type HttpServer, httpServer } from "../../src/http/server";
import { idMaker } from "../../src/platform/ids";
import { storageRouter } from "../../src/storage/disk/disk.routes";
import { diskStorage } from "../../src/storage/disk/disk-storage";
import { MINUTE } from "../../src/platform/time";
import { testClock } from "../support/clock";

const clock = testClock();
const ids = idMaker(clock);
const confirmed = new Set<string>();
let directory: string;
let server: HttpServer;
let port: number;
let storage: ReturnType<typeof diskStorage>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "recado-upload-"));
  storage = diskStorage({ directory, publicUrl: "http://localhost", secret: "secret", clock });
  const gate = {
    isOpen: async (key: string) => !confirmed.has(key),
    async whileOpen(key: string, place: () => Promise<void>) {
      if (confirmed.has(key)) return false;
      await place();
      return true;
    },
  };
  const app = express();
  app.disable("etag");
  app.use(requestIds(ids), storageRouter(storage, gate), errorEnvelope(pino({ level: "silent" })));
  server = httpServer(app, ids);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await closeServer(server);
  await rm(directory, { recursive: true, force: true });
});

const newKey = () => `${ids.next()}/${ids.next()}`;

async function uploadPath(key: string, sizeBytes: number, contentType = "image/png"): Promise<string> {
  const { url } = await storage.presignUpload({ key, contentType, sizeBytes }, clock.now() + 15 * MINUTE);
  return url.slice("http://localhost".length);
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  error: { code: string; message: string; request_id: string; fields?: { field: string }[] };
}

/** Sends one request over a new connection. Without a Content-Length the body is sent in chunks. */
function send(
  method: string,
  path: string,
  headers: Record<string, string | number>,
  body?: Buffer,
): Promise<Reply> {
  const replyOf = async (response: IncomingMessage): Promise<Reply> => {
    const bytes = await buffer(response);
    const isJson = response.headers["content-type"]?.startsWith("application/json");
    const { error } = (isJson ? JSON.parse(bytes.toString()) : {}) as { error: Reply["error"] };
    return { status: response.statusCode ?? 0, headers: response.headers, body: bytes, error };
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { port, host: "127.0.0.1", method, path, headers, agent: false },
      (response) => void replyOf(response).then(resolve, reject),
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const put = (path: string, body: Buffer, headers: Record<string, string | number> = {}) =>
  send("PUT", path, { "Content-Type": "image/png", "Content-Length": body.length, ...headers }, body);

/** Returns every file in the storage's folder, which exists from the first upload on. */
async function remains(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const stored = async (key: string) => {
  const object = await storage.stat(key);
  return object === null ? null : (await buffer(await storage.read(key))).toString();
};

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("an upload", () => {
  beforeEach(async () => {
    // An upload of the previous test may still be running after its client has disconnected.
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  });

  it("stores exactly the bytes of the request", async () => {
    const key = newKey();
    const bytes = Buffer.alloc(3 * 1024 * 1024, "0123456789");
    const { status } = await put(await uploadPath(key, bytes.length), bytes);
    expect(status).toBe(200);
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    expect(await remains()).toHaveLength(1);
  });

  it("replaces an earlier upload until the file is confirmed, and is refused afterwards", async () => {
    const key = newKey();
    const path = await uploadPath(key, 5);
    await expect(put(path, Buffer.from("first"))).resolves.toMatchObject({ status: 200 });
    await expect(put(path, Buffer.from("again"))).resolves.toMatchObject({ status: 200 });
    expect(await stored(key)).toBe("again");
    confirmed.add(key);
    await expect(put(path, Buffer.from("third"))).resolves.toMatchObject({
      status: 409,
      error: { code: "conflict" },
    });
    expect(await stored(key)).toBe("again");
  });

  it("is refused when the file is confirmed during the upload", async () => {
    const key = newKey();
    const path = await uploadPath(key, 5);
    await put(path, Buffer.from("first"));
    const socket = connect(port, "127.0.0.1");
    const headers = "Host: x\r\nConnection: close\r\nContent-Type: image/png\r\nContent-Length: 5";
    socket.write(`PUT ${path} HTTP/1.1\r\n${headers}\r\n\r\nsec`);
    await until(async () => (await remains()).length === 2);
    confirmed.add(key);
    socket.write("on");
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 409 /);
    expect(await stored(key)).toBe("first");
    expect(await remains()).toHaveLength(1);
  });

  it("stays whole when several uploads use one URL concurrently", async () => {
    const key = newKey();
    const size = 512 * 1024;
    const path = await uploadPath(key, size);
    const replies = await Promise.all(["a", "b", "c"].map((letter) => put(path, Buffer.alloc(size, letter))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const text = (await stored(key)) as string;
    expect(text).toBe((text[0] as string).repeat(size));
    expect(await remains()).toHaveLength(1);
  });

  it.each([
    ["another type", { "Content-Type": "image/gif" }, 415, "unsupported_media_type", "Content-Type"],
    [
      "parameters of the type",
      { "Content-Type": "image/png; q=1" },
      415,
      "unsupported_media_type",
      "Content-Type",
    ],
    ["a shorter body", { "Content-Length": 4 }, 400, "validation_failed", "Content-Length"],
    ["a longer body", { "Content-Length": 6 }, 413, "payload_too_large", "Content-Length"],
    ["an empty body", { "Content-Length": 0 }, 400, "validation_failed", "Content-Length"],
  ])("is refused with %s", async (_, headers, status, code, field) => {
    const key = newKey();
    const length = (headers as Record<string, unknown>)["Content-Length"] ?? 5;
    const reply = await put(await uploadPath(key, 5), Buffer.alloc(length as number, "x"), headers);
    expect(reply).toMatchObject({ status, error: { code, fields: [{ field }] } });
    expect(reply.error.request_id).toBe(reply.headers["x-request-id"]);
    expect(await remains()).toEqual([]);
  });

  it("is refused without a type", async () => {
    const path = await uploadPath(newKey(), 5);
    const reply = await send("PUT", path, { "Content-Length": 5 }, Buffer.from("bytes"));
    expect(reply).toMatchObject({ status: 415, error: { code: "unsupported_media_type" } });
  });

  it("is refused without a length", async () => {
    const path = await uploadPath(newKey(), 5);
    const headers = { "Content-Type": "image/png", "Transfer-Encoding": "chunked" };
    const reply = await send("PUT", path, headers, Buffer.from("bytes"));
    expect(reply).toMatchObject({ status: 411, error: { code: "validation_failed" } });
  });

  it("is refused once its URL has expired", async () => {
    const path = await uploadPath(newKey(), 5);
    clock.advance(15 * MINUTE);
    await expect(put(path, Buffer.from("bytes"))).resolves.toMatchObject({
      status: 403,
      error: { code: "forbidden" },
    });
  });

  it("is refused for any change to its URL", async () => {
    const path = await uploadPath(newKey(), 5);
    // `%2f` and `%2F` are equivalent.
    const meaningOf = (url: string) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      return JSON.stringify([pathname, ...searchParams]);
    };
    // Changes begin after `/storage/`: other prefixes lead to other routes.
    const from = "/storage/".length;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: from, max: path.length - 1 }),
        fc.constantFrom(..."0123456789abcdefXYZ&=-.%2F"),
        async (at, letter) => {
          const changed = path.slice(0, at) + letter + path.slice(at + 1);
          fc.pre(meaningOf(changed) !== meaningOf(path));
          const { status } = await put(changed, Buffer.from("bytes"));
          // A path outside the storage returns 404, and an invalid percent-encoding 400.
          expect([400, 403, 404]).toContain(status);
        },
      ),
      { numRuns: 200 },
    );
    expect(await remains()).toEqual([]);
  });

  it.each([
    "/storage/../../etc/passwd",
    "/storage/%2e%2e/%2e%2e",
    "/storage/..%2F..%2Fetc/passwd",
    "/storage/a/b%00",
    "/storage/incoming/x",
  ])("reaches no file by the path %s", async (path) => {
    const { status } = await put(
      `${path}?type=image/png&size=5&expires=9999999999&signature=00`,
      Buffer.from("bytes"),
    );
    expect([403, 404]).toContain(status);
    expect(await remains()).toEqual([]);
  });

  it.each(["destroy", "end"] as const)("leaves no file when the client disconnects (%s)", async (how) => {
    const path = await uploadPath(newKey(), 1_000_000);
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    const head = `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 1000000\r\n\r\n`;
    socket.write(head + "x".repeat(100_000));
    await until(async () => (await remains()).length === 1);
    socket[how]();
    await until(async () => (await remains()).length === 0);
    socket.destroy();
  });

  it("ends at its declared length, whatever follows", async () => {
    const key = newKey();
    const socket = connect(port, "127.0.0.1");
    const head = `PUT ${await uploadPath(key, 5)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 5\r\n\r\n`;
    socket.write(`${head}bytes and more`);
    await buffer(socket);
    expect([null, "bytes"]).toContain(await stored(key));
    await until(async () => (await remains()).every((name) => name === key.split("/")[1]));
  });

  it("accepts only PUT, GET and HEAD", async () => {
    const reply = await send("POST", await uploadPath(newKey(), 5), { "Content-Length": 0 });
    expect(reply).toMatchObject({ status: 405, headers: { allow: "GET, HEAD, PUT" } });
  });
});

describe("a presigned download", () => {
  const text = "phone,name\n+5511987654321,João\n";
  const sizeBytes = Buffer.byteLength(text);

  async function downloadPath(filename: string): Promise<string> {
    const object = { key: newKey(), contentType: "text/csv", sizeBytes };
    await put(await uploadPath(object.key, sizeBytes, "text/csv"), Buffer.from(text), {
      "Content-Type": "text/csv",
    });
    const { url } = await storage.presignDownload({ ...object, filename }, clock.now() + 15 * MINUTE);
    return url.slice("http://localhost".length);
  }

  it("is sent as an attachment with its type and name, and is not cached", async () => {
    const reply = await send("GET", await downloadPath("contatos.csv"), {});
    expect(reply.status).toBe(200);
    expect(reply.body.toString()).toBe(text);
    expect(reply.headers).toMatchObject({
      "content-type": "text/csv",
      "content-length": String(sizeBytes),
      "content-disposition": "attachment; filename=contatos.csv",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
  });

  it.each(["são joão.csv", 'a"b;c.csv', "line\r\nSet-Cookie: x=y", "../../etc/passwd", "página.html", "📇"])(
    "escapes the name %j",
    async (filename) => {
      const reply = await send("GET", await downloadPath(filename), {});
      expect(reply.status).toBe(200);
      expect(reply.headers["content-type"]).toBe("text/csv");
      expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename=/);
      expect(reply.headers["content-disposition"]).not.toContain("/");
      expect(reply.headers["set-cookie"]).toBeUndefined();
    },
  );

  it("supports HEAD and ranges", async () => {
    const path = await downloadPath("contatos.csv");
    const head = await send("HEAD", path, {});
    expect(head).toMatchObject({ status: 200, headers: { "content-length": String(sizeBytes) } });
    expect(head.body).toHaveLength(0);
    const part = await send("GET", path, { Range: "bytes=0-4" });
    expect(part).toMatchObject({ status: 206, headers: { "content-range": `bytes 0-4/${sizeBytes}` } });
    expect(part.body.toString()).toBe("phone");
  });

  it("is refused when expired or changed, and for an upload", async () => {
    const path = await downloadPath("contatos.csv");
    await expect(send("GET", path.replace("contatos", "outros"), {})).resolves.toMatchObject({ status: 403 });
    await expect(put(path, Buffer.from(text), { "Content-Type": "text/csv" })).resolves.toMatchObject({
      status: 403,
    });
    clock.advance(15 * MINUTE);
    await expect(send("GET", path, {})).resolves.toMatchObject({ status: 403, error: { code: "forbidden" } });
  });

  it("is not found when the bytes are gone", async () => {
    const path = await downloadPath("contatos.csv");
    await rm(directory, { recursive: true, force: true });
    await expect(send("GET", path, {})).resolves.toMatchObject({ status: 404, error: { code: "not_found" } });
  });
});
