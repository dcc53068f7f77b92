import { createHash, randomBytes } from "node:crypto";

/** In the database: every scope of the contract, those of later versions included. */
export const ALL_SCOPES = "*";

/** A key as it is kept. The key itself is not. */
export interface KeyFingerprint {
  /** The first characters, to recognize the key by. */
  prefix: string;
  /** SHA-256 of the whole key, hex. A key is 256 random bits, so that a slow hash would add nothing. */
  hash: string;
}

const PREFIX_LENGTH = "st_".length + 8;

/** A new key: `st_` and 64 hexadecimal characters in lower case. */
export const makeKey = (random: (size: number) => Buffer = randomBytes) => `st_${random(32).toString("hex")}`;

export const hashKey = (key: string) => createHash("sha256").update(key).digest("hex");

export const fingerprint = (key: string): KeyFingerprint => ({
  prefix: key.slice(0, PREFIX_LENGTH),
  hash: hashKey(key),
});

/** The scopes that stored ones stand for, in the contract's order; one that the contract has dropped is gone. */
export function expandScopes(stored: readonly string[], known: readonly string[]): string[] {
  return stored.includes(ALL_SCOPES) ? [...known] : known.filter((scope) => stored.includes(scope));
}

/** What of `wanted` a key with the scopes `held` lacks; nobody can grant more than they hold. */
export function lackingScopes(held: readonly string[], wanted: readonly string[]): string[] {
  return held.includes(ALL_SCOPES) ? [] : wanted.filter((scope) => !held.includes(scope));
}
