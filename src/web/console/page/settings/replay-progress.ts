import type { Webhook } from "../../../../client";
import { DAY, HOUR } from "../../../../platform/time";

/**
 * Returns the proposed start of a replay: an hour before the endpoint began to fail, or 24 hours ago if it is
 * not failing. A replay selects deliveries by their creation, which precedes the first failed attempt.
 * Deliveries that were abandoned within this hour, before the failure, are sent again too.
 */
export const replaySince = ({ failing_since: since }: Pick<Webhook["health"], "failing_since">, now: Date) =>
  new Date(since === null ? now.getTime() - DAY : Date.parse(since) - HOUR);

/** Progress of a replay, which takes several requests. It covers the period from `since` to `until`. */
export interface ReplayProgress {
  since: string;
  isAll: boolean;
  until: string;
  /** Start of the next request's period; null after the last request. */
  next: string | null;
  /** Number of events that the finished requests have queued. */
  sum: number;
}

/**
 * Returns `begun` if its input is the same, otherwise a new progress. A repeated replay therefore continues,
 * and queues no event twice.
 */
export const progressOf = (
  begun: ReplayProgress | null,
  since: string,
  isAll: boolean,
  until: string,
): ReplayProgress =>
  begun?.since === since && begun.isAll === isAll ? begun : { since, isAll, until, next: since, sum: 0 };
