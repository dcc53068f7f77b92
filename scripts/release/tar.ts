/** A regular file of an archive. */
export interface TarFile {
  /** Path with `/`. */
  name: string;
  content: Buffer;
  isExecutable: boolean;
}

const BLOCK = 512;
/** Latest time that the format expresses, in seconds. */
export const MAX_MTIME = 0o77777777777;

const MAX_NAME_BYTES = 100;
const MAX_PREFIX_BYTES = 155;

/** Splits a path at a `/` into the two fields of a header. Throws if the path is too long. */
function fieldsOf(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= MAX_NAME_BYTES) return { prefix: "", name: path };
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    const isShort = Buffer.byteLength(name) <= MAX_NAME_BYTES;
    if (isShort && Buffer.byteLength(prefix) <= MAX_PREFIX_BYTES) return { prefix, name };
  }
  throw new Error(`the path is too long for a tar archive: ${path}`);
}

/** Returns a header of the POSIX format `ustar`: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
function headerOf({ name, content, isExecutable }: TarFile, mtime: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const fields = fieldsOf(name);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  header.write(fields.name, 0);
  octal(isExecutable ? 0o755 : 0o644, 100, 7);
  octal(0, 108, 7); // owner
  octal(0, 116, 7); // group
  octal(content.length, 124, 11);
  octal(mtime, 136, 11);
  header.fill(" ", 148, 156); // the checksum counts as spaces
  header.write("0", 156); // a regular file
  header.write("ustar\u000000", 257, "latin1");
  header.write(fields.prefix, 345);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header.write("\u0000 ", 154, "latin1");
  return header;
}

const padded = (content: Buffer) =>
  Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);

/** Returns a tar archive of the files. Their order does not change its bytes. `mtime` is in seconds. */
export function tarOf(files: readonly TarFile[], mtime: number): Buffer {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Buffer.concat([
    ...sorted.flatMap((file) => [headerOf(file, mtime), padded(file.content)]),
    Buffer.alloc(2 * BLOCK),
  ]);
}
