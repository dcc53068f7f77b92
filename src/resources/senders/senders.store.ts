import { lockAccount } from "../accounts/accounts.store";
import { anyOf } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { Question } from "../../platform/db/together";
import type { Channel } from "../../messaging/channel";
import { conflict } from "../../platform/problem";
import { type Instant, latestPlausible, SECOND } from "../../platform/time";
import type { Sender } from "./sender";
import { fillsAt, fullBucket, TOKEN } from "./token-bucket";

interface SenderRow {
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

const toSender = (row: SenderRow): Sender => ({
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

export type NewSender = Omit<Sender, "isDefault" | "removedAt"> & {
  /** Takes the channel's default over; the first sender of a channel has it in any case. */
  isDefault?: boolean;
};

/** Adds a sender with a full token bucket; refused as a conflict when the account has its address on the channel. */
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
      throw conflict(`The account has a sender ${sender.address} for ${channel} already`);
    }
    return { ...sender, isDefault: becomesDefault, removedAt: null };
  });
}

/**
 * Removes a sender at `now`; of what is left, the oldest of its channel takes the default over from it. Answers the
 * sender, or null when the account has none with this id (any more).
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

/** The account's senders, newest first, removed ones left out, and how many there are in all. */
export async function listSenders(
  db: Db,
  accountId: string,
  { limit, offset }: PageRequest,
): Promise<{ senders: Sender[]; total: number }> {
  const rows = await present(db, accountId).orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await present(db, accountId).count({ total: "*" }).first<{ total: number }>();
  return { senders: rows.map(toSender), total: counted.total };
}

/** Every sender of the account, newest first, removed ones left out: for the operator. */
export async function everySender(db: Db, accountId: string): Promise<Sender[]> {
  return (await present(db, accountId).orderBy("id", "desc")).map(toSender);
}

/** The sender that the channel's messages go out from, or null while the account has none. */
export async function defaultSender(db: Db, accountId: string, channel: Channel): Promise<Sender | null> {
  const row = await present(db, accountId).where({ channel, is_default: true }).first();
  return row ? toSender(row) : null;
}

/** The same to be asked together with other things. */
export const defaultSenderQuestion = (
  accountId: string,
  channel: Channel,
): Question<SenderRow, Sender | null> => ({
  sql: `select account_id, id, channel, address, carrier, is_default, max_per_second, created_at, removed_at
    from senders where account_id = ? and channel = ? and is_default = ? and removed_at is null limit 1`,
  bindings: [accountId, channel, true],
  read: ([row]) => (row ? toSender(row) : null),
});

/** The senders with these ids by id, removed ones included: a queue outlives its sender. */
export async function sendersById(
  db: Db,
  accountId: string,
  senderIds: readonly string[],
): Promise<Map<string, Sender>> {
  const rows = await ofAccount(db, accountId).whereIn("id", senderIds);
  return new Map(rows.map((row) => [row.id, toSender(row)]));
}

/** The senders of these accounts with these ids by id, removed ones included. */
export async function sendersOfKeys(
  db: Db,
  keys: readonly { accountId: string; key: string }[],
): Promise<Map<string, Sender>> {
  if (keys.length === 0) return new Map();
  const accounts = [...new Set(keys.map(({ accountId }) => accountId))];
  const ids = keys.map(({ key }) => key);
  const rows = await db<SenderRow>("senders")
    .where(anyOf(db, "account_id", "uuid", accounts))
    .where(anyOf(db, "id", "uuid", ids));
  return new Map(rows.map((row) => [row.id, toSender(row)]));
}

/** The account that a sender belongs to: for the operator, who names a sender by its id alone. */
export async function accountOfSender(db: Db, senderId: string): Promise<string | null> {
  const row = await db<SenderRow>("senders").where({ id: senderId }).first("account_id");
  return row?.account_id ?? null;
}

/**
 * Reads the bucket's level at `now`, takes as many whole tokens as are there and wanted, and notes how many that
 * were, since `returning` tells only the new values. A clock behind that of the last taking adds nothing, unless it is so
 * far behind (beyond `latest`) that the last one must have been ahead: then the level counts from now on.
 */
const TAKE_TOKENS = `
  update senders set (tokens, tokens_at, tokens_granted) = (
    select level - granted * ${TOKEN}, level_at, granted from (
      select level, level_at, case when level / ${TOKEN} < want then level / ${TOKEN} else want end as granted from (
        select want,
          case when elapsed > 0 or tokens_at > latest then now else tokens_at end as level_at,
          case
            when elapsed <= 0 then tokens
            when elapsed >= ${SECOND} or tokens + elapsed * max_per_second > max_per_second * ${TOKEN}
              then max_per_second * ${TOKEN}
            else tokens + elapsed * max_per_second
          end as level
        from (
          select now, want, latest, now - tokens_at as elapsed
          from (select cast(? as bigint) as now, cast(? as bigint) as want, cast(? as bigint) as latest) as asked
        ) as timed
      ) as refilled
    ) as taken
  )
  where account_id = ? and id = ?
  returning tokens_granted`;

/**
 * Takes up to `want` messages' tokens from the sender's bucket at `now` and answers how many it got, from 0 on. One
 * statement, so that any number of processes share a sender's speed. A removed sender's queue still drains by it.
 */
export async function takeTokens(
  db: Db,
  accountId: string,
  senderId: string,
  want: number,
  now: Instant,
): Promise<number> {
  const [row] = await rawRows<{ tokens_granted: number }>(db, TAKE_TOKENS, [
    now,
    want,
    latestPlausible(now),
    accountId,
    senderId,
  ]);
  return row?.tokens_granted ?? 0;
}

/** When the sender's bucket holds the tokens of `want` messages if nobody takes any; null for an unknown sender. */
export async function nextTokenAt(
  db: Db,
  accountId: string,
  senderId: string,
  now: Instant,
  want = 1,
): Promise<Instant | null> {
  const row = await ofAccount(db, accountId).where({ id: senderId }).first();
  if (row === undefined) return null;
  return fillsAt(
    { maxPerSecond: row.max_per_second, tokens: row.tokens, tokensAt: row.tokens_at },
    now,
    want,
  );
}

/** Every sender that the account has or had on the channel. */
export async function sendersOfChannel(db: Db, accountId: string, channel: Channel): Promise<Sender[]> {
  return (await ofAccount(db, accountId).where({ channel })).map(toSender);
}
