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
