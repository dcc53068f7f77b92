import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Db } from "./db/dialect";
import { preconditionFailed } from "./problem";

/** Length of an entity tag without its quotes, in characters: 132 bits of a SHA-256. */
const TAG_LENGTH = 22;

/**
 * Returns the entity tag of a resource, a hash of the fields that callers can change. Equal fields have equal
 * tags in every process, so the tag needs no column.
 */
export function etagOf(fields: object): string {
  const digest = createHash("sha256")
    .update(canonicalize(fields) ?? "")
    .digest("base64url");
  return `"${digest.slice(0, TAG_LENGTH)}"`;
}

export interface Precondition {
  /** Whether the request restricts the version. If not, the change needs no row lock. */
  isGiven: boolean;
  /** Throws 412 unless the request accepts the tag. */
  require(tag: string): void;
}

/**
 * Precondition that accepts every version, for changes by the service and for requests without `If-Match` or
 * with `*`.
 */
export const NO_PRECONDITION: Precondition = { isGiven: false, require: () => undefined };

/** One entity tag of `If-Match`: the mark of a weak tag, and the quoted part. */
const LISTED_TAG = /(W\/)?("[^"]*")/g;

/**
 * Returns the precondition of `If-Match`: `*` or a list of strongly compared tags (RFC 9110, 13.1.1). `what`
 * names the resource.
 */
export function preconditionOf({ "If-Match": header }: { "If-Match"?: string }, what: string): Precondition {
  if (header === undefined || header === "*") return NO_PRECONDITION;
  const strong = [...header.matchAll(LISTED_TAG)].flatMap(([, weak, tag]) => (weak ? [] : [tag]));
  return {
    isGiven: true,
    require(tag) {
      if (!strong.includes(tag)) throw preconditionFailed(what);
    },
  };
}

/**
 * Compares the tags and makes the change in one transaction, so at most one of two requests with the same tag
 * succeeds. `lockedTag` locks the resource and returns its tag.
 */
export async function conditionally<T>(
  db: Db,
  precondition: Precondition,
  lockedTag: (trx: Db) => Promise<string>,
  change: (on: Db) => Promise<T>,
): Promise<T> {
  if (!precondition.isGiven) return change(db);
  return db.transaction(async (trx) => {
    precondition.require(await lockedTag(trx));
    return change(trx);
  });
}
