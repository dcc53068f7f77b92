import type { Knex } from "knex";
import { type Instant, latestPlausible, SECOND } from "../time";
import { type Db, rawRows } from "./dialect";

/**
 * The rate limit of a sender or of a carrier connection. A bucket holds the tokens of one second and refills
 * at `maxPerSecond`, so at most one second's messages are submitted in a burst. Levels are integers in
 * thousandths of a message: each millisecond adds exactly `maxPerSecond`.
 */
export interface TokenBucket {
  maxPerSecond: number;
  /** Thousandths of a message left at `tokensAt`. */
  tokens: number;
  tokensAt: Instant;
}

/** Thousandths per message, equal to the milliseconds of a second. */
export const TOKEN = SECOND;

/** Returns a full bucket, so a new sender can use its first second at once. */
export const fullBucket = (maxPerSecond: number, now: Instant): TokenBucket => ({
  maxPerSecond,
  tokens: maxPerSecond * TOKEN,
  tokensAt: now,
});

/**
 * Returns when the bucket holds the tokens of `want` messages if no process takes any. `want` is capped at
 * the bucket's size. A level recorded by a clock that is ahead counts from `now`, as in `takeFrom`.
 */
export function fillsAt({ maxPerSecond, tokens, tokensAt }: TokenBucket, now: Instant, want = 1): Instant {
  const missing = Math.min(want, maxPerSecond) * TOKEN - tokens;
  const since = tokensAt > latestPlausible(now) ? now : tokensAt;
  return missing <= 0 ? since : since + Math.ceil(missing / maxPerSecond);
}

/** The row that stores a bucket's level, selected by a unique key. */
export interface BucketRow {
  table: string;
  where: string;
  bindings: readonly Knex.RawBinding[];
}

/**
 * Reads the bucket's level at `now`, takes the whole tokens that are available and wanted, and records their
 * number, because `returning` returns only new values. A clock behind the last one adds nothing. But if
 * `tokens_at` is beyond `latest`, the last clock was ahead, and the level counts from `now`.
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
 * Takes the tokens of up to `want` messages from a bucket at `now` and returns the number taken. It is a
 * single statement, so any number of processes can share a rate.
 */
export async function takeFrom(
  db: Db,
  { table, where, bindings }: BucketRow,
  want: number,
  now: Instant,
): Promise<number> {
  const [row] = await rawRows<{ tokens_granted: number }>(db, takeTokens(table, where), [
    ...[now, want, latestPlausible(now)],
    ...bindings,
  ]);
  return row?.tokens_granted ?? 0;
}

/**
 * Returns when a bucket holds the tokens of `want` messages if no process takes any; null if the bucket does
 * not exist.
 */
export async function nextFrom(
  db: Db,
  { table, where, bindings }: BucketRow,
  now: Instant,
  want = 1,
): Promise<Instant | null> {
  const row = (await db(table)
    .whereRaw(where, bindings)
    .first("max_per_second as maxPerSecond", "tokens", "tokens_at as tokensAt")) as TokenBucket | undefined;
  return row ? fillsAt(row, now, want) : null;
}
