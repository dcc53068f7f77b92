import { EVENTS_PER_REQUEST, type EventType } from "./event-types";

/** A delivery that could be sent. */
export interface Candidate {
  id: string;
  eventType: EventType;
  eventCount: number;
  /** Whether its events may join another request: never attempted and not full. */
  joinable: boolean;
}

/** One request. Its head receives the events of all members; the head is the first member. */
export interface PlannedRequest<C> {
  head: C;
  members: C[];
  eventCount: number;
}

/**
 * Joins neighbouring deliveries of one event type into requests, up to the type's limit. Events of joinable
 * deliveries keep their order, and requests are ordered by their first events.
 */
export function planRequests<C extends Candidate>(candidates: readonly C[]): PlannedRequest<C>[] {
  const requests: PlannedRequest<C>[] = [];
  let open: PlannedRequest<C> | null = null;
  for (const candidate of candidates) {
    if (open && candidate.joinable && hasRoom(open, candidate)) {
      open.members.push(candidate);
      open.eventCount += candidate.eventCount;
      continue;
    }
    const request = { head: candidate, members: [candidate], eventCount: candidate.eventCount };
    requests.push(request);
    if (candidate.joinable) open = request;
  }
  return requests;
}

const hasRoom = ({ head, eventCount }: PlannedRequest<Candidate>, candidate: Candidate): boolean =>
  head.eventType === candidate.eventType &&
  eventCount + candidate.eventCount <= EVENTS_PER_REQUEST[head.eventType];
