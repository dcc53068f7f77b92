import { EXPIRY } from "../../messaging/expiry";
import { NO_RULES, type RulesInForce } from "../../messaging/sending-rules/rule-in-force";
import { chunksBySize } from "../../platform/db/chunk-by-size";
import { messagesAtOnce } from "../../platform/db/limits";
import { runQueries } from "../../platform/db/statement-batch";
import { groupBy } from "../../platform/group-by";
import { type Instant, SECOND } from "../../platform/time";
import { NO_SPAN, type Span } from "../../platform/tracing/tracing";
import { ends, waitingFrom } from "../../queue/hold";
import { accountQuery } from "../accounts/accounts.store";
import { type PriceTable, priceTable } from "../accounts/prices";
import { type CampaignRun, runsQuery } from "../campaigns/runs.store";
import { suppressionQuery } from "../contact-lists/suppression.store";
import { causesOf, type MessageError } from "../messages/message";
import {
  jobMessagesQueries,
  messagesOfJobs,
  type OutgoingMessage,
  outgoingOf,
} from "../messages/outgoing.store";
import { blockReasonOf, type ReasonOf } from "./due-check";
import {
  blockedOutcome,
  partitionDue,
  SMALL_BATCH,
  type LeasedBatch,
  type LeasedSubmission,
  type MessageOutcome,
  type Outgoing,
  type Result,
  type Route,
} from "./leased-batch";
import { divideByHours } from "./sending-hours";
import { isOver, VALIDITY_OVER } from "./validity";
import {
  type AfterCrash,
  afterCrash,
  AMBIGUOUS,
  divideEnding,
  messageError,
  type ReportedMessage,
} from "./resubmission-policy";
import type { DispatchDeps } from "./submit";

export interface Prepared {
  batch: LeasedBatch;
  /** Sender and carrier of the job; null if the sender or its carrier connection does not exist. */
  route: Route | null;
  /** Whether to park the job because its campaign is not running or its account is disabled. */
  isParked: boolean;
  outgoing: readonly Outgoing[];
  decided: Result[];
}

interface Lookups {
  now: Instant;
  /** Time before the account, its suppressions and the campaigns were read. */
  checkedAt: Instant;
  isAccountDisabled: boolean;
  prices: PriceTable;
  /** Campaigns of the jobs by id; null if no job has a campaign. */
  runs: ReadonlyMap<string, CampaignRun> | null;
  reasonOf: ReasonOf;
  rules: RulesInForce;
}

const NO_PRICES: PriceTable = { sms: 0, rcs: 0, voice: 0 };

const weightOf = (jobs: readonly LeasedSubmission[]) => jobs.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Separates jobs of small groups from jobs of large groups. A group has the jobs of one account and priority,
 * and is small if the jobs weigh at most `SMALL_BATCH` together.
 */
export function splitBySize(
  jobs: readonly LeasedSubmission[],
): Record<"small" | "large", LeasedSubmission[]> {
  const groups = [...groupBy(jobs, ({ accountId, priority }) => `${accountId} ${priority}`).values()];
  const isSmall = (some: readonly LeasedSubmission[]) => weightOf(some) <= SMALL_BATCH;
  return { small: groups.filter(isSmall).flat(), large: groups.filter((some) => !isSmall(some)).flat() };
}

/** Prepares leased jobs of one account. Yields the prepared jobs in chunks, in the order of priority. */
export async function* prepare(
  deps: DispatchDeps,
  accountId: string,
  jobs: readonly LeasedSubmission[],
  routeOf: (job: LeasedSubmission) => Route | null,
): AsyncGenerator<Prepared[]> {
  const { db, clock, foreground } = deps;
  const checkedAt = clock.now();
  const isSmall = weightOf(jobs) <= SMALL_BATCH;
  const [account, runs, suppression, ...rows] = await runQueries(db, [
    accountQuery(accountId),
    runsQuery(db, accountId, [...new Set(jobs.flatMap(({ tag }) => tag ?? []))]),
    suppressionQuery(accountId),
    ...(isSmall ? jobMessagesQueries(db, accountId, jobs.map(messagesOf)) : []),
  ]);
  const prices = account ? priceTable(account) : NO_PRICES;
  const isAccountDisabled = account !== null && account.disabledAt !== null;
  const rules = account?.rules ?? NO_RULES;
  const byPriority = [...jobs].sort((a, b) => a.priority - b.priority);
  for (const some of chunksBySize(byPriority, ({ weight }) => weight, messagesAtOnce(db))) {
    if (!isSmall) await foreground.yieldToRequests();
    // Jobs of `SMALL_BATCH` messages are a single chunk.
    const messages = isSmall
      ? outgoingOf(rows.flat(), "pending")
      : await messagesOfJobs(db, accountId, some.map(messagesOf), "pending");
    if (!isSmall) await foreground.yieldToRequests();
    const reasonOf = await blockReasonOf(deps, accountId, suppression, messages);
    const byJob = messagesByJob(some, messages);
    const prepared: Prepared[] = [];
    for (const job of some) {
      const lookups = { now: clock.now(), checkedAt, isAccountDisabled, prices, runs, reasonOf, rules };
      prepared.push(await prepareJob(deps, job, byJob.get(job) ?? [], routeOf(job), lookups));
    }
    yield prepared;
  }
}

const messagesOf = ({ payload: { origin, first, last, ids } }: LeasedSubmission) => ({
  origin,
  first,
  last,
  ids,
});

function messagesByJob(
  jobs: readonly LeasedSubmission[],
  messages: readonly OutgoingMessage[],
): Map<LeasedSubmission, OutgoingMessage[]> {
  const named = new Map(jobs.flatMap((job) => (job.payload.ids ?? []).map((id) => [id, job] as const)));
  const whole = new Map(
    jobs.filter(({ payload }) => payload.ids === undefined).map((job) => [job.payload.origin, job]),
  );
  const byJob = new Map<LeasedSubmission, OutgoingMessage[]>(jobs.map((job) => [job, []]));
  for (const message of messages) {
    const origin = message.batchId ?? "";
    const byId = named.get(message.id);
    // A message that was moved to another time has another job, while its former job still names it.
    const job = byId?.payload.origin === origin ? byId : whole.get(origin);
    if (job) byJob.get(job)?.push(message);
  }
  return byJob;
}

/** Starts the span of a job, from its preparation to the settlement of its last message. */
const startJobSpan = (
  { tracing }: Pick<DispatchDeps, "tracing">,
  { accountId, attempt, tag }: LeasedSubmission,
  messages: readonly OutgoingMessage[],
): Span =>
  tracing.follow("process submission", causesOf(messages), {
    kind: "consumer",
    attributes: {
      "messaging.system": "recado",
      "messaging.operation.name": "process",
      "messaging.operation.type": "process",
      "messaging.destination.name": "submission",
      "messaging.batch.message_count": messages.length,
      "recado.account_id": accountId,
      "recado.campaign_id": tag ?? undefined,
      "recado.attempt": attempt,
    },
  });

async function prepareJob(
  deps: DispatchDeps,
  job: LeasedSubmission,
  messages: readonly OutgoingMessage[],
  route: Route | null,
  lookups: Lookups,
): Promise<Prepared> {
  const { now, checkedAt, isAccountDisabled, prices, runs, reasonOf, rules } = lookups;
  const timesUnknown = (job.payload.unknown ?? 0) + job.leases - 1;
  // A job without a campaign is treated like a job of a running campaign.
  const run = job.tag === null ? { status: "running", startedAt: null } : runs?.get(job.tag);
  const hasEnded = ends(deps.hold.current, job.createdAt);
  const isStopped = run !== undefined && run.status !== "running";
  const isParked = isAccountDisabled || (isStopped && !hasEnded);
  const span = isParked ? NO_SPAN : startJobSpan(deps, job, messages);
  const batch: LeasedBatch = { job, prices, preparedAt: now, size: messages.length, timesUnknown, span };
  const none = { batch, route, isParked, outgoing: [], decided: [] };
  const toOutgoing = (message: OutgoingMessage, unknownBefore = 0): Outgoing => ({
    batch,
    message,
    checkedAt,
    unknownBefore,
    rules,
    isIntentRecorded: false,
    isReserved: false,
  });
  const decide = (some: readonly OutgoingMessage[], outcome: MessageOutcome): Result[] =>
    some.map((message) => ({ outcome, ...toOutgoing(message) }));
  const accept = (some: readonly ReportedMessage[]): Result[] =>
    some.map(({ message, outcome }) => ({ outcome, ...toOutgoing(message) }));
  // A crashed lease holder may have reserved submissions that did not begin. The settlement must end the
  // reservations.
  const endingReservation = (one: Result): Result => ({ ...one, isReserved: timesUnknown > 0 });
  const endedAs = (status: "failed" | "expired", error: MessageError) => ({
    type: "step" as const,
    step: { status, at: now, error },
    skipsFollowUps: hasEnded || run === undefined,
  });
  const ended = async ({ status, error }: Ending): Promise<Prepared> => {
    const { accepted, unconfirmed, unsubmitted } =
      timesUnknown === 0
        ? { accepted: [], unconfirmed: [], unsubmitted: messages }
        : await divideEnding(deps, job.accountId, messages, route?.carrier);
    return {
      ...none,
      decided: [
        ...accept(accepted),
        ...decide(unconfirmed, endedAs("failed", AMBIGUOUS)),
        ...decide(unsubmitted, endedAs(status, error)).map(endingReservation),
      ],
    };
  };
  if (isParked) return none;
  if (hasEnded) return ended({ status: "expired", error: ENDED });
  if (messages.length === 0) return none;
  const { notBefore } = job;
  // A process of an earlier build, which does not know scheduled jobs, may have made the job due at once.
  if (notBefore && now < notBefore && run !== undefined) {
    return { ...none, decided: decide(messages, { type: "deferred", dueAt: notBefore }) };
  }
  const ending = endOf(deps, job, run, route, now);
  if (ending !== null || route === null) return ended(ending ?? NO_SENDER);
  const { again, accepted, failed, submissions } =
    timesUnknown === 0 ? newMessages(messages) : await afterCrash(deps, job, messages, route.carrier);
  const outgoing = again.map((message) => toOutgoing(message, submissions.get(message.id)));
  const allowed = partitionDue(outgoing, ({ message }) => {
    const reason = reasonOf(job, message);
    return reason === null ? null : blockedOutcome(reason, now);
  });
  const open = divideByHours(allowed.due, now);
  const withdrawn = [...open.decided, ...allowed.decided].map(endingReservation);
  return {
    ...none,
    outgoing: open.due,
    decided: [...accept(accepted), ...decide(failed, endedAs("failed", AMBIGUOUS)), ...withdrawn],
  };
}

const newMessages = (again: readonly OutgoingMessage[]): AfterCrash => ({
  again,
  accepted: [],
  failed: [],
  submissions: new Map(),
});

interface Ending {
  status: "failed" | "expired";
  error: MessageError;
}

const ENDED = messageError("expired", EXPIRY.ended_by_operator);

const NO_SENDER: Ending = {
  status: "failed",
  error: messageError("no_sender", "the carrier connection of the sender was removed"),
};

/** Returns why a job's messages can no longer be submitted; null if a submission is possible. */
function endOf(
  { config: { submissionTimeoutSeconds }, hold }: Pick<DispatchDeps, "config" | "hold">,
  job: LeasedSubmission,
  run: Pick<CampaignRun, "startedAt"> | undefined,
  route: Route | null,
  now: Instant,
): Ending | null {
  if (run === undefined)
    return { status: "expired", error: messageError("expired", EXPIRY.campaign_deleted) };
  if (route === null) return NO_SENDER;
  if (isOver(job, now)) return { status: "expired", error: VALIDITY_OVER };
  // A validity replaces the submission timeout.
  if (job.payload.validity !== undefined) return null;
  // Resuming a campaign or releasing the queue restarts the submission timeout of the messages.
  const waited = now - waitingFrom(hold.current, Math.max(job.createdAt, run.startedAt ?? 0), now);
  if (waited < submissionTimeoutSeconds * SECOND) return null;
  return { status: "expired", error: messageError("expired", EXPIRY.submission_timeout) };
}
