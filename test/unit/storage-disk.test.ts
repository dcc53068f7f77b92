import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { idMaker } from "../../src/platform/ids";
import { type DiskStorage, diskStorage } from "../../src/storage/disk/disk-storage";
import { DAY } from "../../src/platform/time";
import { testClock } from "../support/clock";
import { temporaryFolder } from "../support/temporary-folder";

const clock = testClock();
const ids = idMaker(clock);
let directory: string;
let storage: DiskStorage;

beforeEach(() => {
  directory = temporaryFolder("disk");
  storage = diskStorage({ directory, publicUrl: "https://files.example", secret: "secret", clock });
});

const newKey = () => `${ids.next()}/${ids.next()}`;
const object = (key: string, sizeBytes: number) => ({ key, contentType: "image/png", sizeBytes });
const take = async (place: () => Promise<void>) => {
  await place();
  return true;
};
const write = (key: string, text: string) =>
  storage.write(object(key, text.length), Readable.from([Buffer.from(text)]), take);
const textOf = async (key: string) => (await buffer(await storage.read(key))).toString();

/** Returns every file below the folder, relative to it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

describe("disk storage", () => {
  it("returns stored bytes, whole or in part", async () => {
    const key = newKey();
    await expect(write(key, "0123456789")).resolves.toBe(true);
    await expect(storage.stat(key)).resolves.toEqual({ sizeBytes: 10 });
    await expect(textOf(key)).resolves.toBe("0123456789");
    const part = await buffer(await storage.read(key, { start: 2, end: 4 }));
    expect(part.toString()).toBe("234");
    expect(await filesIn(directory)).toEqual([key]);
  });

  it("finds nothing under an unused key", async () => {
    const key = newKey();
    await expect(storage.stat(key)).resolves.toBeNull();
    await expect(storage.read(key)).rejects.toThrow("ENOENT");
    await expect(storage.remove(key)).resolves.toBeUndefined();
  });

  it.each([
    ["fewer bytes than declared", ["abc"], 4],
    ["more bytes than declared", ["abc", "de"], 4],
    ["no bytes", [], 4],
  ])("stores nothing of %s", async (_, chunks, sizeBytes) => {
    const key = newKey();
    const bytes = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
    await expect(storage.write(object(key, sizeBytes), bytes, take)).rejects.toMatchObject({ status: 400 });
    expect(await filesIn(directory)).toEqual([]);
  });

  it("stores nothing of an interrupted upload and keeps earlier bytes", async () => {
    const key = newKey();
    await write(key, "first");
    async function* breakingOff() {
      yield Buffer.from("se");
      throw new Error("cut");
    }
    await expect(storage.write(object(key, 5), Readable.from(breakingOff()), take)).rejects.toThrow("cut");
    await expect(textOf(key)).resolves.toBe("first");
    expect(await filesIn(directory)).toEqual([key]);
  });

  it("stores nothing when the publisher declines or fails", async () => {
    const key = newKey();
    const bytes = () => Readable.from([Buffer.from("bytes")]);
    await expect(storage.write(object(key, 5), bytes(), async () => false)).resolves.toBe(false);
    const failing = () => Promise.reject(new Error("no database"));
    await expect(storage.write(object(key, 5), bytes(), failing)).rejects.toThrow("no database");
    expect(await filesIn(directory)).toEqual([]);
  });

  it.each(["ENOSPC", "EDQUOT", "EFBIG"])("returns 503 when the disk reports %s", async (code) => {
    const refused = async () => Promise.reject(Object.assign(new Error(code), { code }));
    const key = newKey();
    await expect(
      storage.write(object(key, 1), Readable.from([Buffer.from("a")]), refused),
    ).rejects.toMatchObject({
      status: 503,
      code: "service_unavailable",
      headers: { "Retry-After": "60" },
    });
    expect(await filesIn(directory)).toEqual([]);
  });

  it("restricts objects and folders to their user, whatever the umask", async () => {
    const umask = process.umask(0);
    try {
      const files = join(directory, "files");
      const inside = diskStorage({
        directory: files,
        publicUrl: "https://files.example",
        secret: "secret",
        clock,
      });
      const key = newKey();
      await inside.put(object(key, 1), Readable.from([Buffer.from("a")]));
      const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
      expect(await modeOf(files)).toBe("700");
      expect(await modeOf(join(files, "incoming"))).toBe("700");
      expect(await modeOf(join(files, dirname(key)))).toBe("700");
      expect(await modeOf(join(files, key))).toBe("600");
    } finally {
      process.umask(umask);
    }
  });

  it("keeps one of several concurrent uploads of an object whole", async () => {
    const key = newKey();
    const size = 256 * 1024;
    await Promise.all(
      ["a", "b", "c", "d"].map(async (letter) => {
        const chunks = Array.from({ length: 64 }, () => Buffer.alloc(size / 64, letter));
        await storage.write(object(key, size), Readable.from(chunks), take);
      }),
    );
    const stored = await textOf(key);
    expect(stored).toBe((stored[0] as string).repeat(size));
    expect(await filesIn(directory)).toEqual([key]);
  });

  it.each(["../secret", "a/b", "/etc/passwd", "", "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16/../x", "%2e%2e/x"])(
    "refuses the key %j",
    async (key) => {
      await expect(storage.stat(key)).rejects.toThrow("Not a storage key");
      await expect(storage.read(key)).rejects.toThrow("Not a storage key");
      await expect(storage.remove(key)).rejects.toThrow("Not a storage key");
      await expect(write(key, "x")).rejects.toThrow("Not a storage key");
      await expect(storage.presignUpload(object(key, 1), clock.now())).rejects.toThrow("Not a storage key");
    },
  );

  it("removes an object with the remains of its uploads, and sweeps old remains of other objects", async () => {
    const key = newKey();
    await write(key, "bytes");
    const incoming = join(directory, "incoming");
    const fileId = key.split("/")[1] as string;
    const [own, fresh, old] = [`${fileId}.1`, `${ids.next()}.1`, `${ids.next()}.1`] as const;
    for (const name of [own, fresh, old]) await writeFile(join(incoming, name), "part");
    const longAgo = new Date(Date.now() - DAY - 60_000);
    await utimes(join(incoming, old), longAgo, longAgo);
    await storage.remove(key);
    expect((await filesIn(directory)).sort()).toEqual(
      [fresh, old].map((name) => join("incoming", name)).sort(),
    );
    await storage.sweep(DAY);
    expect(await filesIn(directory)).toEqual([join("incoming", fresh)]);
  });
});
