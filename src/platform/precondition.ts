import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Db } from "./db/dialect";
import { preconditionFailed } from "./problem";

/** Characters of a tag between its quotes: 132 bits of a SHA-256. */
const TAG_LENGTH = 22;

/**
 * Returns the entity tag of a resource whose callers can change these fields. The same fields have the same tag in every
 * process, so the tag needs no column of its own.
 */
export function etagOf(fields: object): string {
  const digest = createHash("sha256")
    .update(canonicalize(fields) ?? "")
    .digest("base64url");
  return `"${digest.slice(0, TAG_LENGTH)}"`;
}

/** What the `If-Match` of a request asks of the resource that it is about. */
export interface Precondition {
  /** False where every version fits, so that no row needs to be locked before the change. */
  isGiven: boolean;
  /** Throws 412 unless the resource has a tag that the request accepts. */
  require(tag: string): void;
}

/** Changes that no request asked for, and requests without `If-Match`. */
export const NO_PRECONDITION: Precondition = { isGiven: false, require: () => undefined };

/** The opaque part of each tag of a list, with the mark of weak tags. The contract has checked the list's form. */
const LISTED_TAG = /(W\/)?("[^"]*")/g;

/** Reads `If-Match` by RFC 9110, section 13.1.1: `*` or a list of tags, compared strongly. `what` is the resource's name. */
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
 * Makes a change in one step with the comparison of tags, so that of two requests with the same tag at most one succeeds.
 * `lockedTag` locks the resource until the transaction ends and returns its tag.
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
