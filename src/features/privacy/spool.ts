import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

/**
 * Runs `work` with an empty temporary file that has no name any more: the system deletes it with its last
 * descriptor, also after a crash. The storage needs the size of a file before its bytes.
 */
export async function withSpool<T>(work: (file: FileHandle) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `recado-export-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    return await work(file);
  } finally {
    await file.close();
  }
}

const PIECE_BYTES = 64 * 1024;

async function* pieces(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Returns the file's bytes from its start. A read stream of Node would keep the file from being closed. */
export const spooled = (file: FileHandle): Readable => Readable.from(pieces(file), { objectMode: false });
