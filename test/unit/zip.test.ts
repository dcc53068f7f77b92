import { unzipSync } from "fflate";
import { ZIP_LIMITS, ZipTooLarge, ZipWriter } from "../../src/platform/zip";

const mtime = new Date("2026-11-20T12:00:00Z");

async function* chunks(...parts: (string | Uint8Array)[]) {
  yield* parts;
}

async function zipped(write: (zip: ZipWriter) => Promise<void>, limits = ZIP_LIMITS): Promise<Buffer> {
  const written: Uint8Array[] = [];
  const zip = new ZipWriter(async (bytes) => written.push(bytes), limits);
  await write(zip);
  await zip.close();
  return Buffer.concat(written);
}

describe("the ZIP writer", () => {
  it("writes compressed and stored files, empty files and names in UTF-8", async () => {
    const archive = await zipped(async (zip) => {
      await zip.add("ação.json", chunks("[", "1".repeat(200_000), "]"), { mtime });
      await zip.add("foto.png", chunks(Buffer.from([1, 2]), Buffer.from([3])), { mtime, isCompressed: true });
      await zip.add("empty", chunks(), { mtime });
    });
    expect(archive.length).toBeLessThan(5_000);
    const files = unzipSync(archive);
    expect(Object.keys(files)).toEqual(["ação.json", "foto.png", "empty"]);
    expect(Buffer.from(files["ação.json"] ?? []).toString()).toBe(`[${"1".repeat(200_000)}]`);
    expect([...(files["foto.png"] ?? [])]).toEqual([1, 2, 3]);
    expect(files.empty).toHaveLength(0);
  });

  it("writes output before it reads more than one piece", async () => {
    let [read, written] = [0, 0];
    async function* source() {
      for (; read < 64; read++) {
        expect(written).toBeGreaterThanOrEqual((read - 1) * 65_536);
        yield Buffer.alloc(65_536, read);
      }
    }
    const zip = new ZipWriter(async (bytes) => (written += bytes.length));
    await zip.add("large", source(), { mtime, isCompressed: true });
    await zip.close();
  });

  it.each([
    ["too many files", { ...ZIP_LIMITS, entries: 1 }],
    ["too large a file", { ...ZIP_LIMITS, bytes: 50 }],
    ["too large an archive", { ...ZIP_LIMITS, bytes: 300 }],
  ])("refuses %s", async (_, limits) => {
    const write = zipped(async (zip) => {
      for (const name of ["a", "b"])
        await zip.add(name, chunks(Buffer.alloc(100, 1)), { mtime, isCompressed: true });
    }, limits);
    await expect(write).rejects.toThrow(ZipTooLarge);
  });
});
