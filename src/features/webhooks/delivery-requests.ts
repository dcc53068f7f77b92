import type { Db } from "../../platform/db/dialect";
import { joinCauses, NO_CAUSES, type TraceCauses } from "../../platform/tracing/tracing";
import { renewLeases, settleJobs } from "../../queue/leases.store";
import { deliveriesOf, joinDeliveries } from "./deliveries.store";
import { NO_ATTEMPTS } from "./delivery";
import { endpointOf, type LeasedDelivery } from "./delivery-job";
import { EVENTS_PER_REQUEST, type EventType } from "./event-types";

/** Request to send. Only the holder of the job's lease may write the outcome. */
export interface Request {
  job: LeasedDelivery;
  eventType: EventType;
  eventCount: number;
  /** Attempt log, as stored JSON. */
  attempts: string;
  causes: TraceCauses;
}

interface Leased extends Candidate, Request {}

/**
 * Converts leased deliveries of one endpoint to requests, in order of creation. Joins unattempted deliveries
 * of the same event type, up to the type's maximum number of events. The first delivery of a request receives
 * the events of the joined deliveries, which are deleted. Settles the jobs of all deleted deliveries.
 */
export async function requestsOf(
  db: Db,
  jobs: readonly [LeasedDelivery, ...LeasedDelivery[]],
): Promise<Request[]> {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const stored = await deliveriesOf(db, endpointOf(jobs[0]), [...byId.keys()]);
  const leased = stored.map(({ id, eventType, eventCount, attempts }): Leased => {
    const job = byId.get(id) as LeasedDelivery;
    byId.delete(id);
    const joinable =
      job.payload?.alone !== true && attempts === NO_ATTEMPTS && eventCount < EVENTS_PER_REQUEST[eventType];
    const causes = job.payload?.causes ?? NO_CAUSES;
    return { id, job, eventType, eventCount, attempts, joinable, causes };
  });
  await settleJobs(db, [...byId.values()]);
  const requests = planRequests(leased);
  const joined = requests.filter(({ members }) => members.length > 1);
  if (joined.length > 0) await join(db, jobs[0], joined);
  return requests.map(({ head: { job, eventType, attempts }, members, eventCount }) => ({
    job,
    eventType,
    attempts,
    eventCount,
    causes: joinCauses(members.map(({ causes }) => causes)),
  }));
}

async function join(
  db: Db,
  first: LeasedDelivery,
  requests: readonly { members: readonly Leased[]; eventCount: number }[],
): Promise<void> {
  const jobsOf = (members: readonly Leased[]) => members.map(({ job }) => job);
  const all = requests.flatMap(({ members }) => jobsOf(members));
  await db.transaction(async (trx) => {
    const held = await renewLeases(trx, all, first.dueAt);
    if (held.size < all.length) throw new Error("the lease of webhook deliveries expired");
    await settleJobs(
      trx,
      requests.flatMap(({ members }) => jobsOf(members.slice(1))),
    );
    await joinDeliveries(
      trx,
      endpointOf(first),
      requests.map(({ members, eventCount }) => ({ members: members.map(({ id }) => id), eventCount })),
    );
  });
}

export interface Candidate {
  id: string;
  eventType: EventType;
  eventCount: number;
  /** Whether the events may join another request: never attempted, not full and not marked `alone`. */
  joinable: boolean;
}

/** One request. The head is the first member, and receives the events of all members. */
interface PlannedRequest<C> {
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
