import type { Knex } from "knex";
import { type Instant, latestPlausible, SECOND } from "../time";
import { type Db, rawRows } from "./dialect";

/**
 * The rate limit of a sender or of a carrier connection. A bucket holds the tokens of one second and refills at
 * `maxPerSecond`, so at most one second's messages are submitted in a burst. Levels are integers in thousandths of a
 * message: a millisecond adds exactly `maxPerSecond` of them.
 */
export interface TokenBucket {
  maxPerSecond: number;
  /** Thousandths of a message that were left at `tokensAt`. */
  tokens: number;
  tokensAt: Instant;
}

/** Thousandths in the token of one message: as many as a second has milliseconds. */
export const TOKEN = SECOND;

/** A full bucket: a new sender may use its first second at once. */
export const fullBucket = (maxPerSecond: number, now: Instant): TokenBucket => ({
  maxPerSecond,
  tokens: maxPerSecond * TOKEN,
  tokensAt: now,
});

/**
 * When the bucket holds the tokens of `want` messages if nobody takes any; more than it can hold is never awaited. A
 * level that was noted by a clock ahead counts from `now`, as in `takeFrom`.
 */
export function fillsAt({ maxPerSecond, tokens, tokensAt }: TokenBucket, now: Instant, want = 1): Instant {
  const missing = Math.min(want, maxPerSecond) * TOKEN - tokens;
  const since = tokensAt > latestPlausible(now) ? now : tokensAt;
  return missing <= 0 ? since : since + Math.ceil(missing / maxPerSecond);
}

/** The row that a bucket's level lies in, by a unique key. */
export interface BucketRow {
  table: string;
  where: string;
  bindings: readonly Knex.RawBinding[];
}

/**
 * Reads the bucket's level at `now`, takes as many whole tokens as are there and wanted, and notes how many that
 * were, since `returning` tells only the new values. A clock behind that of the last taking adds nothing, unless it is so
 * far behind (beyond `latest`) that the last one must have been ahead: then the level counts from now on.
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
 * Takes up to `want` messages' tokens from a bucket at `now` and answers how many it got, from 0 on. One statement, so
 * that any number of processes share a speed.
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

/** When a bucket holds the tokens of `want` messages if nobody takes any; null where there is no such bucket. */
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
