import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { idMaker } from "../../src/platform/ids";
import { MINUTE, SECOND, systemClock } from "../../src/platform/time";
import type { ObjectSpec, Storage } from "../../src/storage/storage";
import { runs } from "../support/runs";
import { until } from "../support/until";

/** A storage with the access to its contents that its tests need. */
export interface StorageUnderTest {
  storage: Storage;
  /** Returns the names of all contents: keys of objects, and for uploads a name with the id of the file. */
  contents(): Promise<string[]>;
  /** Closes a sealed file to uploads, as the service does at confirmation. */
  confirm(key: string): void;
  /** Leaves an abandoned upload in the storage. */
  abandonUpload(key: string): Promise<void>;
  close(): Promise<void>;
}

const CSV = "phone,name\n+5511987654321,João\n";

const ids = idMaker(systemClock);
export const newKey = () => `${ids.next()}/${ids.next()}`;
export const image = (key: string, sizeBytes: number): ObjectSpec => ({
  key,
  contentType: "image/png",
  sizeBytes,
});

interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one request over a new connection. Without a Content-Length, the body is chunked. */
export function send(
  method: string,
  url: string,
  headers: Record<string, string | number> = {},
  body?: Buffer,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      buffer(response).then((bytes) => resolve({ status, headers: received, body: bytes }), reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

export const put = (url: string, text: string, headers: Record<string, string | number> = {}) =>
  send(
    "PUT",
    url,
    { "Content-Type": "image/png", "Content-Length": Buffer.byteLength(text), ...headers },
    Buffer.from(text),
  );

export function describeStorage(name: string, open: () => Promise<StorageUnderTest>, openMs?: number): void {
  describe(`storage ${name}`, () => {
    let tested: StorageUnderTest;
    let storage: Storage;
    beforeAll(async () => {
      tested = await open();
      storage = tested.storage;
    }, openMs);
    afterAll(() => tested.close());

    const store = (key: string, text: string) =>
      storage.put(image(key, text.length), Readable.from([Buffer.from(text)]));
    const textOf = async (key: string) => (await buffer(await storage.read(key))).toString();
    const uploadUrl = async (key: string, sizeBytes: number, lifetime = 15 * MINUTE) =>
      (await storage.presignUpload(image(key, sizeBytes), systemClock.now() + lifetime)).url;
    const downloadUrl = async (filename: string, lifetime = 15 * MINUTE) => {
      const object = { key: newKey(), contentType: "text/csv", sizeBytes: Buffer.byteLength(CSV) };
      await storage.put(object, Readable.from([Buffer.from(CSV)]));
      return (await storage.presignDownload({ ...object, filename }, systemClock.now() + lifetime)).url;
    };
    const remainsOf = async (key: string) => {
      const fileId = key.split("/")[1] as string;
      return (await tested.contents()).filter((one) => one.includes(fileId));
    };

    describe("an object", () => {
      it("is returned unchanged, whole or in part", async () => {
        const key = newKey();
        await store(key, "0123456789");
        await expect(storage.stat(key)).resolves.toEqual({ sizeBytes: 10 });
        await expect(textOf(key)).resolves.toBe("0123456789");
        for (const [start, end, text] of [
          [2, 4, "234"],
          [0, 0, "0"],
          [9, 9, "9"],
          [0, 9, "0123456789"],
        ] as const) {
          expect((await buffer(await storage.read(key, { start, end }))).toString()).toBe(text);
        }
        expect(await remainsOf(key)).toEqual([key]);
      });

      it("is returned byte for byte when large, even to a slow reader", async () => {
        const key = newKey();
        const bytes = randomBytes(12 * 1024 * 1024);
        const chunks = Array.from({ length: 12 }, (_, n) => bytes.subarray(n << 20, (n + 1) << 20));
        await storage.put(image(key, bytes.length), Readable.from(chunks));
        const hash = createHash("sha256");
        for await (const chunk of await storage.read(key)) {
          hash.update(chunk as Buffer);
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
      });

      // The S3 adapter has 256 connections.
      it("stays readable after 300 readers have left midway", async () => {
        const key = newKey();
        const bytes = randomBytes(2 * 1024 * 1024);
        await storage.put(image(key, bytes.length), Readable.from([bytes]));
        for (let round = 0; round < 300; round++) {
          const stream = await storage.read(key);
          await stream.iterator()[Symbol.asyncIterator]().next();
          stream.destroy();
        }
        expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
      });

      it("is absent until it is written", async () => {
        const key = newKey();
        await expect(storage.stat(key)).resolves.toBeNull();
        await expect(storage.read(key)).rejects.toThrow();
        await expect(storage.seal(image(key, 1))).resolves.toBe(false);
        await expect(storage.remove(key)).resolves.toBeUndefined();
      });

      it.each([
        ["fewer bytes than declared", ["abc"], 4],
        ["more bytes than declared", ["abc", "de"], 4],
        ["no bytes", [], 4],
      ])("is not created from %s", async (_, chunks, sizeBytes) => {
        const key = newKey();
        const bytes = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
        await expect(storage.put(image(key, sizeBytes), bytes)).rejects.toMatchObject({ status: 400 });
        await expect(storage.stat(key)).resolves.toBeNull();
        expect(await remainsOf(key)).toEqual([]);
      });

      it("keeps its content when an overwrite fails midway", async () => {
        const key = newKey();
        await store(key, "first");
        async function* breakingOff() {
          yield Buffer.from("se");
          throw new Error("cut");
        }
        await expect(storage.put(image(key, 5), Readable.from(breakingOff()))).rejects.toThrow("cut");
        await expect(textOf(key)).resolves.toBe("first");
        expect(await remainsOf(key)).toEqual([key]);
      });

      it("is removed with its uploads, without other objects", async () => {
        const [key, neighbour] = [newKey(), newKey()] as const;
        await store(neighbour, "stays");
        await put(await uploadUrl(key, 5), "bytes");
        await expect(storage.seal(image(key, 5))).resolves.toBe(true);
        await tested.abandonUpload(key);
        await tested.abandonUpload(neighbour);
        await storage.remove(key);
        await storage.remove(key);
        await expect(storage.stat(key)).resolves.toBeNull();
        expect(await remainsOf(key)).toEqual([]);
        await expect(textOf(neighbour)).resolves.toBe("stays");
        expect(await remainsOf(neighbour)).toHaveLength(2);
      });

      it.each([
        "../secret",
        "a/b",
        "/etc/passwd",
        "",
        "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16/../x",
        "%2e%2e/x",
      ])("rejects the key %j", async (key) => {
        const [object, never] = [image(key, 1), systemClock.now()] as const;
        const download = { ...object, filename: "x" };
        for (const refused of [
          () => storage.stat(key),
          () => storage.read(key),
          () => storage.remove(key),
          () => storage.seal(object),
          () => storage.put(object, Readable.from([Buffer.from("x")])),
          () => storage.presignUpload(object, never),
          () => storage.presignDownload(download, never),
        ]) {
          await expect(refused()).rejects.toThrow("Not a storage key");
        }
      });
    });

    describe("an upload", () => {
      it("is stored by sealing, which is idempotent", async () => {
        const key = newKey();
        const { status } = await put(await uploadUrl(key, 5), "bytes");
        expect(status).toBe(200);
        const object = image(key, 5);
        const sealed = await Promise.all([1, 2, 3, 4].map(() => storage.seal(object)));
        expect([...sealed, await storage.seal(object)]).toEqual(Array(5).fill(true));
        await expect(storage.stat(key)).resolves.toEqual({ sizeBytes: 5 });
        await expect(textOf(key)).resolves.toBe("bytes");
        expect(await remainsOf(key)).toEqual([key]);
      });

      it.each([
        ["another type", { "Content-Type": "image/gif" }, "bytes"],
        ["parameters of the type", { "Content-Type": "image/png; q=1" }, "bytes"],
        ["a shorter body", {}, "byte"],
        ["a longer body", {}, "bytes+"],
        ["an empty body", {}, ""],
      ])("is rejected with %s", async (_, headers, text) => {
        const key = newKey();
        const { status } = await put(await uploadUrl(key, 5), text, headers);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        await expect(storage.seal(image(key, 5))).resolves.toBe(false);
        expect(await remainsOf(key)).toEqual([]);
      });

      it.each([
        ["a type", { "Content-Length": 5 }],
        ["a length", { "Content-Type": "image/png", "Transfer-Encoding": "chunked" }],
      ] as [string, Record<string, string | number>][])("is rejected without %s", async (_, headers) => {
        const key = newKey();
        const { status } = await send("PUT", await uploadUrl(key, 5), headers, Buffer.from("bytes"));
        expect([400, 403, 411, 415]).toContain(status);
        await expect(storage.seal(image(key, 5))).resolves.toBe(false);
      });

      it("is rejected for any change to its URL", async () => {
        const key = newKey();
        const url = await uploadUrl(key, 5);
        const { origin, pathname } = new URL(url);
        // The names of signed headers have the same meaning in upper case.
        const meaningOf = (one: string) =>
          JSON.stringify(
            [...new URL(one).searchParams].map(([name, value]) =>
              name === "X-Amz-SignedHeaders" ? [name, value.toLowerCase()] : [name, value],
            ),
          );
        const from = origin.length + pathname.length + 1;
        await fc.assert(
          fc.asyncProperty(
            fc.integer({ min: from, max: url.length - 1 }),
            fc.constantFrom(..."0123456789abcdefXYZ&=-."),
            async (at, letter) => {
              const changed = url.slice(0, at) + letter + url.slice(at + 1);
              fc.pre(meaningOf(changed) !== meaningOf(url));
              const { status } = await put(changed, "bytes");
              expect(status).toBeGreaterThanOrEqual(400);
              expect(status).toBeLessThan(500);
            },
          ),
          { numRuns: runs(40) },
        );
        expect(await remainsOf(key)).toEqual([]);
      });

      it("is rejected for another object, and its URL supports no other method", async () => {
        const [key, other] = [newKey(), newKey()] as const;
        const url = await uploadUrl(key, 5);
        expect((await put(url.replace(key, other), "bytes")).status).toBe(403);
        await put(url, "bytes");
        for (const method of ["GET", "DELETE", "POST"]) {
          expect((await send(method, url)).status).toBeGreaterThanOrEqual(400);
        }
        await expect(storage.seal(image(key, 5))).resolves.toBe(true);
        expect(await remainsOf(other)).toEqual([]);
      });

      it("goes to the origin that uploadOrigin returns", async () => {
        expect(new URL(await uploadUrl(newKey(), 5)).origin).toBe(await storage.uploadOrigin());
      });

      it("returns the expiry of its URL, in whole seconds and not later than requested", async () => {
        const requested = systemClock.now() + 15 * MINUTE;
        const { expiresAt } = await storage.presignUpload(image(newKey(), 5), requested);
        expect(expiresAt % SECOND).toBe(0);
        expect(requested - expiresAt).toBeLessThan(SECOND);
        expect(requested - expiresAt).toBeGreaterThanOrEqual(0);
      });

      it("replaces an earlier one only until it is sealed and confirmed", async () => {
        const key = newKey();
        const url = await uploadUrl(key, 5);
        await put(url, "first");
        await put(url, "again");
        await expect(storage.seal(image(key, 5))).resolves.toBe(true);
        tested.confirm(key);
        await put(url, "third");
        await expect(textOf(key)).resolves.toBe("again");
        await storage.seal(image(key, 5));
        await expect(textOf(key)).resolves.toBe("again");
      });

      it("stays intact when several use the same URL at once", async () => {
        const key = newKey();
        const size = 512 * 1024;
        const url = await uploadUrl(key, size);
        const responses = await Promise.all(["a", "b", "c"].map((letter) => put(url, letter.repeat(size))));
        expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
        await expect(storage.seal(image(key, size))).resolves.toBe(true);
        const text = await textOf(key);
        expect(text).toBe((text[0] as string).repeat(size));
        expect(await remainsOf(key)).toEqual([key]);
      });

      it("is swept when it is old and unsealed", async () => {
        const [abandoned, sealed] = [newKey(), newKey()] as const;
        await tested.abandonUpload(abandoned);
        await put(await uploadUrl(sealed, 5), "bytes");
        await storage.seal(image(sealed, 5));
        while (await storage.sweep(MINUTE)) continue;
        expect(await remainsOf(abandoned)).toHaveLength(1);
        while (await storage.sweep(-MINUTE)) continue;
        expect(await remainsOf(abandoned)).toEqual([]);
        await expect(textOf(sealed)).resolves.toBe("bytes");
      });
    });

    describe("a download", () => {
      it("is an uncached attachment of the declared type and name", async () => {
        const response = await send("GET", await downloadUrl("contatos.csv"));
        expect(response.status).toBe(200);
        expect(response.body.toString()).toBe(CSV);
        expect(response.headers).toMatchObject({
          "content-type": "text/csv",
          "content-length": String(Buffer.byteLength(CSV)),
          "content-disposition": expect.stringMatching(/^attachment; filename="?contatos\.csv"?$/),
          "cache-control": "private, no-store",
        });
      });

      it.each([
        "são joão.csv",
        'a"b;c.csv',
        "line\r\nSet-Cookie: x=y",
        "../../etc/passwd",
        "página.html",
        "📇",
      ])("carries the name %j safely", async (filename) => {
        const { status, headers } = await send("GET", await downloadUrl(filename));
        expect(status).toBe(200);
        expect(headers["content-type"]).toBe("text/csv");
        expect(headers["content-disposition"]).toMatch(/^attachment; filename=/);
        expect(headers["content-disposition"]).not.toContain("/");
        expect(headers["set-cookie"]).toBeUndefined();
      });

      it("has a URL that fits the contract, however long its name", async () => {
        const url = await downloadUrl(`${"📇".repeat(251)}.csv`);
        expect(url.length).toBeLessThan(4_096);
        expect((await send("GET", url)).status).toBe(200);
      });

      it("returns a range", async () => {
        const part = await send("GET", await downloadUrl("contatos.csv"), { Range: "bytes=0-4" });
        expect(part.status).toBe(206);
        expect(part.body.toString()).toBe("phone");
      });

      it("is rejected when changed, and as an upload", async () => {
        const url = await downloadUrl("contatos.csv");
        expect((await send("GET", url.replace("contatos", "outros"))).status).toBe(403);
        expect((await put(url, CSV, { "Content-Type": "text/csv" })).status).toBe(403);
      });
    });

    describe("a presigned URL", () => {
      it("is rejected once it has expired", async () => {
        const upload = await uploadUrl(newKey(), 5, 2 * SECOND);
        const download = await downloadUrl("contatos.csv", 2 * SECOND);
        const isUploadRefused = async () => (await put(upload, "bytes")).status === 403;
        const isDownloadRefused = async () => (await send("GET", download)).status === 403;
        const areRefused = async () => (await isUploadRefused()) && (await isDownloadRefused());
        await until("both URLs expire", 10, areRefused);
      });
    });
  });
}
