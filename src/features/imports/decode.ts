import { type Encoding, normalizedText } from "../../messaging/contact-file/encoding";

/**
 * Characters of the Windows-1252 codes 0x80 to 0x9f by the WHATWG encoding standard. The other codes equal
 * Latin-1.
 */
const WINDOWS_1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/**
 * Decodes whole records and applies `normalizedText`. In some releases of Node 20, 22 and 24, TextDecoder
 * treats Windows-1252 as Latin-1 (nodejs/node#56542), so this function decodes Windows-1252 itself.
 */
export function decode(bytes: Buffer, encoding: Encoding): string {
  const text =
    encoding === "windows-1252"
      ? bytes
          .toString("latin1")
          .replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] as string)
      : bytes.toString("utf8");
  return normalizedText(text, encoding);
}
