import { lockAccount } from "../accounts/accounts.store";
import { type SendingTerms, sendingTermsQuery, type TermsRow } from "../accounts/sending-rules.store";
import type { Db } from "../../platform/db/dialect";
import { fullBucket } from "../../platform/db/token-bucket";
import type { IdMaker } from "../../platform/ids";
import type { PageRequest } from "../../platform/db/page";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { Channel } from "../../messaging/channel";
import { conflict } from "../../platform/problem";
import type { Instant } from "../../platform/time";
import type { Sender } from "./sender";

export interface SenderRow {
  account_id: string;
  id: string;
  channel: Channel;
  address: string;
  carrier: string;
  is_default: boolean | number;
  max_per_second: number;
  tokens: number;
  tokens_at: number;
  created_at: number;
  removed_at: number | null;
}

export const toSender = (row: SenderRow): Sender => ({
  id: row.id,
  accountId: row.account_id,
  channel: row.channel,
  address: row.address,
  carrier: row.carrier,
  isDefault: Boolean(row.is_default),
  maxPerSecond: row.max_per_second,
  createdAt: row.created_at,
  removedAt: row.removed_at,
});

const ofAccount = (db: Db, accountId: string) => db<SenderRow>("senders").where({ account_id: accountId });
const present = (db: Db, accountId: string) => ofAccount(db, accountId).whereNull("removed_at");

type NewSender = Omit<Sender, "isDefault" | "removedAt"> & {
  /** Whether the sender becomes the default. A channel's first sender always becomes the default. */
  isDefault?: boolean;
};

/** Adds a sender with a full token bucket. Throws a conflict if the address is taken on the channel. */
export async function insertSender(db: Db, { isDefault = false, ...sender }: NewSender): Promise<Sender> {
  const { accountId, channel } = sender;
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    const before = await defaultSender(trx, accountId, channel);
    const becomesDefault = isDefault || before === null;
    if (becomesDefault) await present(trx, accountId).where({ channel }).update({ is_default: false });
    const bucket = fullBucket(sender.maxPerSecond, sender.createdAt);
    const inserted: unknown[] = await trx("senders")
      .insert({
        account_id: accountId,
        id: sender.id,
        channel,
        address: sender.address,
        carrier: sender.carrier,
        is_default: becomesDefault,
        max_per_second: sender.maxPerSecond,
        tokens: bucket.tokens,
        tokens_at: bucket.tokensAt,
        created_at: sender.createdAt,
      })
      .onConflict()
      .ignore()
      .returning("id");
    if (inserted.length === 0) {
      const taken = (await present(trx, accountId)
        .where({ channel, address: sender.address })
        .first("id", "carrier")) as { id: string; carrier: string } | undefined;
      const hint = taken
        ? `, with the carrier ${taken.carrier}: remove ${taken.id}, or choose another address`
        : "";
      throw conflict(`The account already has the sender ${sender.address} for ${channel}${hint}`);
    }
    return { ...sender, isDefault: becomesDefault, removedAt: null };
  });
}

/**
 * Removes a sender; returns null if the account does not have the sender. If the sender was the default, the
 * oldest remaining sender of the channel becomes the default.
 */
export async function removeSender(
  db: Db,
  accountId: string,
  senderId: string,
  now: Instant,
): Promise<Sender | null> {
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    const row = await present(trx, accountId).where({ id: senderId }).first();
    if (row === undefined) return null;
    const sender = toSender(row);
    await ofAccount(trx, accountId).where({ id: senderId }).update({ removed_at: now, is_default: false });
    if (sender.isDefault) {
      const oldest = await present(trx, accountId)
        .where({ channel: sender.channel })
        .orderBy("id")
        .first("id");
      if (oldest) await ofAccount(trx, accountId).where({ id: oldest.id }).update({ is_default: true });
    }
    return { ...sender, isDefault: false, removedAt: now };
  });
}

export interface SenderChanges {
  carrier?: string;
  maxPerSecond?: number;
  /**
   * Whether to make the sender its channel's default. A default sender stays the default until another sender
   * becomes the default.
   */
  isDefault?: true;
}

/**
 * Changes the given fields of a sender. Returns the sender and whether it changed; null if the account does
 * not have the sender.
 */
export async function setSender(
  db: Db,
  { accountId, id }: Pick<Sender, "accountId" | "id">,
  changes: SenderChanges,
  { now, ids }: { now: Instant; ids: IdMaker },
): Promise<{ sender: Sender; isChanged: boolean } | null> {
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    const row = await present(trx, accountId).where({ id }).first();
    if (row === undefined) return null;
    const before = toSender(row);
    const sender = { ...before, ...changes };
    const { channel, carrier, maxPerSecond, isDefault } = sender;
    const isChanged =
      carrier !== before.carrier || maxPerSecond !== before.maxPerSecond || isDefault !== before.isDefault;
    if (!isChanged) return { sender, isChanged };
    if (carrier !== before.carrier) await keepFormerCarrier(trx, before, { now, ids });
    if (isDefault !== before.isDefault)
      await present(trx, accountId).where({ channel }).update({ is_default: false });
    await ofAccount(trx, accountId)
      .where({ id })
      .update({ carrier, max_per_second: maxPerSecond, is_default: isDefault });
    return { sender, isChanged };
  });
}

/**
 * Adds a sender with the former carrier, marked as removed, so that replies by that carrier still reach the
 * account.
 */
async function keepFormerCarrier(
  trx: Db,
  sender: Sender,
  { now, ids }: { now: Instant; ids: IdMaker },
): Promise<void> {
  const { accountId, channel, address, carrier, maxPerSecond, createdAt } = sender;
  const former = { carrier, channel, address };
  if (await ofAccount(trx, accountId).where(former).whereNotNull("removed_at").first("id")) return;
  await trx("senders").insert({
    ...former,
    account_id: accountId,
    id: ids.next(),
    is_default: false,
    max_per_second: maxPerSecond,
    tokens: 0,
    tokens_at: now,
    created_at: createdAt,
    removed_at: now,
  });
}

/** Returns a page of the account's senders, newest first, and the total, both without removed senders. */
export async function listSenders(
  db: Db,
  accountId: string,
  { limit, offset }: PageRequest,
): Promise<{ senders: Sender[]; total: number }> {
  const rows = await present(db, accountId).orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await present(db, accountId).count({ total: "*" }).first<{ total: number }>();
  return { senders: rows.map(toSender), total: counted.total };
}

export async function everySender(db: Db, accountId: string): Promise<Sender[]> {
  return (await present(db, accountId).orderBy("id", "desc")).map(toSender);
}

function chosenSenderQuery(
  accountId: string,
  channel: Channel,
  senderId: string | null,
): Query<SenderRow, Sender | null> {
  const [column, value] = senderId === null ? ["is_default", true] : ["id", senderId];
  return {
    sql: `select account_id, id, channel, address, carrier, is_default, max_per_second, created_at, removed_at
      from senders where account_id = ? and channel = ? and ${column} = ? and removed_at is null limit 1`,
    bindings: [accountId, channel, value],
    read: ([row]) => (row ? toSender(row) : null),
  };
}

export function senderAndTermsQuery(
  accountId: string,
  channel: Channel,
  senderId: string | null,
): Query<SenderRow & TermsRow, { sender: Sender | null; terms: SendingTerms }> {
  const [terms, sender] = [sendingTermsQuery(accountId), chosenSenderQuery(accountId, channel, senderId)];
  return {
    sql: `select t.*, s.* from (${terms.sql}) t left join (${sender.sql}) s on 1 = 1`,
    bindings: [...terms.bindings, ...sender.bindings],
    read: (rows) => ({ terms: terms.read(rows), sender: sender.read(rows.filter(hasSender)) }),
  };
}

const hasSender = ({ id }: { id: string | null }) => id !== null;

/** Returns the sender, or the channel's default if `senderId` is null. Returns null if there is none. */
export const chosenSender = (
  db: Db,
  accountId: string,
  channel: Channel,
  senderId: string | null,
): Promise<Sender | null> => runQuery(db, chosenSenderQuery(accountId, channel, senderId));

export const defaultSender = (db: Db, accountId: string, channel: Channel): Promise<Sender | null> =>
  chosenSender(db, accountId, channel, null);

/** Returns the senders by id, including removed senders, because a queue outlives its sender. */
export async function sendersById(
  db: Db,
  accountId: string,
  senderIds: readonly string[],
): Promise<Map<string, Sender>> {
  const rows = await ofAccount(db, accountId).whereIn("id", senderIds);
  return new Map(rows.map((row) => [row.id, toSender(row)]));
}

export async function findSender(db: Db, accountId: string, senderId: string): Promise<Sender | null> {
  const row = await present(db, accountId).where({ id: senderId }).first();
  return row ? toSender(row) : null;
}

/** Returns the number of senders of a carrier connection, without removed senders. */
export async function countSendersOf(db: Db, carrier: string): Promise<number> {
  const counted = await db<SenderRow>("senders")
    .where({ carrier })
    .whereNull("removed_at")
    .count({ total: "*" })
    .first<{ total: number }>();
  return counted.total;
}

/** Returns the senders of a carrier connection on the channels, without removed senders. */
export async function sendersOfCarrier(
  db: Db,
  carrier: string,
  channels: readonly Channel[],
): Promise<Sender[]> {
  const rows = await db<SenderRow>("senders")
    .where({ carrier })
    .whereIn("channel", channels)
    .whereNull("removed_at")
    .orderBy(["channel", "address"]);
  return rows.map(toSender);
}

/** Returns the queue keys of a carrier connection's removed senders, whose messages may still wait. */
export async function removedKeysOf(db: Db, carrier: string): Promise<{ accountId: string; key: string }[]> {
  const rows = await db<SenderRow>("senders")
    .where({ carrier })
    .whereNotNull("removed_at")
    .select("account_id", "id");
  return rows.map(({ account_id: accountId, id: key }) => ({ accountId, key }));
}

/** Returns the ids of accounts with a sender of this address: oldest sender first, removed senders last. */
export async function accountsOfAddress(
  db: Db,
  { carrier, channel, address }: Pick<Sender, "carrier" | "channel" | "address">,
): Promise<string[]> {
  const rows = await db<SenderRow>("senders")
    .where({ carrier, channel, address })
    .orderByRaw("case when removed_at is null then 0 else 1 end, id")
    .select("account_id");
  return [...new Set(rows.map((row) => row.account_id))];
}

/**
 * Returns a sender's account id; null for an unknown sender. The operator identifies senders by their id
 * alone.
 */
export async function accountOfSender(db: Db, senderId: string): Promise<string | null> {
  const row = await db<SenderRow>("senders").where({ id: senderId }).first("account_id");
  return row?.account_id ?? null;
}

/** Returns the account's senders of the channel, including removed senders. */
export async function sendersOfChannel(db: Db, accountId: string, channel: Channel): Promise<Sender[]> {
  return (await ofAccount(db, accountId).where({ channel })).map(toSender);
}
