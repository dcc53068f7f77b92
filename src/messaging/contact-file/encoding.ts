import { unsupportedFile } from "./file-signature";

// This module also runs in browsers, so the console's preview decodes a file as the import does.

/** `damaged utf-8`: UTF-8 with some invalid bytes. */
export type Encoding = "utf-8" | "damaged utf-8" | "windows-1252";

/** Character that replaces unreadable characters in the result of `normalizedText`. */
export const ILLEGIBLE = "\0";

/**
 * Finds the encoding of a file from its bytes. A chunk may end within a character. An invalid place is a
 * sequence that a decoder replaces by one U+FFFD (WHATWG encoding standard, "UTF-8 decoder").
 */
export class EncodingCheck {
  private bytes = 0;
  private nuls = 0;
  /** Number of valid characters of two to four bytes. */
  private characters = 0;
  private invalidPlaces = 0;
  /** Number of bytes that the current character lacks, and the range of its next byte. */
  private needed = 0;
  private lower = 0x80;
  private upper = 0xbf;

  feed(chunk: Uint8Array): void {
    let { nuls, characters, invalidPlaces, needed, lower, upper } = this;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (needed > 0) {
        const continues = byte >= lower && byte <= upper;
        lower = 0x80;
        upper = 0xbf;
        if (continues) {
          if (--needed === 0) characters++;
          continue;
        }
        invalidPlaces++;
        needed = 0;
      }
      if (byte < 0x80) {
        if (byte === 0) nuls++;
      } else if (byte < 0xc2 || byte > 0xf4) {
        invalidPlaces++;
      } else {
        needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
        // Overlong forms, surrogates and code points above U+10FFFF are invalid.
        if (byte === 0xe0) lower = 0xa0;
        else if (byte === 0xed) upper = 0x9f;
        else if (byte === 0xf0) lower = 0x90;
        else if (byte === 0xf4) upper = 0x8f;
      }
    }
    this.bytes += chunk.length;
    this.nuls = nuls;
    this.characters = characters;
    this.invalidPlaces = invalidPlaces;
    this.needed = needed;
    this.lower = lower;
    this.upper = upper;
  }

  /** Throws if NUL bytes are frequent. In UTF-16, each digit of a phone number has one. */
  refuseUtf16(): void {
    if (this.nuls * 10 > this.bytes)
      throw unsupportedFile("The file contains NUL bytes, as text in UTF-16 does");
  }

  /**
   * Returns the encoding. A file with a UTF-8 byte-order mark is UTF-8. Another file is UTF-8 if it has at
   * least as many characters of several bytes as invalid places: in Windows-1252, most letters with accents
   * are invalid places, and few bytes form a character of UTF-8 (`Ã©`). A tie is UTF-8, because a rejected
   * row is visible and a changed name is not. Throws for UTF-16.
   */
  finish({ marked }: { marked: boolean }): Encoding {
    this.refuseUtf16();
    const invalidPlaces = this.invalidPlaces + (this.needed > 0 ? 1 : 0);
    if (invalidPlaces === 0) return "utf-8";
    return marked || this.characters >= invalidPlaces ? "damaged utf-8" : "windows-1252";
  }
}

/**
 * Replaces all line ends by `\n`. In damaged UTF-8, also replaces each U+FFFD by `ILLEGIBLE`. A NUL byte
 * already is `ILLEGIBLE` in every encoding.
 */
export function normalizedText(decoded: string, encoding: Encoding): string {
  const text = decoded.includes("\r") ? decoded.replace(/\r\n?/g, "\n") : decoded;
  return encoding === "damaged utf-8" ? text.replaceAll("\ufffd", ILLEGIBLE) : text;
}

/** Returns the text with U+FFFD for illegible characters, because PostgreSQL stores no NUL. */
export const legibleText = (text: string): string => text.replaceAll(ILLEGIBLE, "\ufffd");
