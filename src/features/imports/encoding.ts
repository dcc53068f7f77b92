import { isUtf8 } from "node:buffer";
import { unsupported } from "../../messaging/contact-file/marks";

export type Encoding = "utf-8" | "windows-1252";

/** Incremental check whether chunks are UTF-8. A chunk may end within a character. Throws for NUL bytes. */
export class EncodingCheck {
  private valid = true;
  /** Bytes of a character that continues in the next chunk. */
  private rest: Uint8Array = new Uint8Array();

  feed(chunk: Uint8Array): void {
    if (chunk.includes(0)) throw unsupported("The file contains NUL bytes, as text in UTF-16 does");
    if (!this.valid) return;
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = endOfWholeCharacters(bytes);
    this.valid = isUtf8(bytes.subarray(0, end));
    this.rest = Buffer.from(bytes.subarray(end));
  }

  /**
   * Returns the encoding. Bytes that are not UTF-8 are read as Windows-1252, which accepts any bytes. Throws
   * if such a file has a UTF-8 byte-order mark.
   */
  finish({ marked }: { marked: boolean }): Encoding {
    if (this.valid && this.rest.length === 0) return "utf-8";
    if (marked) throw unsupported("The file is marked as UTF-8, but contains bytes that are not");
    return "windows-1252";
  }
}

function endOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Characters of 0x80 to 0x9f by the WHATWG encoding standard. The other codes equal Latin-1. */
const WINDOWS_1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/**
 * Decodes whole records and replaces all line ends with `\n`. Node 20's TextDecoder treats Windows-1252 as
 * Latin-1 (nodejs/node#56542), so this function decodes Windows-1252 itself.
 */
export function decode(bytes: Buffer, encoding: Encoding): string {
  const text =
    encoding === "utf-8"
      ? bytes.toString("utf8")
      : bytes
          .toString("latin1")
          .replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] as string);
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
