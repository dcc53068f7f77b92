import { LEASE_MS } from "../../queue/lease-lengths";
import type { Instant } from "../../platform/time";
import type { Job, JobKey, LeasedJob } from "../../queue/job";
import { waitingFrom } from "../../queue/hold";
import { enqueueJobs } from "../../queue/jobs.store";
import { settleJobs } from "../../queue/leases.store";
import type { JobHandler } from "../../queue/run";
import { messagesByIds, type OutgoingMessage } from "../messages/outgoing.store";
import type { Sender } from "../senders/sender";
import { sendersById } from "../senders/senders.store";
import { groupBy } from "../../platform/group-by";
import { SECOND } from "../../platform/time";
import { type Carrier, DEFAULT_DEADLINE_MS } from "../../carriers/carrier";
import { queryPause, retryPause } from "./retry-backoff";
import { type DispatchDeps, toSubmission, withinDeadline } from "./submit";

/** Messages of one sender that were submitted together and have no delivery report yet. */
interface StatusQueryPayload {
  messageIds: string[];
  /** Time of the submission; start of the delivery report timeout. */
  submittedAt: Instant;
  queries: number;
}

type StatusQuery = LeasedJob<StatusQueryPayload>;

export const statusQueryJob = (
  id: string,
  { accountId, key }: JobKey,
  now: Instant,
  payload: StatusQueryPayload,
): Job<StatusQueryPayload> => ({
  kind: "status-query",
  accountId,
  id,
  key,
  payload,
  priority: 0,
  attempt: 0,
  tag: null,
  createdAt: now,
  dueAt: now + queryPause(payload.queries),
  weight: payload.messageIds.length,
});

const MAX_AT_ONCE = 1_000;

/** Time for database queries, in addition to the carrier's deadline, in milliseconds. */
const SLACK = 15 * SECOND;

export function statusQueries(deps: DispatchDeps): JobHandler<StatusQueryPayload> {
  return {
    kind: "status-query",
    concurrency: 8,
    perKey: 1,
    weight: MAX_AT_ONCE,
    leaseMs: LEASE_MS["status-query"],
    // A getter, because carrier connections and their deadlines change while the process runs.
    get deadlineMs() {
      const deadlines = [...deps.carriers.values()].map(({ deadlineMs = DEFAULT_DEADLINE_MS }) => deadlineMs);
      return Math.max(DEFAULT_DEADLINE_MS, ...deadlines) + SLACK;
    },
    pauseAfter: retryPause,
    run: (jobs) => query(deps, jobs),
  };
}

async function query(deps: DispatchDeps, jobs: readonly StatusQuery[]): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  const { db, clock, ids, config, carriers, hold, log } = deps;
  const { accountId, key } = first;
  const sender = (await sendersById(db, accountId, [key])).get(key);
  const startedAt = clock.now();
  const since = startedAt - config.deliveryReportTimeoutSeconds * SECOND;
  const isOpen = ({ payload }: StatusQuery) =>
    waitingFrom(hold.current, payload.submittedAt, startedAt) > since;
  const open = sender ? jobs.filter(isOpen) : [];
  // Only the carrier that has a message knows its status. The operator may have moved the sender to another
  // carrier since the submission.
  const carrierOf = ({ message }: WaitingMessage) => message.carrier ?? sender?.carrier ?? "";
  const queryable = async () =>
    (await waitingOf(deps, accountId, open)).filter((one) => carriers.get(carrierOf(one))?.queryStatus);
  const waiting = await queryable();
  const queryCarrier = async (carrier: Carrier, some: readonly WaitingMessage[], from: Sender) => {
    const queried = some.map(({ message, job }) => ({
      ...toSubmission(message, from, 0),
      reference: message.carrierReference,
      submittedAt: message.history.find(([status]) => status === "sent")?.[1] ?? job.payload.submittedAt,
    }));
    try {
      await withinDeadline(carrier, (signal) => Promise.resolve(carrier.queryStatus?.(queried, signal)));
    } catch (error) {
      log.warn({ err: error, carrier: carrier.name, messages: some.length }, "carrier status query failed");
    }
  };
  await Promise.all(
    [...groupBy(waiting, carrierOf)].map(async ([name, some]) => {
      const carrier = carriers.get(name);
      if (carrier && sender) await queryCarrier(carrier, some, sender);
    }),
  );
  const left = waiting.length === 0 ? [] : await queryable();
  const now = clock.now();
  await db.transaction(async (trx) => {
    const held = await settleJobs(trx, jobs);
    const unreported = left.filter(({ job }) => held.has(job.id));
    const later = [...groupBy(unreported, ({ job }) => job.id).values()].map((some) => {
      const { submittedAt, queries } = (some[0] as WaitingMessage).job.payload;
      const messageIds = some.map(({ message }) => message.id);
      return statusQueryJob(ids.next(), first, now, { messageIds, submittedAt, queries: queries + 1 });
    });
    await enqueueJobs(trx, later);
  });
}

interface WaitingMessage {
  job: StatusQuery;
  message: OutgoingMessage;
}

async function waitingOf(
  { db }: DispatchDeps,
  accountId: string,
  jobs: readonly StatusQuery[],
): Promise<WaitingMessage[]> {
  const jobOf = new Map(jobs.flatMap((job) => job.payload.messageIds.map((id) => [id, job] as const)));
  const messages = await messagesByIds(db, accountId, [...jobOf.keys()], "sent");
  return messages.flatMap((message) => {
    const job = jobOf.get(message.id);
    return job ? { job, message } : [];
  });
}
