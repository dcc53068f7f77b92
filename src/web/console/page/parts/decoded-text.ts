import { markLength, unsupported } from "../../../../messaging/contact-file/marks";

/**
 * Decodes a text file, or its beginning, as UTF-8, or as Windows-1252 if the bytes are not valid UTF-8.
 * Removes a byte-order mark and normalizes line ends to `\n`. Throws `BadFile` for UTF-16 and UTF-32.
 */
export function decodedText(file: Uint8Array, isWhole: boolean): string {
  const bytes = file.subarray(markLength(file));
  if (bytes.includes(0)) throw unsupported("The file contains NUL bytes, as UTF-16 text does");
  const text = inUtf8(bytes, isWhole) ?? new TextDecoder("windows-1252").decode(bytes);
  return text.replace(/\r\n?/g, "\n");
}

function inUtf8(bytes: Uint8Array, isWhole: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return null;
  }
}
