import { deleteChunk, insertStatement, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import { HOUR, type Instant, latestPlausible } from "../../platform/time";

/** How long an idempotency key is remembered, in milliseconds. */
export const IDEMPOTENCY_RETENTION = 24 * HOUR;

export interface StoredAnswer {
  fingerprint: string;
  /** JSON of the answer's body. */
  answer: string;
}

/** An answer that is stored under a key, and whether the key is past its retention. */
export interface KeptAnswer extends StoredAnswer {
  isExpired: boolean;
}

/** Returns the query for the answer that is stored under a key. */
export const answerQuery = (
  accountId: string,
  key: string,
  now: Instant,
): Query<StoredAnswer & { created_at: number }, KeptAnswer | null> => ({
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

/** Returns what was answered under the key, unless the key is past its retention. */
export async function findAnswer(
  db: Db,
  accountId: string,
  key: string,
  now: Instant,
): Promise<StoredAnswer | null> {
  const kept = await runQuery(db, answerQuery(accountId, key, now));
  return kept?.isExpired === false ? kept : null;
}

export interface KeyClaim extends StoredAnswer {
  accountId: string;
  key: string;
  now: Instant;
}

/**
 * Returns the statement that claims keys. It fails with a unique violation if a key is stored already; on PostgreSQL it
 * waits for a claim that is not committed yet. The keys are written in one order, so that concurrent claims cannot
 * deadlock.
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

/** Replaces the answer of a claimed key, in the transaction of the claim. */
export async function replaceAnswer(trx: Db, accountId: string, key: string, answer: string): Promise<void> {
  await trx("idempotency_keys").where({ account_id: accountId, key }).update({ answer });
}

/** Deletes a key that is past its retention, so that it can be claimed again. */
export async function deleteExpiredKey(db: Db, accountId: string, key: string, now: Instant): Promise<void> {
  await db("idempotency_keys")
    .where({ account_id: accountId, key })
    .andWhere("created_at", "<=", now - IDEMPOTENCY_RETENTION)
    .delete();
}

/** Lets keys that were noted by a clock ahead count from now on; answers how many. */
export async function boundKeys(db: Db, now: Instant): Promise<number> {
  return db("idempotency_keys").where("created_at", ">", latestPlausible(now)).update({ created_at: now });
}

/** Forgets keys that are past their time, a chunk at a time; true while there are more. */
export async function purgeKeys(db: Db, now: Instant, limit = 1_000): Promise<boolean> {
  const forgotten = await deleteChunk(db, {
    table: "idempotency_keys",
    key: ["account_id", "key"],
    where: "created_at <= ?",
    bindings: [now - IDEMPOTENCY_RETENTION],
    ...{ order: "created_at", limit },
  });
  return forgotten === limit;
}
