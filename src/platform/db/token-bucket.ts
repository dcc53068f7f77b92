import { type Instant, latestPlausible, SECOND } from "../time";
import { type Binding, type Db, rawRows } from "./dialect";

/**
 * Rate limit of a sender or a carrier connection. A bucket holds the tokens of one second, so at most one
 * second's messages are submitted in a burst, and at most twice as many in the second of the burst. Levels
 * are integers in thousandths of a message: each millisecond adds exactly `maxPerSecond`.
 */
interface TokenBucket {
  maxPerSecond: number;
  /** Level at `tokensAt`, in thousandths of a message. */
  tokens: number;
  tokensAt: Instant;
}

/** Units of a bucket's level per message. */
export const TOKEN = SECOND;

export const fullBucket = (maxPerSecond: number, now: Instant): TokenBucket => ({
  maxPerSecond,
  tokens: maxPerSecond * TOKEN,
  tokensAt: now,
});

/**
 * Returns when the bucket will hold the tokens of `count` messages, or when it will be full if `count`
 * exceeds the capacity of the bucket. If a fast clock has stored `tokensAt`, the level counts from `now`.
 */
export function fillsAt({ maxPerSecond, tokens, tokensAt }: TokenBucket, now: Instant, count = 1): Instant {
  const missing = Math.min(count, maxPerSecond) * TOKEN - tokens;
  const since = tokensAt > latestPlausible(now) ? now : tokensAt;
  return missing <= 0 ? since : since + Math.ceil(missing / maxPerSecond);
}

/** Row of a bucket, selected by a unique key. */
export interface BucketRow {
  table: string;
  where: string;
  bindings: readonly Binding[];
}

/**
 * Returns the statement that refills the bucket up to `now` and takes at most `count` whole tokens. The
 * statement stores the number of tokens taken, because `returning` returns only new values. If `now` is
 * before `tokens_at`, the bucket gains nothing. If `tokens_at` is after `latest`, a wrong clock has stored
 * it, and the level counts from `now`.
 */
const takeTokens = (table: string, where: string) => `
  update ${table} set (tokens, tokens_at, tokens_granted) = (
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
  where ${where}
  returning tokens_granted`;

/**
 * Takes the tokens of up to `count` messages and returns the number taken; null without a bucket. Uses a
 * single statement, so any number of processes can share a rate.
 */
export async function takeFrom(
  db: Db,
  { table, where, bindings }: BucketRow,
  count: number,
  now: Instant,
): Promise<number | null> {
  const [row] = await rawRows<{ tokens_granted: number }>(db, takeTokens(table, where), [
    ...[now, count, latestPlausible(now)],
    ...bindings,
  ]);
  return row?.tokens_granted ?? null;
}

/**
 * Returns when a stored bucket will hold the tokens of `count` messages; null if the bucket does not exist.
 */
export async function nextFrom(
  db: Db,
  { table, where, bindings }: BucketRow,
  now: Instant,
  count = 1,
): Promise<Instant | null> {
  const row = (await db(table)
    .whereRaw(where, bindings)
    .first("max_per_second as maxPerSecond", "tokens", "tokens_at as tokensAt")) as TokenBucket | undefined;
  return row ? fillsAt(row, now, count) : null;
}
