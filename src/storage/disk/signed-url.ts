import { createHmac } from "node:crypto";
import { forbidden } from "../../platform/problem";
import { constantTimeEqual } from "../../platform/constant-time-equal";
import { type Instant, SECOND } from "../../platform/time";

/** Request that a presigned URL permits. */
export interface Grant {
  method: "GET" | "PUT";
  key: string;
  contentType: string;
  sizeBytes: number;
  /** End of validity. At this instant the URL is already invalid. */
  expiresAt: Instant;
  filename: string | null;
}

interface SignedQuery {
  type: string;
  size: string;
  expires: string;
  filename?: string;
}

const FIELDS: ReadonlySet<string> = new Set(["type", "size", "expires", "filename", "signature"]);

// A JSON array keeps the parts apart, whatever characters they contain.
const signatureOf = (secret: string, method: string, key: string, query: SignedQuery) =>
  createHmac("sha256", secret)
    .update(JSON.stringify([method, key, query.type, query.size, query.expires, query.filename ?? null]))
    .digest("hex");

/** Returns the path and query of a URL for the grant. The expiry is rounded down to seconds. */
export function signedPath(grant: Grant, secret: string): string {
  const query: SignedQuery = {
    type: grant.contentType,
    size: String(grant.sizeBytes),
    expires: String(Math.floor(grant.expiresAt / SECOND)),
    ...(grant.filename === null ? {} : { filename: grant.filename }),
  };
  const signature = signatureOf(secret, grant.method, grant.key, query);
  return `/storage/${grant.key}?${new URLSearchParams({ ...query, signature }).toString()}`;
}

/** Returns the grant of a presigned URL. Throws 403 for an expired URL or a wrong signature. */
export function readGrant(
  request: { method: Grant["method"]; key: string; query: Readonly<Record<string, unknown>> },
  secret: string,
  now: Instant,
): Grant {
  const { method, key, query } = request;
  const { type, size, expires, filename, signature } = query;
  const isAuthentic =
    Object.keys(query).every((name) => FIELDS.has(name)) &&
    typeof type === "string" &&
    typeof size === "string" &&
    typeof expires === "string" &&
    (filename === undefined || typeof filename === "string") &&
    typeof signature === "string" &&
    constantTimeEqual(signature, signatureOf(secret, method, key, { type, size, expires, filename }));
  if (!isAuthentic) throw forbidden("The signature does not match this request");
  const expiresAt = Number(expires) * SECOND;
  if (now >= expiresAt) throw forbidden("This URL has expired: request a new one");
  return { method, key, contentType: type, sizeBytes: Number(size), expiresAt, filename: filename ?? null };
}
