import { anyOf, isRow, rowsFrom, type Statement } from "../../platform/db/bulk";
import { beginWrite, type Db, lockClause, lockRows, rawRows } from "../../platform/db/dialect";
import { joinFirst, type Range } from "../../platform/db/first-of-each";
import { yieldToEventLoop } from "../../platform/event-loop";
import { firstIdAt, NIL_ID } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { PARKED } from "../../queue/job";
import { lockJobs, type LockedJob } from "../../queue/jobs-by-id.store";
import { type MessageState, type MessageStatus, SEND_DURATION } from "./message";
import { type MessageRow, STATE_COLUMNS, toState } from "./messages.store";
import type { SubmissionJob, SubmissionPayload } from "./submission-job";

export interface WaitingMessage {
  message: MessageState;
  job: SubmissionJob;
  /**
   * Whether a process holds the job. An `offered` message can be canceled, but not moved; a `held` message
   * allows neither.
   */
  hold: "none" | "offered" | "held";
}

/** Returns whether no process has begun to submit the job's messages, apart from its present holder. */
const isUnbegun = ({ attempt, leases, lease, payload }: LockedJob<SubmissionPayload>): boolean =>
  attempt === 0 && payload.unknown === undefined && leases === (lease === null ? 0 : 1);

/** Returns whether the job waits for its campaign to run, and no carrier can have accepted its messages. */
const isParked = ({ dueAt, leases, payload }: LockedJob<SubmissionPayload>): boolean =>
  dueAt === PARKED && leases === 0 && payload.unknown === undefined;

/**
 * Locks and returns the messages that `lockWaiting` returns, and the messages of parked jobs that no carrier
 * can have accepted.
 */
export const lockWaitingOrParked = (
  trx: Db,
  accountId: string,
  messages: readonly { id: string; origin: string }[],
): Promise<WaitingMessage[]> =>
  lockWaiting(trx, accountId, messages, (job) => isUnbegun(job) || isParked(job));

/**
 * Locks pending messages of cancelable jobs and returns them with their jobs. By default, a job is cancelable
 * if its submission has not begun. A process that leases a job later reads only pending messages of the job.
 * The process therefore never submits a message that this transaction cancels or moves. If a process already
 * holds the job, only the messages that the holder offers can be canceled. The holder withdraws the offer
 * (`claimMessages`) before it submits a message.
 */
export async function lockWaiting(
  trx: Db,
  accountId: string,
  messages: readonly { id: string; origin: string }[],
  isCancelable = isUnbegun,
): Promise<WaitingMessage[]> {
  const origins = [...new Set(messages.map(({ origin }) => origin))];
  const jobs = await lockSubmissions(trx, accountId, origins);
  const byOrigin = new Map(jobs.filter(isCancelable).map((job) => [job.payload.origin, job]));
  if (byOrigin.size === 0) return [];
  const ids = messages.map(({ id }) => id);
  const query = trx("messages")
    .where({ account_id: accountId, status: "pending" })
    .where(anyOf(trx, "id", "uuid", ids))
    .select(...STATE_COLUMNS, "offered_under")
    .orderBy("id");
  const rows = (await lockRows(trx, query)) as (MessageRow & { offered_under: string | null })[];
  return rows.flatMap((row) => {
    const job = byOrigin.get(row.batch_id ?? "");
    // A later job of the same origin has the messages that `ids` lacks.
    if (!job || job.payload.ids?.includes(row.id) === false) return [];
    const holding = row.offered_under === job.lease ? "offered" : "held";
    return [{ message: toState(row), job, hold: job.lease === null ? "none" : holding }];
  });
}

/** Locks the jobs of the origins. With several origins, the second statement may lock out of order. */
async function lockSubmissions(
  trx: Db,
  accountId: string,
  origins: readonly string[],
): Promise<LockedJob<SubmissionPayload>[]> {
  const lock = (some: readonly string[]) => lockJobs<SubmissionPayload>(trx, "submission", accountId, some);
  const jobs = await lock(origins);
  const found = new Set(jobs.map(({ id }) => id));
  const missing = origins.filter((origin) => !found.has(origin));
  // A process that puts a job back deletes it and inserts it again. A statement that waits for the deletion
  // does not find the new job, but the next statement does.
  return missing.length === 0 ? jobs : [...jobs, ...(await lock(missing))];
}

/**
 * Marks pending messages so that requests may cancel them although a process holds their job. The mark lasts
 * until `claimMessages` or the end of `lease`, which is the lease of the job.
 */
export async function offerMessages(
  db: Db,
  accountId: string,
  lease: string,
  ids: readonly string[],
): Promise<void> {
  await changeLocked(db, "offered_under = ?", [lease], accountId, ids);
}

/** Ends the offer of messages before their submission. Returns the ids of the messages still pending. */
export const claimMessages = (db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> =>
  changeLocked(db, "offered_under = null", [], accountId, ids);

/** Changes pending messages. Locks them in the order of their ids, which prevents deadlocks. */
async function changeLocked(
  db: Db,
  assignment: string,
  values: readonly string[],
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const named = anyOf(db, "id", "uuid", ids).toSQL();
  const rows = await rawRows<{ id: string }>(
    db,
    `with held as materialized (select id from messages where account_id = ? and ${named.sql}
       and status = 'pending' order by id ${lockClause(db, "for update")})
     update messages set ${assignment} where account_id = ? and id in (select id from held) returning id`,
    [accountId, ...(named.bindings as string[]), ...values, accountId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Moves a message to a job with another origin, and to the scheduled time of that job. */
export async function moveMessage(
  trx: Db,
  { accountId, id }: Pick<MessageState, "accountId" | "id">,
  to: { origin: string; notBefore: Instant },
  now: Instant,
): Promise<void> {
  await trx("messages")
    .where({ account_id: accountId, id })
    .update({ batch_id: to.origin, not_before: to.notBefore, updated_at: now });
}

/** Returns the statement that moves pending messages to later jobs. Locks them in the order of their ids. */
export function moveStatement(
  trx: Db,
  moved: readonly { job: SubmissionJob; messageIds: readonly string[] }[],
  now: Instant,
): Statement | null {
  const rows = moved.flatMap(({ job: { accountId, notBefore = null, payload }, messageIds }) =>
    messageIds.map((id) => ({ id, account_id: accountId, batch_id: payload.origin, not_before: notBefore })),
  );
  if (rows.length === 0) return null;
  rows.sort((a, b) => (`${a.account_id} ${a.id}` < `${b.account_id} ${b.id}` ? -1 : 1));
  const columns = { id: "uuid", account_id: "uuid", batch_id: "uuid", not_before: "bigint" } as const;
  const source = rowsFrom(trx, "u", columns, rows);
  const pending: Range = {
    table: "messages",
    where: "t.account_id = u.account_id and t.id = u.id and t.status = 'pending'",
  };
  const lock = lockClause(trx, "for update");
  // The id bounds limit every query plan to an index range.
  const ids = rows.map(({ id }) => id).sort();
  const isHeld = isRow(
    trx,
    "messages",
    (row) => `${row}.account_id = held.account_id and ${row}.id = held.id and ${row}.id between ? and ?`,
  );
  return {
    sql: `with held as materialized (select m.account_id, m.id, u.batch_id, u.not_before from ${source.sql}
       ${joinFirst(trx, "m", [pending], { limit: "1", lock })})
     update messages set batch_id = held.batch_id, not_before = held.not_before, updated_at = ?
     from held where ${isHeld}`,
    bindings: [...source.bindings, now, ids[0] as string, ids.at(-1) as string],
  };
}

const SCHEDULED_AT_ONCE = 1_000;

/**
 * Returns whether a scheduled message that is still pending has the file in its content. Skips messages of a
 * campaign's run: `anyCampaignNeedsFile` finds their content. `checkedAt` is the start of an earlier check,
 * or null. The earlier check may miss sends that are in progress at its start or begin later, so this check
 * reads only messages created since `SEND_DURATION` before that start. It misses an older message that is
 * delayed between both checks, as if the file had been deleted before the delay.
 */
export async function anyScheduledMessageNeeds(
  db: Db,
  accountId: string,
  fileId: string,
  checkedAt: Instant | null,
): Promise<boolean> {
  let after = checkedAt === null ? NIL_ID : firstIdAt(checkedAt - SEND_DURATION);
  for (;;) {
    // Repeats the conditions of the partial index `messages_waiting_media`. The order and the limit keep
    // PostgreSQL from reading the whole table, because it overestimates the number of matching messages.
    const rows = (await db("messages")
      .where({ account_id: accountId })
      .whereRaw(
        `status = 'pending' and not_before is not null and channel <> 'sms'
           and (campaign_id is null or parent_message_id is not null)`,
      )
      .where("id", ">", after)
      .orderBy("id")
      .limit(SCHEDULED_AT_ONCE)
      // In stored JSON, a text of the content cannot contain this pattern, because its quotes are escaped.
      .select("id", db.raw("content like ? as sends", [`%"file_id":"${fileId}"%`]))) as {
      id: string;
      sends: boolean | number;
    }[];
    if (rows.some(({ sends }) => Boolean(sends))) return true;
    if (rows.length < SCHEDULED_AT_ONCE) return false;
    after = rows.at(-1)?.id ?? after;
    await yieldToEventLoop();
  }
}

/**
 * A message with the origin of its submission job (`batch_id`), which is null unless the message was created
 * as `pending`.
 */
export interface OriginOfMessage {
  id: string;
  status: MessageStatus;
  origin: string | null;
}

const origins = (db: Db, accountId: string) =>
  db("messages")
    .where({ account_id: accountId })
    .select("id", "status", db.ref("batch_id").as("origin"))
    .orderBy("id");

/**
 * Returns a message's status, and its origin, the batch id that its submission job has too; null for an
 * unknown message. Takes SQLite's write lock before the read, because SQLite rejects a transaction's write if
 * another connection has written since the transaction's read.
 */
export async function originOfMessage(
  trx: Db,
  accountId: string,
  id: string,
): Promise<OriginOfMessage | null> {
  await beginWrite(trx);
  const [found] = (await origins(trx, accountId).where({ id })) as OriginOfMessage[];
  return found ?? null;
}

/** Returns whether the id belongs to a send to one recipient. The send and its message share the id. */
export async function isSingleSend(db: Db, accountId: string, id: string): Promise<boolean> {
  const single = { account_id: accountId, id, send_id: null, campaign_id: null, parent_message_id: null };
  return (await db("messages").where(single).first("id")) !== undefined;
}

export async function messagesOfSend(db: Db, accountId: string, batchId: string): Promise<OriginOfMessage[]> {
  const column = (await isSingleSend(db, accountId, batchId)) ? "id" : "send_id";
  return (await origins(db, accountId).where({ [column]: batchId })) as OriginOfMessage[];
}
