import {
  type Encoding,
  EncodingCheck,
  legibleText,
  normalizedText,
} from "../../../../messaging/contact-file/encoding";
import { bomLength } from "../../../../messaging/contact-file/file-signature";

/** Number of bytes that are in memory at a time while a whole file is checked. */
const SLICE_BYTES = 1024 * 1024;

/**
 * Finds the encoding from all bytes of a file, as an import does. Throws `InvalidFileError` for UTF-16 and
 * UTF-32.
 */
export async function encodingOf(file: Blob): Promise<Encoding> {
  const check = new EncodingCheck();
  let marked = false;
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const slice = new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer());
    if (at === 0) marked = bomLength(slice) > 0;
    check.feed(slice);
  }
  return check.finish({ marked });
}

/**
 * Decodes a text file without its byte-order mark, with `\n` as line end. `isWhole` is false for the
 * beginning of a file, which may end within a character.
 */
export function decodedText(file: Uint8Array, encoding: Encoding, isWhole: boolean): string {
  const decoder = new TextDecoder(encoding === "windows-1252" ? encoding : "utf-8", { ignoreBOM: true });
  return normalizedText(decoder.decode(file.subarray(bomLength(file)), { stream: !isWhole }), encoding);
}

/** Returns the text of a whole file, with U+FFFD for illegible characters. */
export async function textOfFile(file: Blob): Promise<string> {
  const encoding = await encodingOf(file);
  return legibleText(decodedText(new Uint8Array(await file.arrayBuffer()), encoding, true));
}
