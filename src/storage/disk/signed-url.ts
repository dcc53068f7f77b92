import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "../../platform/problem";
import { type Instant, SECOND } from "../../platform/time";

/** What a presigned URL allows its holder to do. */
export interface Grant {
  method: "GET" | "PUT";
  key: string;
  contentType: string;
  sizeBytes: number;
  /** The URL works before this instant. */
  expiresAt: Instant;
  /** The name that a download is saved under; an upload has none. */
  filename: string | null;
}

/** The query of a presigned URL, letter by letter as it was signed. */
interface SignedQuery {
  type: string;
  size: string;
  expires: string;
  filename?: string;
}

const FIELDS: ReadonlySet<string> = new Set(["type", "size", "expires", "filename", "signature"]);

// A JSON array keeps the parts apart whatever characters they hold.
const signatureOf = (secret: string, method: string, key: string, query: SignedQuery) =>
  createHmac("sha256", secret)
    .update(JSON.stringify([method, key, query.type, query.size, query.expires, query.filename ?? null]))
    .digest("hex");

/** The path and query of a URL for the grant. Its expiry is cut to whole seconds. */
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

/**
 * Reads back what a presigned URL allows. Refuses as forbidden whatever was not signed by this service exactly so
 * (another method or key, a changed, repeated, missing or added parameter), and a URL past its expiry.
 */
export function readGrant(
  request: { method: Grant["method"]; key: string; query: Readonly<Record<string, unknown>> },
  secret: string,
  now: Instant,
): Grant {
  const { method, key, query } = request;
  const { type, size, expires, filename, signature } = query;
  const isOurs =
    Object.keys(query).every((name) => FIELDS.has(name)) &&
    typeof type === "string" &&
    typeof size === "string" &&
    typeof expires === "string" &&
    (filename === undefined || typeof filename === "string") &&
    typeof signature === "string" &&
    isSame(signature, signatureOf(secret, method, key, { type, size, expires, filename }));
  if (!isOurs) throw forbidden("The signature does not fit this request");
  const expiresAt = Number(expires) * SECOND;
  if (now >= expiresAt) throw forbidden("This URL has expired: ask for a new one");
  return { method, key, contentType: type, sizeBytes: Number(size), expiresAt, filename: filename ?? null };
}

const forbidden = (message: string) => new Problem(403, "forbidden", message);

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
