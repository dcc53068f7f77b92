import { rulesInForce, type RulesInForce } from "../../messaging/sending-rules/rule-in-force";
import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { type BucketRow, fillsAt, nextFrom, takeFrom } from "../../platform/db/token-bucket";
import type { Instant } from "../../platform/time";
import { timeZoneOf } from "../accounts/accounts.store";
import type { Sender } from "./sender";
import { type SenderRow, toSender } from "./senders.store";

export interface QueuedSender extends Sender {
  /** Whether the account is disabled or the carrier connection is paused. */
  isHeld: boolean;
  rules: RulesInForce;
}

type QueuedSenderRow = SenderRow & {
  disabled_at: Instant | null;
  paused_at: Instant | null;
  sending_rules: string | null;
  time_zone: string | null;
};

async function senderRows(
  db: Db,
  keys: readonly { accountId: string; key: string }[],
): Promise<QueuedSenderRow[]> {
  if (keys.length === 0) return [];
  const accounts = [...new Set(keys.map(({ accountId }) => accountId))];
  const ids = keys.map(({ key }) => key);
  return (await db("senders as s")
    .join("accounts as a", "a.id", "s.account_id")
    .leftJoin("carrier_connections as c", "c.name", "s.carrier")
    .where(anyOf(db, "s.account_id", "uuid", accounts))
    .where(anyOf(db, "s.id", "uuid", ids))
    .select("s.*", "a.disabled_at", "a.sending_rules", "a.time_zone", "c.paused_at")) as QueuedSenderRow[];
}

const rulesOf = ({ sending_rules: rules, time_zone: timeZone }: QueuedSenderRow) =>
  rulesInForce(rules, timeZoneOf({ timeZone }));

const isHeld = ({ disabled_at: disabledAt, paused_at: pausedAt }: QueuedSenderRow) =>
  disabledAt !== null || pausedAt !== null;

/** Returns the senders with these keys by id, including removed senders. */
export async function sendersOfKeys(
  db: Db,
  keys: readonly { accountId: string; key: string }[],
): Promise<Map<string, QueuedSender>> {
  const rows = await senderRows(db, keys);
  return new Map(rows.map((row) => [row.id, { ...toSender(row), isHeld: isHeld(row), rules: rulesOf(row) }]));
}

/** Share of a full bucket below which a sender's rate counts as used up. An idle bucket fills in a second. */
const USED_UP = 0.5;

/**
 * Returns the keys of the senders that may submit now. Their account is enabled, their connection is not
 * paused, and their rate is not used up. Includes unknown senders, because their messages then fail.
 */
export async function sendingKeys<K extends { accountId: string; key: string }>(
  db: Db,
  keys: readonly K[],
  now: Instant,
): Promise<K[]> {
  const rows = await senderRows(db, keys);
  const delayed = rows.filter((row) => {
    const { tokens, tokens_at: tokensAt, max_per_second: maxPerSecond } = row;
    const bucket = { maxPerSecond, tokens, tokensAt };
    return isHeld(row) || fillsAt(bucket, now, Math.ceil(maxPerSecond * USED_UP)) > now;
  });
  const ids = new Set(delayed.map(({ id }) => id));
  return keys.filter(({ key }) => !ids.has(key));
}

const bucketOf = (accountId: string, senderId: string): BucketRow => ({
  table: "senders",
  where: "account_id = ? and id = ?",
  bindings: [accountId, senderId],
});

/**
 * Takes at most `count` tokens and returns their number; 0 for an unknown sender. A removed sender has tokens
 * too, because its queue still drains.
 */
export const takeTokens = async (
  db: Db,
  accountId: string,
  senderId: string,
  count: number,
  now: Instant,
): Promise<number> => (await takeFrom(db, bucketOf(accountId, senderId), count, now)) ?? 0;

/** Returns the earliest time when the sender's bucket holds `count` tokens; null for an unknown sender. */
export const nextTokenAt = (
  db: Db,
  accountId: string,
  senderId: string,
  now: Instant,
  count = 1,
): Promise<Instant | null> => nextFrom(db, bucketOf(accountId, senderId), now, count);
