import { EncodingCheck, normalizedText } from "../../../../messaging/contact-file/encoding";
import { markLength } from "../../../../messaging/contact-file/marks";

/**
 * Decodes a text file, or its beginning, to the text of `normalizedText`, without a byte-order mark. Throws
 * `BadFile` for UTF-16 and UTF-32.
 */
export function decodedText(file: Uint8Array, isWhole: boolean): string {
  const mark = markLength(file);
  const check = new EncodingCheck();
  check.feed(file);
  const encoding = check.finish({ marked: mark > 0, isWhole });
  const decoder = new TextDecoder(encoding === "windows-1252" ? encoding : "utf-8", { ignoreBOM: true });
  return normalizedText(decoder.decode(file.subarray(mark), { stream: !isWhole }), encoding);
}
