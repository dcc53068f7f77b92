/** Outcomes of messages, from best to worst. Unfinished outcomes are in the middle. */
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

/** Outcomes with an error. */
export const FAILURES = ["undelivered", "failed", "expired", "error"] as const satisfies readonly Outcome[];

/** Outcomes that the delivery rate counts as delivered. */
export const ARRIVED = ["delivered", "read"] as const satisfies readonly Outcome[];

/** Outcomes of messages that the service refused before any submission. */
export const NOT_SENT = ["error", "blocked"] as const satisfies readonly Outcome[];

/** Returns the outcomes that occur. */
export const present = (counts: readonly Counts[]): Outcome[] =>
  OUTCOMES.filter((outcome) => counts.some((count) => count[outcome] > 0));

interface Delivery {
  /**
   * Share of finished messages that were delivered; null if none is finished, or fewer than half of `all`
   * are.
   */
  share: number | null;
  /** Number of messages with a final status other than `error`, `blocked` and `canceled`. */
  ended: number;
  /** Number of messages that count in `ended`, or that are in transit, pending or not created yet. */
  all: number;
  errors: number;
  blocked: number;
  /** Number of refused messages: `error` and `blocked`. */
  notSent: number;
}

/**
 * Returns the counts and the share of delivered messages. The share is null if no message or fewer than half
 * of the messages are finished, because failures take longer than deliveries.
 */
export function deliveryOf(counts: Counts, remaining = 0): Delivery {
  const { delivered, read, undelivered, failed, expired, pending, sent, error: errors, blocked } = counts;
  const ended = delivered + read + undelivered + failed + expired;
  const all = ended + pending + sent + remaining;
  const notSent = errors + blocked;
  const share = ended > 0 && ended * 2 >= all ? (delivered + read) / ended : null;
  return { share, ended, all, errors, blocked, notSent };
}
