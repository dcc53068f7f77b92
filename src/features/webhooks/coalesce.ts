import { EVENTS_PER_REQUEST, type EventType } from "./event-types";

export interface Candidate {
  id: string;
  eventType: EventType;
  eventCount: number;
  /** Whether the events may join another request: never attempted, not full and not marked `alone`. */
  joinable: boolean;
}

/** One request. The head, which is the first member, receives the events of all members. */
export interface PlannedRequest<C> {
  head: C;
  members: C[];
  eventCount: number;
}

/**
 * Joins successive joinable deliveries of one event type into requests, up to the type's limit. Events of
 * joinable deliveries keep their order. Requests are ordered by their first events.
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
