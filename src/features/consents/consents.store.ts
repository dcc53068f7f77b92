import { anyOf, bulkInsert, type Columns, rowsFrom } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import type { PageRequest } from "../../platform/db/page";
import { containsAnyOf, isAnyOf } from "../../platform/db/reads/conditions";
import type { Reading } from "../../platform/db/reads/reads";
import { scan } from "../../platform/db/reads/scan";
import { MAX_INDEX_RANGES, type Source } from "../../platform/db/reads/source";
import { firstIdAt, lastIdAt } from "../../platform/ids";
import type { Channel } from "../../messaging/channel";
import type { Purpose } from "../../messaging/purpose";
import type { Instant } from "../../platform/time";
import type { Consent, ConsentSource, ConsentStatus, Evidence } from "./consent";

interface ConsentRow {
  id: string;
  phone: string | null;
  purposes: string;
  channels: string;
  status: ConsentStatus;
  source: ConsentSource;
  evidence: string | null;
  inbound_message_id: string | null;
  inbound_rcs_event_id: string | null;
  occurred_at: number;
  created_at: number;
}

const toConsent = (row: ConsentRow): Consent => ({
  id: row.id,
  phone: row.phone,
  purposes: JSON.parse(row.purposes) as Purpose[],
  channels: JSON.parse(row.channels) as Channel[],
  status: row.status,
  source: row.source,
  evidence: row.evidence === null ? null : (JSON.parse(row.evidence) as Evidence),
  inboundMessageId: row.inbound_message_id,
  inboundRcsEventId: row.inbound_rcs_event_id,
  occurredAt: row.occurred_at,
  createdAt: row.created_at,
});

const COLUMNS: Columns = {
  account_id: "uuid",
  id: "uuid",
  phone: "text",
  number_hash: "text",
  purposes: "text",
  channels: "text",
  status: "text",
  source: "text",
  evidence: "text",
  inbound_message_id: "uuid",
  inbound_rcs_event_id: "uuid",
  occurred_at: "bigint",
  created_at: "bigint",
};

/** A consent with the hash of its number. The hash stays when the number is removed. */
interface HashedConsent extends Consent {
  hash: string;
}

export const insertConsents = (
  trx: Db,
  accountId: string,
  consents: readonly HashedConsent[],
): Promise<void> =>
  bulkInsert(
    trx,
    "consents",
    COLUMNS,
    consents.map((one) => ({
      account_id: accountId,
      id: one.id,
      phone: one.phone,
      number_hash: one.hash,
      purposes: JSON.stringify(one.purposes),
      channels: JSON.stringify(one.channels),
      status: one.status,
      source: one.source,
      evidence: one.evidence === null ? null : JSON.stringify(one.evidence),
      inbound_message_id: one.inboundMessageId,
      inbound_rcs_event_id: one.inboundRcsEventId,
      occurred_at: one.occurredAt,
      created_at: one.createdAt,
    })),
  );

interface ConsentFilter {
  /** Numbers in E.164. */
  phones?: readonly string[];
  hash?: string;
  purposes?: readonly Purpose[];
  channels?: readonly Channel[];
  statuses?: readonly ConsentStatus[];
  /** Inclusive bounds of the creation time, in milliseconds at second precision. */
  from?: Instant;
  to?: Instant;
}

const inJson = (values: readonly string[]) => values.map((value) => `"${value}"`);

/** Returns a page of the consents that match the filter, newest first, and their total. */
export async function listConsents(
  db: Db,
  reading: Reading,
  accountId: string,
  { phones, hash, purposes, channels, statuses, from, to }: ConsentFilter,
  page: PageRequest,
): Promise<{ consents: Consent[]; total: number }> {
  const isNarrow = phones !== undefined && phones.length <= MAX_INDEX_RANGES;
  const source: Source = {
    table: "consents",
    id: "id",
    scope: { account_id: accountId, ...(hash !== undefined && { number_hash: hash }) },
    ...(isNarrow && { anyOf: { column: "phone", values: phones } }),
    // Ids rise with the creation time, so an index on ids serves time windows.
    ...(from !== undefined && { from: firstIdAt(from) }),
    ...(to !== undefined && { to: lastIdAt(to + 999) }),
  };
  const conditions = [
    ...(phones && !isNarrow ? [isAnyOf({ column: "phone", type: "text" as const, values: phones })] : []),
    ...(statuses ? [isAnyOf({ column: "status", type: "text" as const, values: statuses })] : []),
    ...(purposes ? [containsAnyOf("purposes", inJson(purposes))] : []),
    ...(channels ? [containsAnyOf("channels", inJson(channels))] : []),
  ];
  const { ids, total } = await reading((read) => scan(read, source, conditions, page));
  const rows = (await db("consents")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .orderBy("id", "desc")) as ConsentRow[];
  return { consents: rows.map(toConsent), total };
}

export async function findConsent(db: Db, accountId: string, id: string): Promise<Consent | null> {
  const row = (await db("consents").where({ account_id: accountId, id }).first()) as ConsentRow | undefined;
  return row ? toConsent(row) : null;
}

/**
 * Removes number and evidence from the consents of these numbers (E.164) up to the consent id `upTo`. The
 * hash stays, so that revocations still hold.
 */
export const removeNumbers = (
  trx: Db,
  accountId: string,
  phones: readonly string[],
  upTo: string,
): Promise<number> =>
  trx("consents")
    .where({ account_id: accountId })
    .where(anyOf(trx, "phone", "text", phones))
    .where("id", "<=", upTo)
    .update({ phone: null, evidence: null });

export async function consentsOfNumber(
  db: Db,
  { accountId, hash, after }: { accountId: string; hash: string; after: string },
  limit: number,
): Promise<Consent[]> {
  const rows = (await db("consents")
    .where({ account_id: accountId, number_hash: hash })
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)) as ConsentRow[];
  return rows.map(toConsent);
}

/**
 * Returns the status of the latest opt-out or opt-in by a reply or an RCS event, by number hash. Ignores
 * records of the API, of imports and of the console. The map lacks numbers without a reply or RCS event.
 */
export async function latestOwnStatuses(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<Map<string, ConsentStatus>> {
  if (hashes.length === 0) return new Map();
  const columns = { account_id: "uuid", hash: "text" } as const;
  const numbers = hashes.map((hash) => ({ account_id: accountId, hash }));
  const source = rowsFrom(db, "n", columns, numbers);
  const latest = {
    table: "consents",
    where: `t.account_id = n.account_id and t.number_hash = n.hash and t.source in ('keyword', 'rcs')
      order by t.id desc`,
  };
  const rows = await rawRows<{ hash: string; status: ConsentStatus }>(
    db,
    `select n.hash, c.status from ${source.sql} ${joinFirst(db, "c", [latest], { limit: "1" })}`,
    source.bindings,
  );
  return new Map(rows.map(({ hash, status }) => [hash, status]));
}
