import { randomUUID } from "node:crypto";
import { bulkInsert } from "../db/bulk";
import { type Db, rawChanges, rawRows, skipLocked, typedBind } from "../db/dialect";
import { type Instant, latestPlausible, SECOND } from "../time";
import { LONGEST_INQUIRY_PAUSE, LONGEST_PAUSE } from "./backoff";

/** submit: messages to hand over. await: messages handed over whose reports are looked after. */
export type Phase = "submit" | "await";

/** Inline sends go before campaigns. */
export const PRIORITY = { inline: 0, campaign: 1 } as const;

/** How long a worker may hold a batch without a sign of life, in milliseconds. */
export const LEASE = 30 * SECOND;

/** What is leased: a run of messages of one sender. */
export interface Batch {
  accountId: string;
  id: string;
  senderId: string;
  /** The campaign that its messages belong to: it goes on only while that runs. */
  campaignId: string | null;
  /** Goes out to suppressed numbers as well: the confirmation of an opt-out. */
  exempt: boolean;
  phase: Phase;
  priority: number;
  dueAt: Instant;
  /** Hand-overs of its messages tried before. */
  attempt: number;
  /** The batch that its messages were created in. */
  originId: string;
  firstId: string;
  lastId: string;
  /** The messages, where not all of the run are meant. */
  ids: string[] | null;
  size: number;
  /** Since when its messages wait for what the phase does; decides when that is given up. */
  createdAt: Instant;
}

export interface LeasedBatch extends Batch {
  lease: string;
  /** Earlier leases have handed over a part of its messages, or may have: it was put back, or a holder died. */
  paused: boolean;
  /** Leases since it was last put back in order: above 1, a worker died (or stalled) while it held the batch. */
  leaseCount: number;
}

interface BatchRow {
  account_id: string;
  id: string;
  sender_id: string;
  campaign_id: string | null;
  exempt: boolean | number;
  phase: Phase;
  priority: number;
  due_at: Instant;
  lease: string | null;
  lease_count: number;
  paused: boolean | number;
  attempt: number;
  origin_id: string;
  first_id: string;
  last_id: string;
  ids: string | null;
  size: number;
  created_at: Instant;
}

const toBatch = (row: BatchRow): LeasedBatch => ({
  accountId: row.account_id,
  id: row.id,
  senderId: row.sender_id,
  campaignId: row.campaign_id,
  exempt: Boolean(row.exempt),
  phase: row.phase,
  priority: row.priority,
  dueAt: row.due_at,
  attempt: row.attempt,
  originId: row.origin_id,
  firstId: row.first_id,
  lastId: row.last_id,
  ids: row.ids === null ? null : (JSON.parse(row.ids) as string[]),
  size: row.size,
  createdAt: row.created_at,
  lease: row.lease ?? "",
  paused: Boolean(row.paused) || row.lease_count > 1,
  leaseCount: row.lease_count,
});

/** Queues batches, in the transaction that creates their messages or settles those before. */
export async function insertBatches(trx: Db, batches: readonly Batch[]): Promise<void> {
  await bulkInsert(
    trx,
    "batches",
    {
      account_id: "uuid",
      id: "uuid",
      sender_id: "uuid",
      campaign_id: "uuid",
      exempt: "boolean",
      phase: "text",
      priority: "smallint",
      due_at: "bigint",
      attempt: "integer",
      lease_count: "integer",
      origin_id: "uuid",
      first_id: "uuid",
      last_id: "uuid",
      ids: "text",
      size: "integer",
      created_at: "bigint",
    },
    batches.map((batch) => ({
      account_id: batch.accountId,
      id: batch.id,
      sender_id: batch.senderId,
      campaign_id: batch.campaignId,
      exempt: batch.exempt,
      phase: batch.phase,
      priority: batch.priority,
      due_at: batch.dueAt,
      attempt: batch.attempt,
      lease_count: 0,
      origin_id: batch.originId,
      first_id: batch.firstId,
      last_id: batch.lastId,
      ids: batch.ids === null ? null : JSON.stringify(batch.ids),
      size: batch.size,
      created_at: batch.createdAt,
    })),
  );
}

export interface SenderKey {
  accountId: string;
  senderId: string;
  /** The name of its carrier. */
  carrier: string;
}

/** The senders that have a batch due, removed ones included: one probe of the index each, however long the queues. */
export async function sendersWithWork(db: Db, phase: Phase, now: Instant): Promise<SenderKey[]> {
  const probe = (priority: number) =>
    `exists (select 1 from batches b where b.account_id = s.account_id and b.sender_id = s.id
       and b.phase = '${phase}' and b.priority = ${priority} and b.due_at <= ?)`;
  const rows = await rawRows<{ account_id: string; id: string; carrier: string }>(
    db,
    `select s.account_id, s.id, s.carrier from senders s
     where ${probe(PRIORITY.inline)} or ${probe(PRIORITY.campaign)} order by s.id`,
    [now, now],
  );
  return rows.map((row) => ({ accountId: row.account_id, senderId: row.id, carrier: row.carrier }));
}

/** Leases the sender's next batch. Only the holder may settle it; a holder that dies loses it when the lease ends. */
export async function leaseBatch(
  db: Db,
  { accountId, senderId }: Pick<SenderKey, "accountId" | "senderId">,
  phase: Phase,
  now: Instant,
): Promise<LeasedBatch | null> {
  for (const priority of [PRIORITY.inline, PRIORITY.campaign]) {
    const due = skipLocked(
      db,
      db("batches")
        .select("id")
        .where({ account_id: accountId, sender_id: senderId, phase, priority })
        .andWhere("due_at", "<=", now)
        .orderBy(["due_at", "id"])
        .limit(1),
    );
    const rows = (await db("batches")
      .where({ account_id: accountId })
      // A scalar subquery runs once; `in (… limit 1 for update skip locked)` may run again and lock more.
      .whereRaw("id = (?)", [due])
      .update({ lease: randomUUID(), due_at: now + LEASE, lease_count: db.raw("lease_count + 1") })
      .returning("*")) as BatchRow[];
    if (rows[0]) return toBatch(rows[0]);
  }
  return null;
}

/** Prolongs the lease, and locks the batch until the transaction ends; false when the lease is lost. */
export async function holdBatch(trx: Db, batch: LeasedBatch, now: Instant): Promise<boolean> {
  const held = await rawChanges(
    trx,
    "update batches set due_at = ? where account_id = ? and id = ? and lease = ?",
    [now + LEASE, batch.accountId, batch.id, batch.lease],
  );
  return held === 1;
}

/** Puts a batch back with what is left of it pending, to be leased again at `dueAt`. */
export async function pauseBatch(db: Db, batch: LeasedBatch, dueAt: Instant): Promise<void> {
  await db("batches")
    .where({ account_id: batch.accountId, id: batch.id, lease: batch.lease })
    .update({ lease: null, lease_count: 0, due_at: dueAt, paused: true });
}

/** When a batch is due whose campaign does not run: never, until that goes on. */
export const PARKED = Date.UTC(9999, 0);

/**
 * Gives a batch back, to be leased again at `dueAt`, with nothing of it handed over: this lease does not count as one
 * that broke off. `paused`: what earlier leases handed over has yet to be looked after.
 */
export async function releaseBatch(
  trx: Db,
  batch: LeasedBatch,
  dueAt: Instant,
  paused: boolean,
): Promise<void> {
  await trx("batches")
    .where({ account_id: batch.accountId, id: batch.id, lease: batch.lease })
    .update({ lease: null, lease_count: batch.leaseCount - 1, due_at: dueAt, paused });
}

/** Takes up again what was put aside of a campaign. */
export async function resumeBatches(
  db: Db,
  accountId: string,
  campaignId: string,
  now: Instant,
): Promise<number> {
  return db("batches")
    .where({ account_id: accountId, campaign_id: campaignId, due_at: PARKED })
    .update({ due_at: now });
}

/** Removes a batch that is done, in a transaction that holds it. */
export async function deleteBatch(trx: Db, batch: LeasedBatch): Promise<void> {
  await trx("batches").where({ account_id: batch.accountId, id: batch.id }).del();
}

/** How many batches wait, for the operator. */
export async function countBatches(db: Db): Promise<number> {
  const rows = (await db("batches")
    .where({ phase: "submit" })
    .andWhere("due_at", "<", PARKED)
    .count({ total: "*" })) as {
    total: number | string;
  }[];
  return Number(rows[0]?.total ?? 0);
}

/** A sender's tokens are awaited for no longer than it takes to fill its bucket. */
const LONGEST_WAIT_FOR_TOKENS = SECOND;

/**
 * Brings back batches that are due later than any pause can have put them off: what was put off is due now, a lease
 * runs for its full time from now. Answers how many there were.
 */
export async function boundBatches(db: Db, now: Instant): Promise<number> {
  const instant = typedBind(db, "bigint");
  // Range by range of the index: what waits for its turn is never looked at, however much it is.
  const beyond = (phase: Phase, priority: number) =>
    `select b.account_id, b.id from senders s join batches b on b.account_id = s.account_id and b.sender_id = s.id
     where b.phase = '${phase}' and b.priority = ${priority} and b.due_at < ${PARKED} and b.due_at > ?`;
  const ranges = Object.values(PRIORITY).flatMap((priority) => [
    {
      sql: `${beyond("submit", priority)}
        and b.due_at > case when b.lease is not null then ${instant}
          when b.attempt = 0 then ${instant} else ${instant} end`,
      bindings: [LONGEST_WAIT_FOR_TOKENS, LEASE, LONGEST_WAIT_FOR_TOKENS, LONGEST_PAUSE],
    },
    { sql: beyond("await", priority), bindings: [LONGEST_INQUIRY_PAUSE] },
  ]);
  let bounded = 0;
  for (const { sql, bindings } of ranges) {
    bounded += await rawChanges(
      db,
      `update batches set due_at = case when lease is null then ${instant} else ${instant} end,
         created_at = case when created_at > ${instant} then ${instant} else created_at end
       where (account_id, id) in (${sql})`,
      [now, now + LEASE, latestPlausible(now), now, ...bindings.map((pause) => latestPlausible(now, pause))],
    );
  }
  return bounded;
}

/**
 * Ends every lease at once. Only for a database that belongs to this process alone: whoever held a lease is dead, and
 * its batches need not wait for the lease to run out.
 */
export async function endLeases(db: Db, now: Instant): Promise<void> {
  await db("batches").whereNotNull("lease").andWhere("due_at", ">", now).update({ due_at: now });
}
