import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip, createGzip } from "node:zlib";
import tar from "tar-stream";
import { makePrivateDirectory } from "./private-files";

const FILE_MODE = 0o600;

export interface ArchivedFile {
  /** Path in the archive, with `/` between its parts. */
  name: string;
  bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  sha256: string;
}

/** Writer of a compressed tar archive that only its owner can read. */
export class ArchiveWriter {
  private readonly pack = tar.pack();
  private readonly written: Promise<void>;

  /** Creates the archive at `path`, which must not exist. */
  constructor(path: string) {
    const file = createWriteStream(path, { flags: "wx", mode: FILE_MODE });
    this.written = pipeline(this.pack, createGzip({ level: constants.Z_BEST_SPEED }), file);
    this.written.catch(() => {});
  }

  /** Adds a file; returns null if the file does not exist. Ignores bytes appended during the call. */
  async addFile(name: string, path: string): Promise<ArchivedFile | null> {
    const handle = await openExisting(path);
    if (handle === null) return null;
    try {
      const { size, mtime } = await handle.stat();
      const content =
        size === 0
          ? Readable.from([])
          : handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
      return await this.add(name, size, mtime, content);
    } finally {
      await handle.close();
    }
  }

  addText(name: string, text: string, mtime: Date): Promise<ArchivedFile> {
    const content = Buffer.from(text);
    return this.add(name, content.length, mtime, Readable.from([content]));
  }

  async close(): Promise<void> {
    this.pack.finalize();
    await this.written;
  }

  /** Ends a writer whose archive is not needed. The incomplete file remains. */
  async abort(): Promise<void> {
    this.pack.destroy();
    await this.written.catch(() => {});
  }

  private async add(name: string, bytes: number, mtime: Date, content: Readable): Promise<ArchivedFile> {
    const hashed = hashing();
    const added = new Promise<void>((resolve, reject) => {
      const sink = this.pack.entry({ name, size: bytes, mode: FILE_MODE, mtime }, (error) =>
        error ? reject(error) : resolve(),
      );
      pipeline(content, hashed.stream, sink).catch(reject);
    });
    // On a full disk the output ends with an error, and `added` would never settle.
    await Promise.race([added, this.written.then(() => added)]);
    return { name, bytes, sha256: hashed.digest() };
  }
}

/** An archive that cannot be read: damaged, incomplete or of another kind. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/**
 * Extracts an archive into a directory, for its owner alone. Throws `ArchiveError` for an archive that is
 * damaged or incomplete, and for an entry that is repeated or that `accepts` rejects.
 */
export async function extractArchive(
  path: string,
  directory: string,
  accepts: (name: string) => boolean,
): Promise<Map<string, ArchivedFile>> {
  const files = new Map<string, ArchivedFile>();
  const extract = tar.extract();
  const write = async (name: string, content: Readable) => {
    const target = join(directory, name);
    makePrivateDirectory(dirname(target));
    const hashed = hashing();
    await pipeline(
      content,
      hashed.stream,
      createWriteStream(target, { flags: "wx", mode: FILE_MODE, flush: true }),
    );
    files.set(name, { name, bytes: hashed.bytes(), sha256: hashed.digest() });
  };
  extract.on("entry", ({ name, type }, content, next) => {
    if (type !== "file" || !accepts(name) || files.has(name)) {
      next(new ArchiveError(`it contains the unexpected entry ${JSON.stringify(name)}`));
      return;
    }
    write(name, content).then(() => next(), next);
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), new PassThrough(), extract);
  } catch (error) {
    if (isUnreadable(error)) throw new ArchiveError("it is damaged, incomplete or not a backup");
    throw error;
  }
  return files;
}

function hashing() {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest("hex"), bytes: () => bytes };
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Returns whether gunzip or tar-stream rejected the content. Other errors come from the system. */
function isUnreadable(error: unknown): boolean {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return /^Z_/.test(code) || /tar header|unexpected end/i.test(message);
}
