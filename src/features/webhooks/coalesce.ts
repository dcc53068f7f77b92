import { EVENTS_PER_REQUEST, type EventType } from "./event-types";

/** A delivery that could be sent. */
export interface Candidate {
  id: string;
  eventType: EventType;
  eventCount: number;
  /** Never attempted, and not full: it does not matter in whose request its events go. */
  joinable: boolean;
}

/** One request: its head takes in the events of all its members, itself the first of them. */
export interface PlannedRequest<C> {
  head: C;
  members: C[];
  eventCount: number;
}

/**
 * Joins neighbours into requests of events of one type, as many as one of the type may have. Order is kept: events of one
 * joinable delivery never overtake those of another, and the requests begin in the order of their first events.
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
