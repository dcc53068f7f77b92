import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * What decides whether two requests under one idempotency key are the same: SHA-256, hex, of the body in its canonical
 * form (RFC 8785), in which equal bodies read the same however they were written.
 */
export const fingerprintOf = (body: unknown) =>
  createHash("sha256")
    .update(canonicalize(body) ?? "null")
    .digest("hex");
