import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * Returns the SHA-256 (hex) of the body's canonical form (RFC 8785). Two requests with the same idempotency
 * key are the same request if their fingerprints are equal.
 */
export const fingerprintOf = (body: unknown) =>
  createHash("sha256")
    .update(canonicalize(body) ?? "null")
    .digest("hex");
