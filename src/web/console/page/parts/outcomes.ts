/** Outcomes of messages from the best to the worst, with those between that have no end yet. */
export const OUTCOMES = [
  ...(["read", "delivered", "sent", "pending"] as const),
  ...(["undelivered", "failed", "expired", "blocked", "error"] as const),
];
export type Outcome = (typeof OUTCOMES)[number];

export type Counts = Record<Outcome, number>;

/** Those that are good for nothing, of each of which the message tells why. */
export const FAILURES = ["undelivered", "failed", "expired", "error"] as const satisfies readonly Outcome[];

/** The outcomes that there are any of. */
export const present = (counts: readonly Counts[]): Outcome[] =>
  OUTCOMES.filter((outcome) => counts.some((count) => count[outcome] > 0));

/** What was delivered, of what. */
export interface Delivery {
  /** Of the messages that went out and have an end; null while fewer than half of all have one. */
  share: number | null;
  /** Messages that went out and have an end. */
  ended: number;
  /** Messages that went out or are still to. */
  all: number;
  errors: number;
  blocked: number;
  /** Messages that never went out: `error` and `blocked`. */
  notSent: number;
}

/**
 * Returns the delivery rate. Early outcomes say little of the rest, since what fails takes longer than what arrives: there
 * is no rate before half of the messages have an end. Where none went out, and none still will, it is 0.
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
