import { createHash, randomBytes } from "node:crypto";

/** Stored scope that grants every scope of the contract, including scopes of later versions. */
export const ALL_SCOPES = "*";

/** Stored parts of a key. The key itself is not stored. */
export interface KeyFingerprint {
  /** First characters of the key, shown to identify it. */
  prefix: string;
  /** SHA-256 of the whole key, hex. A key has 256 random bits, so a slow hash would add nothing. */
  hash: string;
}

const PREFIX_LENGTH = "st_".length + 8;

/** Returns a new key: `st_` and 64 lower-case hexadecimal characters. */
export const makeKey = (random: (size: number) => Buffer = randomBytes) => `st_${random(32).toString("hex")}`;

export const hashKey = (key: string) => createHash("sha256").update(key).digest("hex");

export const fingerprint = (key: string): KeyFingerprint => ({
  prefix: key.slice(0, PREFIX_LENGTH),
  hash: hashKey(key),
});

/** Expands stored scopes to individual scopes in the contract's order. Omits scopes outside the contract. */
export function expandScopes(stored: readonly string[], known: readonly string[]): string[] {
  return stored.includes(ALL_SCOPES) ? [...known] : known.filter((scope) => stored.includes(scope));
}

export function lackingScopes(held: readonly string[], requested: readonly string[]): string[] {
  return held.includes(ALL_SCOPES) ? [] : requested.filter((scope) => !held.includes(scope));
}
