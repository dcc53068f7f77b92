/** Outcomes of messages from best to worst, with unfinished outcomes in between. */
export const OUTCOMES = [
  ...(["read", "delivered", "sent", "pending"] as const),
  ...(["undelivered", "failed", "expired", "blocked", "error"] as const),
];
export type Outcome = (typeof OUTCOMES)[number];

export type Counts = Record<Outcome, number>;

/** Outcomes of messages that failed with an error. */
export const FAILURES = ["undelivered", "failed", "expired", "error"] as const satisfies readonly Outcome[];

/** Returns the outcomes with a count above zero. */
export const present = (counts: readonly Counts[]): Outcome[] =>
  OUTCOMES.filter((outcome) => counts.some((count) => count[outcome] > 0));

export interface Delivery {
  /** Delivered share of the finished messages; null while fewer than half of `all` are finished. */
  share: number | null;
  /** Messages that were sent and have a final outcome. */
  ended: number;
  /** Messages that were sent or will be. */
  all: number;
  errors: number;
  blocked: number;
  /** Messages that were never sent: `error` and `blocked`. */
  notSent: number;
}

/**
 * Returns the delivery rate. The rate is null before half of the messages are finished: failures take longer
 * than deliveries, so early outcomes are not representative. The rate is 0 if no message was or will be sent.
 */
export function deliveryOf(counts: Counts, remaining = 0): Delivery {
  const { delivered, read, undelivered, failed, expired, pending, sent, error: errors, blocked } = counts;
  const ended = delivered + read + undelivered + failed + expired;
  const all = ended + pending + sent + remaining;
  const notSent = errors + blocked;
  const rates = { ended, all, errors, blocked, notSent };
  if (all === 0) return { ...rates, share: notSent > 0 ? 0 : null };
  return { ...rates, share: ended * 2 >= all ? (delivered + read) / ended : null };
}
