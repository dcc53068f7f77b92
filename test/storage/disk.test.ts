import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import express from "express";
import pino from "pino";
import { errorEnvelope } from "../../src/http/envelope";
import { requestIds } from "../../src/http/request-id";
import { closeServer, httpServer } from "../../src/http/server";
import { idMaker } from "../../src/platform/ids";
import { MINUTE, systemClock } from "../../src/platform/time";
import { storageRouter } from "../../src/storage/disk/disk.routes";
import { type DiskStorage, diskStorage } from "../../src/storage/disk/disk-storage";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";
import { describeStorage, image, newKey, put, send, type StorageUnderTest } from "./conformance";

interface DiskUnderTest extends StorageUnderTest {
  storage: DiskStorage;
  publicUrl: string;
  port: number;
}

async function openDisk(directory = temporaryFolder("storage")): Promise<DiskUnderTest> {
  const confirmed = new Set<string>();
  const gate = {
    isOpen: async (key: string) => !confirmed.has(key),
    async whileOpen(key: string, place: () => Promise<void>) {
      if (confirmed.has(key)) return false;
      await place();
      return true;
    },
  };
  const ids = idMaker(systemClock);
  const app = express();
  const server = httpServer(app, ids);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const publicUrl = `http://127.0.0.1:${port}`;
  const storage = diskStorage({ directory, publicUrl, secret: "secret", clock: systemClock });
  app.use(requestIds(ids), storageRouter(storage, gate), errorEnvelope(pino({ level: "silent" })));
  return {
    storage,
    publicUrl,
    port,
    async contents() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
    },
    confirm: (key) => void confirmed.add(key),
    async abandonUpload(key) {
      await mkdir(join(directory, "incoming"), { recursive: true });
      await writeFile(join(directory, "incoming", `${key.split("/")[1]}.1`), "part");
    },
    async close() {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}

describeStorage("on the disk", openDisk);

describe("storage on the disk over HTTP", () => {
  let directory: string;
  let disk: DiskUnderTest;
  beforeEach(async () => {
    directory = join(temporaryFolder("disk"), "files");
    await mkdir(directory);
    disk = await openDisk(directory);
  });
  afterEach(() => disk.close());

  const textOf = async (key: string) => (await buffer(await disk.storage.read(key))).toString();
  const uploadUrl = async (key: string, sizeBytes: number) =>
    (await disk.storage.presignUpload(image(key, sizeBytes), systemClock.now() + 15 * MINUTE)).url;
  const errorOf = ({ body }: { body: Buffer }) =>
    (JSON.parse(body.toString()) as { error: { code: string; request_id: string } }).error;
  const filesRemain = (count: number) =>
    until(`${count} files remain`, 5, async () => (await disk.contents()).length === count, 5);

  /** Opens a connection and sends the headers of an upload with the first bytes of its body. */
  async function uploadBytes(key: string, sizeBytes: number, bytes: string, headers: string[] = []) {
    const path = (await uploadUrl(key, sizeBytes)).slice(disk.publicUrl.length);
    const socket = connect(disk.port, "127.0.0.1");
    const declared = ["Host: x", "Content-Type: image/png", `Content-Length: ${sizeBytes}`, ...headers];
    socket.write(`PUT ${path} HTTP/1.1\r\n${declared.join("\r\n")}\r\n\r\n${bytes}`);
    return socket;
  }

  describe("an upload", () => {
    it("is rejected with 409 after the file is confirmed", async () => {
      const key = newKey();
      const url = await uploadUrl(key, 5);
      expect((await put(url, "first")).status).toBe(200);
      disk.confirm(key);
      const response = await put(url, "again");
      expect(response.status).toBe(409);
      expect(errorOf(response)).toMatchObject({ code: "conflict" });
      expect(await textOf(key)).toBe("first");
    });

    it("is rejected with 409 when the file is confirmed during the upload", async () => {
      const key = newKey();
      await put(await uploadUrl(key, 5), "first");
      const socket = await uploadBytes(key, 5, "sec", ["Connection: close"]);
      await filesRemain(2);
      disk.confirm(key);
      socket.write("on");
      expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 409 /);
      expect(await textOf(key)).toBe("first");
      expect(await disk.contents()).toEqual([key]);
    });

    const type = { "Content-Type": "image/png" };
    const wrongType = [415, "unsupported_media_type", "Content-Type"] as const;
    it.each<[string, Record<string, string>, string, number, string, string]>([
      ["another type", { "Content-Type": "image/gif" }, "bytes", ...wrongType],
      ["parameters of the type", { "Content-Type": "image/png; q=1" }, "bytes", ...wrongType],
      ["no type", {}, "bytes", ...wrongType],
      [
        "no length",
        { ...type, "Transfer-Encoding": "chunked" },
        "bytes",
        411,
        "validation_failed",
        "Content-Length",
      ],
      ["a shorter body", type, "byte", 400, "validation_failed", "Content-Length"],
      ["a longer body", type, "bytes+", 413, "payload_too_large", "Content-Length"],
      ["an empty body", type, "", 400, "validation_failed", "Content-Length"],
    ])("is rejected with %s, which the error names", async (_, headers, body, status, code, field) => {
      const isChunked = "Transfer-Encoding" in headers;
      const given = isChunked ? headers : { "Content-Length": body.length, ...headers };
      const response = await send("PUT", await uploadUrl(newKey(), 5), given, Buffer.from(body));
      expect(response.status).toBe(status);
      expect(errorOf(response)).toMatchObject({ code, fields: [{ field }] });
      expect(errorOf(response).request_id).toBe(response.headers["x-request-id"]);
      expect(await disk.contents()).toEqual([]);
    });

    it.each([
      "/storage/../../etc/passwd",
      "/storage/%2e%2e/%2e%2e",
      "/storage/..%2F..%2Fetc/passwd",
      "/storage/a/b%00",
      "/storage/a/%E0",
      "/storage/incoming/x",
    ])("reaches no file by the path %s", async (path) => {
      const query = "type=image/png&size=5&expires=9999999999&signature=00";
      const socket = connect(disk.port, "127.0.0.1");
      socket.write(
        `PUT ${path}?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
          "Content-Type: image/png\r\nContent-Length: 5\r\n\r\nbytes",
      );
      expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 40[034] /);
      expect(await disk.contents()).toEqual([]);
    });

    it("supports no other methods than PUT, GET and HEAD", async () => {
      const response = await send("POST", await uploadUrl(newKey(), 5), { "Content-Length": 0 });
      expect(response).toMatchObject({ status: 405, headers: { allow: "GET, HEAD, PUT" } });
    });

    it.each(["destroy", "end"] as const)("leaves no file when the client disconnects (%s)", async (how) => {
      const socket = await uploadBytes(newKey(), 1_000_000, "x".repeat(100_000));
      socket.on("error", () => {});
      await filesRemain(1);
      socket[how]();
      await filesRemain(0);
      socket.destroy();
    });

    it("ends at its declared length, whatever follows", async () => {
      const key = newKey();
      await buffer(await uploadBytes(key, 5, "bytes and more"));
      await until("no part remains", 5, async () => (await disk.contents()).every((name) => name === key), 5);
      if ((await disk.storage.stat(key)) !== null) expect(await textOf(key)).toBe("bytes");
    });
  });

  describe("a download", () => {
    const text = "phone,name\n";

    async function downloadUrl(): Promise<string> {
      const object = { key: newKey(), contentType: "text/csv", sizeBytes: text.length };
      await disk.storage.put(object, Readable.from([Buffer.from(text)]));
      const expiresAt = systemClock.now() + 15 * MINUTE;
      return (await disk.storage.presignDownload({ ...object, filename: "contatos.csv" }, expiresAt)).url;
    }

    it("supports HEAD, and forbids browsers to guess its type", async () => {
      const url = await downloadUrl();
      const length = { "content-length": String(text.length) };
      const head = await send("HEAD", url);
      expect(head).toMatchObject({ status: 200, headers: length });
      expect(head.body).toHaveLength(0);
      const { headers } = await send("GET", url);
      expect(headers).toMatchObject({ ...length, "x-content-type-options": "nosniff" });
    });

    it("returns a range with the size of the whole file", async () => {
      const { headers } = await send("GET", await downloadUrl(), { Range: "bytes=0-4" });
      expect(headers["content-range"]).toBe(`bytes 0-4/${text.length}`);
    });

    it("returns 404 when its bytes are gone", async () => {
      const url = await downloadUrl();
      await rm(directory, { recursive: true, force: true });
      const response = await send("GET", url);
      expect(response.status).toBe(404);
      expect(errorOf(response)).toMatchObject({ code: "not_found" });
    });
  });

  describe("a write", () => {
    const bytes = () => Readable.from([Buffer.from("bytes")]);

    it("stores nothing when the publisher declines or fails", async () => {
      const object = image(newKey(), 5);
      await expect(disk.storage.write(object, bytes(), async () => false)).resolves.toBe(false);
      const failing = () => Promise.reject(new Error("no database"));
      await expect(disk.storage.write(object, bytes(), failing)).rejects.toThrow("no database");
      expect(await disk.contents()).toEqual([]);
    });

    it.each(["ENOSPC", "EDQUOT", "EFBIG"])(
      "returns 503 and stores nothing when the system reports %s",
      async (code) => {
        const refused = async () => Promise.reject(Object.assign(new Error(code), { code }));
        await expect(disk.storage.write(image(newKey(), 5), bytes(), refused)).rejects.toMatchObject({
          status: 503,
          code: "service_unavailable",
          headers: { "Retry-After": "60" },
        });
        expect(await disk.contents()).toEqual([]);
      },
    );
  });

  it("restricts objects and folders to their user, whatever the umask", async () => {
    await rm(directory, { recursive: true });
    const umask = process.umask(0);
    try {
      const key = newKey();
      await disk.storage.put(image(key, 1), Readable.from([Buffer.from("a")]));
      const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
      expect(await modeOf(directory)).toBe("700");
      expect(await modeOf(join(directory, "incoming"))).toBe("700");
      expect(await modeOf(join(directory, dirname(key)))).toBe("700");
      expect(await modeOf(join(directory, key))).toBe("600");
    } finally {
      process.umask(umask);
    }
  });
});
