import { basename } from "node:path";
import { create } from "content-disposition";

/**
 * Maximum URL-encoded length of the `Content-Disposition` header, which signed download URLs contain. The
 * contract limits URLs to 4,096 characters.
 */
const MAX_ENCODED = 1_200;

/**
 * Returns the `Content-Disposition` of a download. Shortens a long name, but keeps an extension of at most 15
 * characters.
 */
export function attachmentNamed(given: string): string {
  const filename = basename(given);
  const dot = filename.lastIndexOf(".");
  const extension = dot > 0 && filename.length - dot <= 16 ? filename.slice(dot) : "";
  const stem = [...filename.slice(0, filename.length - extension.length)];
  for (;;) {
    const header = create(stem.join("") + extension);
    if (encodeURIComponent(header).length <= MAX_ENCODED || stem.length <= 1) return header;
    stem.length -= Math.max(1, Math.floor(stem.length / 16));
  }
}
