/** Outcomes of messages, from best to worst. `sent` and `pending`, which are not final, are in the middle. */
export const OUTCOMES = [
  "read",
  "delivered",
  "sent",
  "pending",
  "undelivered",
  "failed",
  "expired",
  "blocked",
  "error",
  "canceled",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Counts = Record<Outcome, number>;

export const FAILURES = ["undelivered", "failed", "expired", "error"] as const satisfies readonly Outcome[];

/** Outcomes that the delivery rate counts as delivered. */
export const ARRIVED = ["delivered", "read"] as const satisfies readonly Outcome[];

/** Outcomes of messages that the service refused before any submission. */
export const NOT_SENT = ["error", "blocked"] as const satisfies readonly Outcome[];

/** Returns the outcomes with a positive count in any of `counts`. */
export const present = (counts: readonly Counts[]): Outcome[] =>
  OUTCOMES.filter((outcome) => counts.some((count) => count[outcome] > 0));

interface Delivery {
  /**
   * Share of ended messages that were delivered, from 0 to 1; null if none has ended, or fewer than half of
   * `all`.
   */
  share: number | null;
  /** Number of messages with a final outcome other than `error`, `blocked` and `canceled`. */
  ended: number;
  /** Number of messages that count in `ended`, are `sent` or `pending`, or are yet to be created. */
  all: number;
  errors: number;
  blocked: number;
  /** Number of refused messages: `error` and `blocked`. */
  notSent: number;
}

/**
 * Returns the share of delivered messages and the counts behind it. The share is null while fewer than half
 * of the messages have ended, because failures take longer than deliveries. `remaining` counts messages yet
 * to be created.
 */
export function deliveryOf(counts: Counts, remaining = 0): Delivery {
  const { delivered, read, undelivered, failed, expired, pending, sent, error: errors, blocked } = counts;
  const ended = delivered + read + undelivered + failed + expired;
  const all = ended + pending + sent + remaining;
  const notSent = errors + blocked;
  const share = ended > 0 && ended * 2 >= all ? (delivered + read) / ended : null;
  return { share, ended, all, errors, blocked, notSent };
}
