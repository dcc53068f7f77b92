import { basename } from "node:path";
import { create } from "content-disposition";

/** A URL of the contract has at most 4,096 characters, of which keys, signature and a session's token take most. */
const MOST_ENCODED = 1_200;

/** The `Content-Disposition` of a file that is saved under the name, cut from its end before the last dot where it is long. */
export function attachmentNamed(given: string): string {
  const filename = basename(given);
  const dot = filename.lastIndexOf(".");
  const extension = dot > 0 && filename.length - dot <= 16 ? filename.slice(dot) : "";
  const stem = [...filename.slice(0, filename.length - extension.length)];
  for (;;) {
    const header = create(stem.join("") + extension);
    if (encodeURIComponent(header).length <= MOST_ENCODED || stem.length <= 1) return header;
    stem.length -= Math.max(1, Math.floor(stem.length / 16));
  }
}
