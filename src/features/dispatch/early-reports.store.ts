import type { DeliveryReport } from "../../carriers/carrier";
import { anyOf, bulkInsert, orderedJoin, rowsFrom } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { runQueries, type Query } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";

// Delivery reports that came before their message's submission was written down, by whichever process. They wait here
// until it is.

interface EarlyReportRow {
  account_id: string;
  message_id: string;
  id: string;
  report: string;
}

type KeptReport = Pick<DeliveryReport, "status" | "error" | "occurredAt">;

const toReport = (row: EarlyReportRow): DeliveryReport => ({
  accountId: row.account_id,
  messageId: row.message_id,
  ...(JSON.parse(row.report) as KeptReport),
});

/** Keeps reports, each under an id of its own that rises with time. */
export async function insertEarlyReports(
  trx: Db,
  reports: readonly (DeliveryReport & { id: string })[],
  now: Instant,
): Promise<void> {
  await bulkInsert(
    trx,
    "early_reports",
    { account_id: "uuid", message_id: "uuid", id: "uuid", report: "text", received_at: "bigint" },
    reports.map(({ accountId, messageId, id, status, error, occurredAt }) => ({
      account_id: accountId,
      message_id: messageId,
      id,
      report: JSON.stringify({ status, error, occurredAt } satisfies KeptReport),
      received_at: now,
    })),
  );
}

/** A message by its account. */
export interface MessageKey {
  accountId: string;
  messageId: string;
}

/** Which of these messages have reports that wait. */
export function earlyReportsQuery(
  db: Db,
  messages: readonly MessageKey[],
): Query<Pick<EarlyReportRow, "account_id" | "message_id">, MessageKey[]> {
  const keys = messages.map(({ accountId, messageId }) => ({ message_id: messageId, account_id: accountId }));
  const source = rowsFrom(db, "k", { message_id: "uuid", account_id: "uuid" }, keys);
  return {
    sql: `select distinct e.account_id, e.message_id from ${source.sql}
      ${orderedJoin(db)} early_reports e on e.account_id = k.account_id and e.message_id = k.message_id`,
    bindings: source.bindings,
    read: (rows) => rows.map((row) => ({ accountId: row.account_id, messageId: row.message_id })),
  };
}

/** Which of these messages of an account have reports that wait. */
export async function messagesWithEarlyReports(
  db: Db,
  accountId: string,
  messageIds: readonly string[],
): Promise<string[]> {
  const keys = messageIds.map((messageId) => ({ accountId, messageId }));
  const [waiting] = await runQueries(db, [earlyReportsQuery(db, keys)]);
  return waiting.map(({ messageId }) => messageId);
}

/** Takes the reports of these messages out, the oldest first, in the transaction that goes by them. */
export async function takeEarlyReports(
  trx: Db,
  accountId: string,
  messageIds: readonly string[],
): Promise<DeliveryReport[]> {
  if (messageIds.length === 0) return [];
  const which = anyOf(trx, "message_id", "uuid", messageIds).toSQL();
  const rows = await rawRows<EarlyReportRow>(
    trx,
    `delete from early_reports where account_id = ? and ${which.sql} returning *`,
    [accountId, ...(which.bindings as string[])],
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(toReport);
}

/** Messages whose reports wait though they need not any more, their submission being written; by account. */
export async function messagesOfLeftReports(db: Db, limit: number): Promise<MessageKey[]> {
  const rows = await rawRows<Pick<EarlyReportRow, "account_id" | "message_id">>(
    db,
    `select distinct e.account_id, e.message_id from early_reports e
       join messages m on m.account_id = e.account_id and m.id = e.message_id
     where m.status <> 'pending' limit ?`,
    [limit],
  );
  return rows.map((row) => ({ accountId: row.account_id, messageId: row.message_id }));
}
