import type { Db } from "../../platform/db/dialect";
import { runQueries } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import { joinCauses, NO_CAUSES, type TraceCauses } from "../../platform/tracing/tracing";
import { settleJobs } from "../../queue/leases.store";
import { deliveriesQuery } from "./deliveries.store";
import { NO_ATTEMPTS } from "./delivery";
import { endpointOf, type LeasedDelivery } from "./delivery-job";
import { joinDeliveries } from "./delivery-join.store";
import { type Target, targetsQuery } from "./endpoint-records.store";
import { EVENTS_PER_REQUEST, type EventType } from "./event-types";
import { payloadQuery, payloadsOf } from "./payloads.store";

/** Request to send. Only the holder of the job's lease may write the outcome. */
export interface Request {
  /** Job of the first member. */
  job: LeasedDelivery;
  /** Deliveries whose events the request sends. `loadBodies` joins them to the first one. */
  members: readonly [LeasedDelivery, ...LeasedDelivery[]];
  eventType: EventType;
  eventCount: number;
  /** Attempt log, as stored JSON. */
  attempts: string;
  causes: TraceCauses;
  /** Body, if it is loaded. */
  body: Buffer | null;
}

interface Leased extends Candidate, Pick<Request, "job" | "attempts" | "causes"> {}

/**
 * Plans the requests for leased deliveries of one endpoint, in order of creation. A request joins unattempted
 * deliveries of the same event type, up to the type's maximum number of events. Settles the jobs of deleted
 * deliveries. Returns also the endpoint's target, unless the endpoint or its account is disabled.
 */
export async function requestsOf(
  db: Db,
  jobs: readonly [LeasedDelivery, ...LeasedDelivery[]],
  now: Instant,
): Promise<{ requests: Request[]; target: Target | undefined }> {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const [{ accountId, id: firstId }] = jobs;
  const endpoint = endpointOf(jobs[0]);
  // A single delivery joins no other, so its body is read at once.
  const [stored, [target], body] = await runQueries(db, [
    deliveriesQuery(db, endpoint, [...byId.keys()]),
    targetsQuery(db, [endpoint], now),
    jobs.length === 1 ? payloadQuery(db, accountId, firstId) : null,
  ]);
  const leased = stored.map(({ id, eventType, eventCount, attempts }): Leased => {
    const job = byId.get(id) as LeasedDelivery;
    byId.delete(id);
    const joinable =
      job.payload?.alone !== true && attempts === NO_ATTEMPTS && eventCount < EVENTS_PER_REQUEST[eventType];
    const causes = job.payload?.causes ?? NO_CAUSES;
    return { id, job, eventType, eventCount, attempts, joinable, causes };
  });
  await settleJobs(db, [...byId.values()]);
  const requests = planRequests(leased).map(({ head, members, eventCount }): Request => {
    const [, ...others] = members.map(({ job }) => job);
    return {
      job: head.job,
      members: [head.job, ...others],
      eventType: head.eventType,
      attempts: head.attempts,
      eventCount,
      causes: joinCauses(members.map(({ causes }) => causes)),
      body,
    };
  });
  return { requests, target };
}

/**
 * Returns the bodies of requests to one endpoint, by delivery id. Moves the events of each request to its
 * first delivery, and deletes the other deliveries with their jobs. Throws if a lease was lost.
 */
export async function loadBodies(db: Db, requests: readonly Request[]): Promise<Map<string, Buffer>> {
  const [first, ...joins] = requests.filter(({ members }) => members.length > 1);
  const joined = first ? await joinDeliveries(db, [first, ...joins]) : new Map<string, Buffer>();
  if (joined === null) throw new Error("the lease of webhook deliveries expired");
  const [single, ...others] = requests.filter(({ members }) => members.length === 1).map(({ job }) => job);
  if (!single) return joined;
  const ids = [single, ...others].map(({ id }) => id);
  return new Map([...joined, ...(await payloadsOf(db, single.accountId, ids))]);
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
