import type { DeliveryReport } from "../../carriers/carrier";
import { anyOf, bulkInsert, deleteChunk, orderedJoin, rowsFrom } from "../../platform/db/bulk";
import { type Db, lockClause, lockName, rawRows, uuidInText } from "../../platform/db/dialect";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";

// Delivery reports that wait, because the outcome of their submission is not written yet or their message is
// unknown.

/** Key of a message in the reports of one carrier connection. */
export interface ReportKey {
  carrier: string;
  /** The carrier's reference to the message; the message's id if `accountId` is set. */
  reference: string;
  accountId: string | null;
}

type Content = Pick<DeliveryReport, "status" | "error" | "occurredAt">;

export type CarrierReport = ReportKey & Content;

interface Row {
  carrier: string;
  reference: string;
  account_id: string | null;
  id: string;
  report: string;
}

export const UNMATCHED_KEY = ["carrier", "reference", "id"] as const;

const toKey = ({ carrier, reference, account_id }: Omit<Row, "id" | "report">): ReportKey => ({
  carrier,
  reference,
  accountId: account_id,
});

/** Stores reports. The ids must ascend in the order of arrival. */
export async function insertUnmatched(
  trx: Db,
  reports: readonly (CarrierReport & { id: string })[],
  now: Instant,
): Promise<void> {
  await bulkInsert(
    trx,
    "unmatched_reports",
    {
      carrier: "text",
      reference: "text",
      id: "uuid",
      account_id: "uuid",
      report: "text",
      received_at: "bigint",
    },
    reports.map(({ carrier, reference, id, accountId, status, error, occurredAt }) => ({
      carrier,
      reference,
      id,
      account_id: accountId,
      received_at: now,
      report: JSON.stringify({ status, error, occurredAt } satisfies Content),
    })),
  );
}

export function unmatchedQuery(
  db: Db,
  names: readonly Pick<ReportKey, "carrier" | "reference">[],
): Query<Omit<Row, "id" | "report">, ReportKey[]> {
  const keys = names.map(({ carrier, reference }) => ({ reference, carrier }));
  const source = rowsFrom(db, "k", { reference: "text", carrier: "text" }, keys);
  return {
    sql: `select distinct u.carrier, u.reference, u.account_id from ${source.sql}
      ${orderedJoin(db)} unmatched_reports u on u.carrier = k.carrier and u.reference = k.reference`,
    bindings: source.bindings,
    read: (rows) => rows.map(toKey),
  };
}

export const unmatchedKeys = (db: Db, keys: Parameters<typeof unmatchedQuery>[1]): Promise<ReportKey[]> =>
  runQuery(db, unmatchedQuery(db, keys));

/** Deletes and returns the reports with these references, oldest first. */
export async function takeUnmatched(
  trx: Db,
  carrier: string,
  references: readonly string[],
): Promise<CarrierReport[]> {
  if (references.length === 0) return [];
  const which = anyOf(trx, "reference", "text", references).toSQL();
  const key = UNMATCHED_KEY.join(", ");
  // All transactions lock the rows in key order, which prevents deadlocks.
  const rows = await rawRows<Row>(
    trx,
    `delete from unmatched_reports where (${key}) in (select ${key} from unmatched_reports
       where carrier = ? and ${which.sql} order by ${key} ${lockClause(trx, "for update")}) returning *`,
    [carrier, ...(which.bindings as string[])],
  );
  return rows
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => ({ ...toKey(row), ...(JSON.parse(row.report) as Content) }));
}

/**
 * Returns up to `limit` keys after `after`, in key order, that have a stored report and a message to which
 * the report can be applied.
 */
export async function matchableKeys(
  db: Db,
  { after, limit }: { after: Pick<ReportKey, "carrier" | "reference"> | null; limit: number },
): Promise<ReportKey[]> {
  const columns = "u.carrier, u.reference, u.account_id";
  const messageId = uuidInText(db, "u.reference", "u.account_id is not null");
  const start = [after?.carrier ?? "", after?.reference ?? ""];
  const rows = await rawRows<Row>(
    db,
    `select * from (
       select ${columns} from unmatched_reports u
         join carrier_references r on r.carrier = u.carrier and r.reference = u.reference
         where u.account_id is null and (u.carrier, u.reference) > (?, ?)
       union select ${columns} from unmatched_reports u
         join messages m on m.account_id = u.account_id and m.id = ${messageId}
         where m.status <> 'pending' and (u.carrier, u.reference) > (?, ?)
     ) as found order by carrier, reference limit ?`,
    [...start, ...start, limit],
  );
  return rows.map(toKey);
}

/**
 * Deletes up to `limit` of a carrier's oldest reports beyond `max`. Returns the number of deleted reports.
 * Reports with a message id are exempt, because the pending messages bound their number. Reads at most `max`
 * + `limit` index entries.
 */
export const dropUnmatchedBeyond = (
  db: Db,
  carrier: string,
  { max, limit }: { max: number; limit: number },
): Promise<number> =>
  db.transaction(async (trx) => {
    // Without the lock, two processes could count the same reports and both delete the surplus.
    await lockName(trx, `unmatched_reports ${carrier}`);
    const [counted] = await rawRows<{ unmatched: number | string }>(
      trx,
      `select count(*) as unmatched from (select 1 from unmatched_reports where carrier = ? and account_id is null limit ?) as kept`,
      [carrier, max + limit],
    );
    const beyond = Number(counted?.unmatched ?? 0) - max;
    if (beyond <= 0) return 0;
    return deleteChunk(trx, {
      table: "unmatched_reports",
      key: UNMATCHED_KEY,
      where: "carrier = ? and account_id is null",
      bindings: [carrier],
      order: "id",
      limit: beyond,
    });
  });

/**
 * Deletes old reports. Keeps reports on pending messages: a message that waits for its sending window may
 * have been submitted before.
 */
export const purgeUnmatched = (db: Db, until: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "unmatched_reports",
    key: UNMATCHED_KEY,
    where: `received_at < ? and not exists (select 1 from messages m
      where m.account_id = unmatched_reports.account_id
        and m.id = ${uuidInText(db, "unmatched_reports.reference", "unmatched_reports.account_id is not null")}
        and m.status = 'pending')`,
    bindings: [until],
    order: "received_at",
    limit,
  });
