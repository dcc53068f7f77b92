import { createHash } from "node:crypto";

export const blobOf = (content: string): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(content)}\0${content}`)
    .digest("hex");
