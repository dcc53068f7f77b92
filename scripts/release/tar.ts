import { buffer } from "node:stream/consumers";
import tar from "tar-stream";

/** A regular file of an archive. */
interface TarFile {
  /** Path with `/`. */
  name: string;
  content: Buffer;
  isExecutable: boolean;
}

/** Latest time that tar-stream writes, in seconds. */
export const MAX_MTIME = 2 ** 31 - 1;

/** Returns a tar archive of the files. Their order does not change its bytes. `mtime` is in seconds. */
export function tarOf(files: readonly TarFile[], mtime: number): Promise<Buffer> {
  const pack = tar.pack();
  for (const { name, content, isExecutable } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    pack.entry({ name, mode: isExecutable ? 0o755 : 0o644, mtime: new Date(mtime * 1_000) }, content);
  }
  pack.finalize();
  return buffer(pack);
}
