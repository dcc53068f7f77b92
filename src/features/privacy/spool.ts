import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { makePrivateDirectory } from "../../platform/private-files";

/**
 * Runs `work` with an empty file that was created in the directory and unlinked at once. The system deletes
 * the file when its last descriptor closes, also after a crash. The storage needs the size of a file before
 * its bytes. The system's directory of temporary files may be in memory, which is too small for an export.
 */
export async function withSpool<T>(directory: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  makePrivateDirectory(directory);
  const path = join(directory, `recado-export-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    return await work(file);
  } finally {
    await file.close();
  }
}

const PIECE_BYTES = 64 * 1024;

async function* pieces(file: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Returns the file's bytes from its start. Leaves the file open, because `withSpool` closes it. */
export const spooled = (file: FileHandle, signal: AbortSignal): Readable =>
  Readable.from(pieces(file, signal), { objectMode: false });
