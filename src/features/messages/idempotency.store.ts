import { deleteChunk, insertStatement, type Statement } from "../../platform/db/bulk";
import { type Db, lockName } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import { HOUR, type Instant, latestPlausible } from "../../platform/time";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * Returns the SHA-256 (hex) of the body's canonical form (RFC 8785). Requests with the same idempotency key
 * must have the same fingerprint.
 */
export const fingerprintOf = (body: unknown) =>
  createHash("sha256")
    .update(canonicalize(body) ?? "null")
    .digest("hex");

export const IDEMPOTENCY_RETENTION = 24 * HOUR;

export interface StoredResponse {
  fingerprint: string;
  /** JSON of the response body. */
  answer: string;
}

interface FoundResponse extends StoredResponse {
  isExpired: boolean;
}

export const responseQuery = (
  accountId: string,
  key: string,
  now: Instant,
): Query<StoredResponse & { created_at: number }, FoundResponse | null> => ({
  sql: "select fingerprint, answer, created_at from idempotency_keys where account_id = ? and key = ?",
  bindings: [accountId, key],
  read: ([row]) =>
    row
      ? {
          fingerprint: row.fingerprint,
          answer: row.answer,
          isExpired: row.created_at <= now - IDEMPOTENCY_RETENTION,
        }
      : null,
});

/** Returns the response stored under an idempotency key; null if the key is unknown or expired. */
export async function findResponse(
  db: Db,
  accountId: string,
  key: string,
  now: Instant,
): Promise<StoredResponse | null> {
  const stored = await runQuery(db, responseQuery(accountId, key, now));
  return stored?.isExpired === false ? stored : null;
}

/** Returns up to `limit` keys after a key, in order; null begins with the first key. */
export async function keysAfter(
  db: Db,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const query = db("idempotency_keys").where({ account_id: accountId });
  if (after !== null) void query.where("key", ">", after);
  return (await query.orderBy("key").limit(limit).pluck("key")) as string[];
}

/** Waits for other transactions that have locked the key, and locks it until the transaction ends. */
export const lockKey = (trx: Db, accountId: string, key: string): Promise<void> =>
  lockName(trx, `send ${accountId} ${key}`);

export interface KeyClaim extends StoredResponse {
  accountId: string;
  key: string;
  now: Instant;
}

/**
 * Returns the statement that stores idempotency keys, in sorted order to prevent deadlocks. Fails with a
 * unique violation if a key exists. On PostgreSQL, waits for uncommitted inserts of the same key.
 */
export function claimsStatement(db: Db, claims: readonly KeyClaim[]): Statement | null {
  const rows = claims.map(({ accountId, key, fingerprint, answer, now }) => ({
    account_id: accountId,
    key,
    fingerprint,
    answer,
    created_at: now,
  }));
  const place = ({ account_id, key }: (typeof rows)[number]) => `${account_id} ${key}`;
  return insertStatement(
    db,
    "idempotency_keys",
    { account_id: "uuid", key: "text", fingerprint: "text", answer: "text", created_at: "bigint" },
    rows.sort((a, b) => (place(a) < place(b) ? -1 : 1)),
  );
}

/** Replaces the response of a key. Call in the transaction that stored the key. */
export async function replaceResponse(
  trx: Db,
  accountId: string,
  key: string,
  answer: string,
): Promise<void> {
  await trx("idempotency_keys").where({ account_id: accountId, key }).update({ answer });
}

export async function deleteExpiredKey(db: Db, accountId: string, key: string, now: Instant): Promise<void> {
  await db("idempotency_keys")
    .where({ account_id: accountId, key })
    .andWhere("created_at", "<=", now - IDEMPOTENCY_RETENTION)
    .delete();
}

/** Corrects creation times stored while a clock was ahead. Returns the number of corrected keys. */
export async function boundKeys(db: Db, now: Instant): Promise<number> {
  return db("idempotency_keys").where("created_at", ">", latestPlausible(now)).update({ created_at: now });
}

export const purgeKeys = (db: Db, now: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "idempotency_keys",
    key: ["account_id", "key"],
    where: "created_at <= ?",
    bindings: [now - IDEMPOTENCY_RETENTION],
    order: "created_at",
    limit,
  });
