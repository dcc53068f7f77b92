import { type Instant, latestPlausible, SECOND } from "../../platform/time";

/**
 * The brake on a sender's speed. A bucket holds what `maxPerSecond` allows in one second and fills at that rate, so
 * that no more than one second's worth goes out at once and no more than `maxPerSecond` a second in the long run.
 * Levels are counted in thousandths of a message: a millisecond then adds `maxPerSecond` of them, exactly.
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
 * level that was noted by a clock ahead counts from `now`, as in `takeTokens`.
 */
export function fillsAt({ maxPerSecond, tokens, tokensAt }: TokenBucket, now: Instant, want = 1): Instant {
  const missing = Math.min(want, maxPerSecond) * TOKEN - tokens;
  const since = tokensAt > latestPlausible(now) ? now : tokensAt;
  return missing <= 0 ? since : since + Math.ceil(missing / maxPerSecond);
}
