import { DAY, type Instant, MINUTE } from "../../platform/time";
import { type AttemptEntry, isSuccess } from "./delivery";
import type { EndpointKey } from "./endpoint";

/** Length of a time slot of the counts, in milliseconds. 97 slots cover 24 hours. */
const SLOT_MS = 15 * MINUTE;

export const slotOf = (at: Instant): number => Math.floor(at / SLOT_MS);

export const oldestSlot = (now: Instant): number => slotOf(now - DAY);

/** A finished attempt, and the previous attempt of the same delivery. */
export interface CountedAttempt extends EndpointKey {
  latest: AttemptEntry;
  previous: AttemptEntry | null;
}

export interface CountChange extends EndpointKey {
  slot: number;
  delivered: number;
  failed: number;
}

/**
 * Returns the count changes of these attempts, in key order. A delivery counts only by its latest attempt, so
 * a retry subtracts the previous attempt from its slot.
 */
export function countChanges(attempts: readonly CountedAttempt[], now: Instant): CountChange[] {
  const changes = new Map<string, CountChange>();
  const add = ({ accountId, webhookId }: EndpointKey, [at, status]: AttemptEntry, by: 1 | -1) => {
    const slot = slotOf(at);
    if (slot < oldestSlot(now)) return;
    const key = `${accountId} ${webhookId} ${slot}`;
    const change = changes.get(key) ?? { accountId, webhookId, slot, delivered: 0, failed: 0 };
    change[isSuccess(status) ? "delivered" : "failed"] += by;
    changes.set(key, change);
  };
  for (const attempt of attempts) {
    add(attempt, attempt.latest, 1);
    if (attempt.previous) add(attempt, attempt.previous, -1);
  }
  return [...changes]
    .filter(([, { delivered, failed }]) => delivered !== 0 || failed !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change);
}
