import { anyOf } from "../../platform/db/bulk";
import { type Db, lockRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import { lockUnbegunJobs } from "../../queue/jobs-by-id.store";
import type { MessageState, MessageStatus } from "./message";
import { type MessageRow, STATE_COLUMNS, toState } from "./messages.store";
import type { SubmissionJob, SubmissionPayload } from "./submission-job";

/** A pending message and its job, which no process has begun. */
export interface WaitingMessage {
  message: MessageState;
  job: SubmissionJob;
}

/**
 * Locks and returns those of the messages whose submission has not begun, with their jobs. While the jobs are
 * locked, no process leases them. A process that leases them later reads pending messages only, so it never
 * submits a message that this transaction cancels or moves.
 */
export async function lockWaiting(
  trx: Db,
  accountId: string,
  messages: readonly { id: string; origin: string }[],
): Promise<WaitingMessage[]> {
  const origins = [...new Set(messages.map(({ origin }) => origin))];
  const jobs = await lockUnbegunJobs<SubmissionPayload>(trx, "submission", accountId, origins);
  const byOrigin = new Map(
    jobs.filter(({ payload }) => payload.unknown === undefined).map((job) => [job.payload.origin, job]),
  );
  if (byOrigin.size === 0) return [];
  const query = trx("messages")
    .where({ account_id: accountId, status: "pending" })
    .where(
      anyOf(
        trx,
        "id",
        "uuid",
        messages.map(({ id }) => id),
      ),
    )
    .select(...STATE_COLUMNS)
    .orderBy("id");
  const rows = (await lockRows(trx, query)) as MessageRow[];
  return rows.map(toState).flatMap((message) => {
    const job = byOrigin.get(message.batchId ?? "");
    // A later job of the same origin has the messages that `ids` lacks.
    const isOfJob = job && (job.payload.ids?.includes(message.id) ?? true);
    return isOfJob ? { message, job } : [];
  });
}

/** Moves a message to a job with another origin, and to the time of that job. */
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

/** A message with the origin of its job, which is null unless the message was created as `pending`. */
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

/** Returns null for an unknown message. */
export async function originOfMessage(
  db: Db,
  accountId: string,
  id: string,
): Promise<OriginOfMessage | null> {
  const [found] = (await origins(db, accountId).where({ id })) as OriginOfMessage[];
  return found ?? null;
}

/** Returns whether a message is alone in its send, so that the id of the send is that of the message. */
export async function isSingleSend(db: Db, accountId: string, id: string): Promise<boolean> {
  const single = { account_id: accountId, id, send_id: null, campaign_id: null, parent_message_id: null };
  return (await db("messages").where(single).first("id")) !== undefined;
}

/** Returns the messages of a send, oldest first. */
export async function messagesOfSend(db: Db, accountId: string, batchId: string): Promise<OriginOfMessage[]> {
  const column = (await isSingleSend(db, accountId, batchId)) ? "id" : "send_id";
  return (await origins(db, accountId).where({ [column]: batchId })) as OriginOfMessage[];
}

/** Returns the scheduled messages to a number up to an id, oldest first. */
export async function scheduledMessagesTo(
  db: Db,
  { accountId, phone, upTo }: { accountId: string; phone: string; upTo: string },
): Promise<OriginOfMessage[]> {
  const query = origins(db, accountId).where({ recipient: phone, status: "pending" });
  return (await query.where("id", "<=", upTo).whereNotNull("not_before")) as OriginOfMessage[];
}
