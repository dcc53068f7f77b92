import { createHash } from "node:crypto";

/** JSON with the keys of every object in order, so that equal bodies read the same however they were written. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${entries.join(",")}}`;
}

/** What decides whether two requests under one idempotency key are the same: SHA-256, hex. */
export const fingerprintOf = (body: unknown) =>
  createHash("sha256").update(canonicalJson(body)).digest("hex");
