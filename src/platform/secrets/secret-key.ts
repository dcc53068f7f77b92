import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const KEY_BYTES = 32;

/** Reads a key of 32 bytes in standard or URL-safe base64, padded or not. Returns null for other texts. */
export function readSecretKey(text: string): KeyObject | null {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === KEY_BYTES ? createSecretKey(bytes) : null;
}

export const newSecretKey = (): string => randomBytes(KEY_BYTES).toString("base64");
