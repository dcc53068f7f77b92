import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** Limits of the ZIP format without its 64-bit extension, which fflate does not write. */
export const ZIP_LIMITS = { entries: 65_535, bytes: 0xffff_ffff };
/** Sizes of an entry's directory record, local header and data descriptor, in bytes without the names. */
const BYTES_PER_ENTRY = 46 + 30 + 16;
/** Maximum bytes that are compressed before the output is awaited. */
const PIECE_BYTES = 64 * 1024;

export class ZipTooLarge extends Error {
  override readonly name = "ZipTooLarge";
}

/** Writer of a ZIP archive. Its memory does not grow with the size of the files. */
export class ZipWriter {
  private readonly zip: Zip;
  private readonly pending: Uint8Array[] = [];
  private failure: Error | null = null;
  private entries = 0;
  /** Upper bound of the archive's size: the files so far, and their directory; an empty one has 22 bytes. */
  private bytes = 22;

  /** Creates a writer. `write` receives the archive's bytes in order. */
  constructor(
    private readonly write: (bytes: Uint8Array) => Promise<unknown>,
    private readonly limits = ZIP_LIMITS,
  ) {
    this.zip = new Zip((error, bytes) => {
      if (error) this.failure = error;
      else this.pending.push(bytes);
    });
  }

  /** Adds a file. `isCompressed` content, such as an image, is stored unchanged. Throws `ZipTooLarge`. */
  async add(
    name: string,
    content: AsyncIterable<Uint8Array | string>,
    { mtime, isCompressed = false }: { mtime: Date; isCompressed?: boolean },
  ): Promise<void> {
    this.entries += 1;
    this.bytes += BYTES_PER_ENTRY + 2 * Buffer.byteLength(name);
    const entry = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    entry.mtime = mtime;
    this.zip.add(entry);
    let size = 0;
    for await (const chunk of content) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      if (size > this.limits.bytes) throw new ZipTooLarge("a file exceeds 4 GiB");
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        entry.push(bytes.subarray(start, start + PIECE_BYTES));
        await this.flush();
      }
    }
    entry.push(new Uint8Array(0), true);
    await this.flush();
  }

  async close(): Promise<void> {
    this.zip.end();
    await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.failure) throw this.failure;
    for (const bytes of this.pending.splice(0)) {
      this.bytes += bytes.length;
      await this.write(bytes);
    }
    if (this.entries > this.limits.entries)
      throw new ZipTooLarge(`it has more than ${this.limits.entries} files`);
    if (this.bytes > this.limits.bytes) throw new ZipTooLarge("it exceeds 4 GiB");
  }
}
