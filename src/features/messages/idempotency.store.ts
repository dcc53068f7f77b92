import { deleteChunk, insertStatement, type Statement } from "../../platform/db/bulk";
import { type Db, rawChanges } from "../../platform/db/dialect";
import type { Question } from "../../platform/db/statement-batch";
import { HOUR, type Instant, latestPlausible } from "../../platform/time";

/** How long an idempotency key is remembered, in milliseconds. */
export const IDEMPOTENCY_RETENTION = 24 * HOUR;

export interface StoredAnswer {
  fingerprint: string;
  /** JSON of the answer's body. */
  answer: string;
}

/** What was answered under the key before, unless that is forgotten by now. */
export async function findAnswer(
  db: Db,
  accountId: string,
  key: string,
  now: Instant,
): Promise<StoredAnswer | null> {
  const row = (await db("idempotency_keys")
    .select("fingerprint", "answer")
    .where({ account_id: accountId, key })
    .andWhere("created_at", ">", now - IDEMPOTENCY_RETENTION)
    .first()) as StoredAnswer | undefined;
  return row ?? null;
}

/** The same to be asked together with other things. */
export const answerQuestion = (
  accountId: string,
  key: string,
  now: Instant,
): Question<StoredAnswer, StoredAnswer | null> => ({
  sql: "select fingerprint, answer from idempotency_keys where account_id = ? and key = ? and created_at > ?",
  bindings: [accountId, key, now - IDEMPOTENCY_RETENTION],
  read: ([row]) => row ?? null,
});

export interface KeyClaim extends StoredAnswer {
  accountId: string;
  key: string;
  now: Instant;
}

/**
 * Claims keys that nobody has used. It fails as a whole where one was, be it long ago. In one order, so that two claims at
 * the same time wait for each other instead of locking up.
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

/**
 * Claims the key within the transaction that creates what is answered; false when another request holds it. On
 * PostgreSQL a claim that is not committed yet is waited for.
 */
export async function claimKey(
  trx: Db,
  accountId: string,
  key: string,
  { fingerprint, answer }: StoredAnswer,
  now: Instant,
): Promise<boolean> {
  const claimed = await rawChanges(
    trx,
    `insert into idempotency_keys (account_id, key, fingerprint, answer, created_at) values (?, ?, ?, ?, ?)
     on conflict (account_id, key) do update
       set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
       where idempotency_keys.created_at <= ?`,
    [accountId, key, fingerprint, answer, now, now - IDEMPOTENCY_RETENTION],
  );
  return claimed === 1;
}

/** Lets keys that were noted by a clock ahead count from now on; answers how many. */
export async function boundKeys(db: Db, now: Instant): Promise<number> {
  return db("idempotency_keys").where("created_at", ">", latestPlausible(now)).update({ created_at: now });
}

/** Puts the whole answer in the place of what was known of it when the key was claimed, in the same transaction. */
export async function replaceAnswer(trx: Db, accountId: string, key: string, answer: string): Promise<void> {
  await trx("idempotency_keys").where({ account_id: accountId, key }).update({ answer });
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
