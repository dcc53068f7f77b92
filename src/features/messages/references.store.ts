import type { ReportedStatus } from "../../carriers/carrier";
import { anyOf, deleteChunk, insertStatement, type Statement } from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

// The references under which carriers know the messages that they accepted.

/** A message under one of its references. */
export interface ReferencedMessage {
  reference: string;
  accountId: string;
  messageId: string;
  /** References that the message has: several where it went out in parts. */
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

/**
 * What notes how a carrier calls messages. A reference that it gives out a second time is the later
 * message's.
 */
export function referencesStatement(
  trx: Db,
  carrier: string,
  messages: readonly ReferencedMessage[],
  keptUntil: Instant,
): Statement | null {
  const byReference = new Map(messages.map((message) => [message.reference, message]));
  return insertStatement(
    trx,
    "carrier_references",
    {
      ...{ carrier: "text", reference: "text", account_id: "uuid", message_id: "uuid" },
      ...{ parts: "smallint", kept_until: "bigint" },
    },
    // In one order, so that two of these wait for each other instead of locking up.
    [...byReference.values()]
      .sort((a, b) => (a.reference < b.reference ? -1 : 1))
      .map(({ reference, accountId, messageId, parts }) => ({
        ...{ carrier, reference, account_id: accountId, message_id: messageId },
        ...{ parts, kept_until: keptUntil },
      })),
    `on conflict (carrier, reference) do update set account_id = excluded.account_id,
       message_id = excluded.message_id, parts = excluded.parts, kept_until = excluded.kept_until, status = null`,
  );
}

/** The messages that a carrier calls by these references, as far as there are any, by reference. */
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

/**
 * Records the reported status of a part. Returns the status of every part of its message; null without a
 * report.
 */
export async function recordPartStatus(
  trx: Db,
  carrier: string,
  { accountId, messageId, reference }: ReferencedMessage,
  status: ReportedStatus,
): Promise<(ReportedStatus | null)[]> {
  await beginWrite(trx);
  const parts = (await lockRows(
    trx,
    trx<ReferenceRow>("carrier_references")
      .where({ account_id: accountId, message_id: messageId, carrier })
      .orderBy("reference"),
  )) as ReferenceRow[];
  await trx("carrier_references").where({ carrier, reference }).update({ status });
  return parts.map((part) => (part.reference === reference ? status : part.status));
}

/** Forgets some of the references whose messages no report is awaited of any more; answers how many. */
export const purgeReferences = (db: Db, now: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "carrier_references",
    key: ["carrier", "reference"],
    ...{ where: "kept_until < ?", bindings: [now], order: "kept_until", limit },
  });
