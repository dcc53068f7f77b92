import type { ReportedStatus } from "../../carriers/carrier";
import { nextStatus } from "../../messaging/status";
import { anyOf, deleteChunk, insertStatement, type Statement } from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

// References that carriers assigned to accepted messages. Delivery reports name messages by reference.

export interface ReferencedMessage {
  reference: string;
  accountId: string;
  messageId: string;
  /** Number of the message's references: one per part if the message was sent in parts. */
  parts: number;
}

interface ReferenceRow {
  carrier: string;
  reference: string;
  account_id: string;
  message_id: string;
  parts: number;
  status: ReportedStatus | null;
}

/** Returns the statement that stores references. A reused reference moves to the later message. */
export function referencesStatement(
  trx: Db,
  carrier: string,
  messages: readonly ReferencedMessage[],
  retainUntil: Instant,
): Statement | null {
  const byReference = new Map(messages.map((message) => [message.reference, message]));
  return insertStatement(
    trx,
    "carrier_references",
    {
      carrier: "text",
      reference: "text",
      account_id: "uuid",
      message_id: "uuid",
      parts: "smallint",
      kept_until: "bigint",
    },
    // Concurrent transactions store references in the same order, so that they do not deadlock.
    [...byReference.values()]
      .sort((a, b) => (a.reference < b.reference ? -1 : 1))
      .map(({ reference, accountId, messageId, parts }) => ({
        carrier,
        reference,
        account_id: accountId,
        message_id: messageId,
        parts,
        kept_until: retainUntil,
      })),
    `on conflict (carrier, reference) do update set account_id = excluded.account_id,
       message_id = excluded.message_id, parts = excluded.parts, kept_until = excluded.kept_until, status = null`,
  );
}

/** Returns messages by carrier reference. Unknown references are absent. */
export async function messagesOfReferences(
  db: Db,
  carrier: string,
  references: readonly string[],
): Promise<Map<string, ReferencedMessage>> {
  if (references.length === 0) return new Map();
  const rows = (await db("carrier_references")
    .where({ carrier })
    .where(anyOf(db, "reference", "text", references))
    .select("reference", "account_id", "message_id", "parts")) as ReferenceRow[];
  return new Map(
    rows.map((row) => [
      row.reference,
      { reference: row.reference, accountId: row.account_id, messageId: row.message_id, parts: row.parts },
    ]),
  );
}

export const messageOfReference = async (
  db: Db,
  carrier: string,
  reference: string,
): Promise<ReferencedMessage | null> =>
  (await messagesOfReferences(db, carrier, [reference])).get(reference) ?? null;

export interface PendingReports {
  messages: number;
  /** End of the last message's delivery report timeout; null without messages. */
  until: Instant | null;
}

/** Counts a carrier's sent messages that may still get a report. Reads the carrier's valid references. */
export async function pendingReports(db: Db, carrier: string, now: Instant): Promise<PendingReports> {
  const [row] = await rawRows<{ messages: number; until: number | null }>(
    db,
    `select count(distinct r.message_id) as messages, max(r.kept_until) as until from carrier_references r
     join messages m on m.account_id = r.account_id and m.id = r.message_id
     where r.carrier = ? and r.kept_until > ? and m.status = 'sent'`,
    [carrier, now],
  );
  return { messages: row?.messages ?? 0, until: row?.until ?? null };
}

/**
 * Records the status of a message part, unless the report is repeated or late (`nextStatus`). Returns the
 * statuses of all parts, with null for a part without a report.
 */
export async function recordPartStatus(
  trx: Db,
  carrier: string,
  { accountId, messageId, reference }: ReferencedMessage,
  reported: ReportedStatus,
): Promise<(ReportedStatus | null)[]> {
  await beginWrite(trx);
  const parts = (await lockRows(
    trx,
    trx<ReferenceRow>("carrier_references")
      .where({ account_id: accountId, message_id: messageId, carrier })
      .orderBy("reference"),
  )) as ReferenceRow[];
  const before = parts.find((part) => part.reference === reference)?.status ?? null;
  const isNews = nextStatus(before ?? "sent", reported) !== null;
  const status = isNews ? reported : before;
  if (isNews) await trx("carrier_references").where({ carrier, reference }).update({ status });
  return parts.map((part) => (part.reference === reference ? status : part.status));
}

export async function deleteReferencesOf(
  trx: Db,
  accountId: string,
  messageIds: readonly string[],
): Promise<void> {
  await trx("carrier_references")
    .where({ account_id: accountId })
    .where(anyOf(trx, "message_id", "uuid", messageIds))
    .delete();
}

export const purgeReferences = (db: Db, now: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "carrier_references",
    key: ["carrier", "reference"],
    where: "kept_until < ?",
    bindings: [now],
    order: "kept_until",
    limit,
  });
