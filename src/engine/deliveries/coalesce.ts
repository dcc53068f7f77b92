import type { Instant } from "../../platform/time";
import { MAX_EVENTS } from "../../resources/webhooks/outbox.store";

/** A delivery that could be sent. */
export interface Candidate {
  id: string;
  eventCount: number;
  attemptCount: number;
  attempts: string;
  dueAt: Instant;
  /** Never attempted, and not full: nobody minds whose request its events go in. */
  joinable: boolean;
}

/** One request: its head takes in the events of all its members, itself the first of them. */
export interface PlannedRequest {
  head: Candidate;
  members: Candidate[];
  eventCount: number;
}

/**
 * Joins neighbours into requests of up to 100 events. Order is kept: events of one joinable delivery never overtake
 * those of another, and the requests begin in the order of their first events. At most `limit` requests.
 */
export function planRequests(candidates: readonly Candidate[], limit: number): PlannedRequest[] {
  const requests: PlannedRequest[] = [];
  let open: PlannedRequest | null = null;
  for (const candidate of candidates) {
    if (open && candidate.joinable && open.eventCount + candidate.eventCount <= MAX_EVENTS) {
      open.members.push(candidate);
      open.eventCount += candidate.eventCount;
      continue;
    }
    if (requests.length === limit) break;
    const request = { head: candidate, members: [candidate], eventCount: candidate.eventCount };
    requests.push(request);
    if (candidate.joinable) open = request;
  }
  return requests;
}
