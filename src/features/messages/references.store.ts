import type { ReferenceReport, ReportedStatus } from "../../carriers/carrier";
import {
  anyOf,
  bulkInsert,
  deleteChunk,
  insertStatement,
  orderedJoin,
  rowsFrom,
  type Statement,
} from "../../platform/db/bulk";
import { beginWrite, type Db, lockName, lockRows, rawRows } from "../../platform/db/dialect";
import type { Query } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";

// What carriers call the messages that they have taken, and the reports on what no message is called, or none yet.

/** What a carrier calls a message. */
export interface CarrierReference {
  carrier: string;
  reference: string;
}

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

/** What notes how a carrier calls messages. A reference that it gives out a second time is the later message's. */
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

/** Notes what was reported of a part; answers what is known of all parts of its message, null for no report yet. */
export async function notePart(
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

interface UnmatchedRow {
  carrier: string;
  reference: string;
  id: string;
  report: string;
}

/** Keeps reports on what no message is called yet, each under an id of its own that rises with time. */
export async function insertUnmatched(
  trx: Db,
  carrier: string,
  reports: readonly (ReferenceReport & { id: string })[],
  now: Instant,
): Promise<void> {
  await bulkInsert(
    trx,
    "unmatched_reports",
    { carrier: "text", reference: "text", id: "uuid", report: "text", received_at: "bigint" },
    reports.map(({ reference, id, ...report }) => ({
      ...{ carrier, reference, id },
      ...{ report: JSON.stringify(report), received_at: now },
    })),
  );
}

/** Takes the reports under these references out, the oldest first, in the transaction that goes by them. */
export async function takeUnmatched(
  trx: Db,
  carrier: string,
  references: readonly string[],
): Promise<ReferenceReport[]> {
  if (references.length === 0) return [];
  const which = anyOf(trx, "reference", "text", references).toSQL();
  const rows = await rawRows<UnmatchedRow>(
    trx,
    `delete from unmatched_reports where carrier = ? and ${which.sql} returning *`,
    [carrier, ...(which.bindings as string[])],
  );
  return rows
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => ({
      ...(JSON.parse(row.report) as Omit<ReferenceReport, "reference">),
      reference: row.reference,
    }));
}

/** Which of these references have reports that wait. */
export function unmatchedReportsQuery(
  db: Db,
  references: readonly CarrierReference[],
): Query<CarrierReference, CarrierReference[]> {
  const named = references.map(({ carrier, reference }) => ({ reference, carrier }));
  const source = rowsFrom(db, "k", { reference: "text", carrier: "text" }, named);
  return {
    sql: `select distinct u.carrier, u.reference from ${source.sql}
      ${orderedJoin(db)} unmatched_reports u on u.carrier = k.carrier and u.reference = k.reference`,
    bindings: source.bindings,
    read: (rows) => rows,
  };
}

/** References whose reports wait though their message is known: whoever noted it died before it looked. */
export const matchedMeanwhile = (db: Db, limit: number): Promise<CarrierReference[]> =>
  rawRows(
    db,
    `select distinct u.carrier, u.reference from unmatched_reports u
       join carrier_references r on r.carrier = u.carrier and r.reference = u.reference limit ?`,
    [limit],
  );

/**
 * Forgets the oldest of a carrier's reports where more than `most` wait, up to `limit` of them; answers how many. It
 * counts the rows of an index, as far as it has to, and is meant for now and then.
 */
export const dropUnmatchedBeyond = (
  db: Db,
  carrier: string,
  { most, limit }: { most: number; limit: number },
): Promise<number> =>
  db.transaction(async (trx) => {
    // Two that counted the same reports would both forget as many.
    await lockName(trx, `unmatched_reports ${carrier}`);
    const [counted] = await rawRows<{ waiting: number | string }>(
      trx,
      `select count(*) as waiting from (select 1 from unmatched_reports where carrier = ? limit ?) as kept`,
      [carrier, most + limit],
    );
    const beyond = Number(counted?.waiting ?? 0) - most;
    if (beyond <= 0) return 0;
    return deleteChunk(trx, {
      table: "unmatched_reports",
      key: ["carrier", "reference", "id"],
      ...{ where: "carrier = ?", bindings: [carrier], order: "id", limit: beyond },
    });
  });

/** Forgets some of the reports that came before `until` and found no message; answers how many. */
export const purgeUnmatched = (db: Db, until: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "unmatched_reports",
    key: ["carrier", "reference", "id"],
    ...{ where: "received_at < ?", bindings: [until], order: "received_at", limit },
  });
