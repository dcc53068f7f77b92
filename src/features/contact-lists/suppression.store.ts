import { anyOf, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Binding, type Db, rawRows } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import type { Channel } from "../../messaging/channel";
import type { Purpose } from "../../messaging/purpose";
import type { BlockReason } from "../../messaging/block-reason";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { SuppressionKey } from "../consents/number-hash";
import { consentCheck, consentUseOf, type UseRow, useRowStatement } from "../consents/states.store";

/** Properties of a message that decide which blacklists suppress it. */
export interface MessageKind {
  accountId: string;
  channel: Channel;
  purpose: Purpose;
}

/**
 * Returns a subquery for the ids of the account's blacklists that suppress on the channel for the purpose.
 * The patterns are literals: SQLite plans the statement again for each bound pattern, at ten times the cost
 * of the query.
 */
export const suppressingListsQuery = ({ accountId, channel, purpose }: MessageKind): Statement => ({
  sql: `select l.id from contact_lists l where l.account_id = ? and l.type = 'blacklist'
    and l.deleted_at is null and l.channels like '%"${channel}"%'
    and (l.purposes is null or l.purposes like '%"${purpose}"%')`,
  bindings: [accountId],
});

/** Join that finds the account's contact with the number `p.phone`. Binds the account id. */
export const BY_PHONE = { table: "contacts", where: "t.account_id = ? and t.phone = p.phone" };

interface SuppressionRow extends UseRow {
  /** A blacklist that has members; null if there is none. */
  id: string | null;
  /** JSON array of the channels that the blacklist suppresses. */
  channels: string | null;
  /** JSON array of the purposes that the blacklist suppresses; null for all purposes. */
  purposes: string | null;
}

/** What can block messages of an account: its use of consents, and its blacklists that have members. */
export type Suppression = readonly SuppressionRow[];

/** Returns which of these numbers (E.164) get no messages of the kind, and why. */
export async function blockedPhones(
  db: Db,
  key: SuppressionKey,
  kind: MessageKind,
  phones: readonly string[],
): Promise<Map<string, BlockReason>> {
  return phonesBlockedBy(db, key, await runQuery(db, suppressionQuery(kind.accountId)), kind, phones);
}

/** Does the same as `blockedPhones`, but takes the result of `suppressionQuery` instead of reading it. */
export async function phonesBlockedBy(
  db: Db,
  key: SuppressionKey,
  suppression: Suppression,
  kind: MessageKind,
  phones: readonly string[],
): Promise<Map<string, BlockReason>> {
  const reasonOf = await consentCheck(db, key, kind, consentUseOf(suppression[0], kind.purpose), phones);
  const onLists = await phonesOnLists(db, kind, listsOf(suppression, kind), phones);
  return new Map(
    phones.flatMap((phone): [string, BlockReason][] => {
      const reason = onLists.has(phone) ? "suppressed" : reasonOf(phone);
      return reason === null ? [] : [[phone, reason]];
    }),
  );
}

/**
 * Returns the query for the use of consents and the blacklists with members. One statement suffices for an
 * account without suppression.
 */
export const suppressionQuery = (accountId: string): Query<SuppressionRow, Suppression> => {
  const use = useRowStatement(accountId);
  return {
    sql: `select u.*, l.id, l.channels, l.purposes from (${use.sql}) u
      left join (select l.id, l.channels, l.purposes from contact_lists l
        where l.account_id = ? and l.type = 'blacklist' and l.deleted_at is null and ${HAS_MEMBERS}) l on 1 = 1`,
    bindings: [...use.bindings, accountId, accountId],
    read: (rows) => rows,
  };
};

/** Returns the lists that suppress on the channel for the purpose, like `suppressingListsQuery`. */
const listsOf = (suppression: Suppression, { channel, purpose }: MessageKind): string[] =>
  suppression.flatMap(({ id, channels, purposes }) =>
    id !== null && channels?.includes(`"${channel}"`) && purposes?.includes(`"${purpose}"`) !== false
      ? id
      : [],
  );

/** Condition that the list `l` has members. Binds the account id. */
const HAS_MEMBERS = "exists (select 1 from list_members m where m.account_id = ? and m.list_id = l.id)";

async function phonesOnLists(
  db: Db,
  { accountId }: MessageKind,
  lists: readonly string[],
  phones: readonly string[],
): Promise<Set<string>> {
  if (lists.length === 0) return new Set();
  const source = rowsFrom(
    db,
    "p",
    { phone: "text" },
    phones.map((phone) => ({ phone })),
  );
  const member = anyOf(db, "m.list_id", "uuid", lists).toSQL();
  const rows = await rawRows<{ phone: string }>(
    db,
    `select c.phone from ${source.sql} ${joinFirst(db, "c", [BY_PHONE], { limit: "1" })}
     where c.deleted_at is null and exists (select 1 from list_members m
       where m.account_id = c.account_id and m.contact_id = c.id and ${member.sql})`,
    [...source.bindings, accountId, ...(member.bindings as Binding[])],
  );
  return new Set(rows.map(({ phone }) => phone));
}

/** Returns the query for the suppressing lists that have members. Most accounts have none. */
export function occupiedListsQuery(kind: MessageKind): Query<{ id: string }, string[]> {
  const { sql, bindings } = suppressingListsQuery(kind);
  return {
    sql: `select l.id from (${sql}) as l where ${HAS_MEMBERS}`,
    bindings: [...bindings, kind.accountId],
    read: (rows) => rows.map(({ id }) => id),
  };
}
