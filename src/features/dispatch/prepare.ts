import { findAccount } from "../accounts/accounts.store";
import { type PriceTable, priceTable } from "../accounts/prices";
import { type CampaignRun, runsById } from "../campaigns/runs.store";
import { atOnce, messagesAtOnce } from "../../platform/db/write-batcher";
import { inRuns } from "../../platform/db/chunk-by-size";
import { groupBy } from "../../platform/group-by";
import type { MessageError, MessageErrorCode } from "../messages/message";
import { messagesOfRuns, type OutgoingMessage } from "../messages/outgoing.store";
import { type Instant, SECOND } from "../../platform/time";
import { timesHandedOver } from "./unconfirmed-submissions.store";
import { waitingKeys } from "./unmatched-reports.store";
import { type Suppressed, suppressedOf } from "./recheck";
import type { DispatchParts } from "./submission";
import { afterUnknown } from "./resubmission-policy";
import {
  FEW,
  type LeasedSubmission,
  type MessageOutcome,
  newWork,
  type Outgoing,
  type Route,
  type Work,
} from "./leased-batch";

/** What a leased job comes to before any of it is submitted. */
export type Prepared =
  | { kind: "go"; work: Work; outgoing: Outgoing[]; decided: Decided[] }
  /** Every message of it ends alike, or nothing of it is left. */
  | { kind: "end"; work: Work; decided: Decided[] }
  /** Its campaign does not run. */
  | { kind: "park"; work: Work };

/** A message whose outcome is known without a submission. */
export interface Decided {
  message: OutgoingMessage;
  outcome: MessageOutcome;
}

export const messageError = (code: MessageErrorCode, message: string): MessageError => ({
  code,
  message,
  carrier_code: null,
});

export const AMBIGUOUS = messageError(
  "carrier_unreachable",
  "it is not known whether the carrier took the message",
);

/** Accounts that are read side by side, where the database has several connections. */
const ACCOUNTS_AT_ONCE = 4;

const NO_PRICES: PriceTable = { sms: 0, rcs: 0, voice: 0 };

const runOf = ({ payload: { origin, first, last, ids } }: LeasedSubmission) => ({ origin, first, last, ids });

const weightOf = (jobs: readonly LeasedSubmission[]) => jobs.reduce((sum, { weight }) => sum + weight, 0);

/** Where a job's messages go out, and what is told of jobs as soon as they are prepared. */
interface Way {
  routeOf(job: LeasedSubmission): Route | null;
  ready(prepared: readonly Prepared[]): void;
}

/** Jobs that are few messages with all others of their account and priority, and jobs that are many. */
export function fewAndMany(jobs: readonly LeasedSubmission[]): Record<"few" | "many", LeasedSubmission[]> {
  const groups = [...groupBy(jobs, ({ accountId, priority }) => `${accountId} ${priority}`).values()];
  const isFew = (some: readonly LeasedSubmission[]) => weightOf(some) <= FEW;
  return { few: groups.filter(isFew).flat(), many: groups.filter((some) => !isFew(some)).flat() };
}

/** Reads what leased jobs are for, with as few questions as their accounts need. */
export async function prepare(
  parts: DispatchParts,
  jobs: readonly LeasedSubmission[],
  way: Way,
): Promise<void> {
  const byAccount = [...groupBy(jobs, (job) => job.accountId)];
  const side = atOnce(parts.db, ACCOUNTS_AT_ONCE);
  for (let start = 0; start < byAccount.length; start += side) {
    const some = byAccount.slice(start, start + side);
    await Promise.all(
      some.map(([accountId, ofAccount]) => prepareOfAccount(parts, accountId, ofAccount, way)),
    );
  }
}

async function prepareOfAccount(
  parts: DispatchParts,
  accountId: string,
  jobs: readonly LeasedSubmission[],
  { routeOf, ready }: Way,
): Promise<void> {
  const account = await findAccount(parts.db, accountId);
  const prices = account ? priceTable(account) : NO_PRICES;
  const campaigns = [...new Set(jobs.flatMap(({ tag }) => tag ?? []))];
  const runs = await runsById(parts.db, accountId, campaigns);
  const byPriority = [...jobs].sort((a, b) => a.priority - b.priority);
  const isFew = weightOf(jobs) <= FEW;
  for (const some of inRuns(byPriority, ({ weight }) => weight, messagesAtOnce(parts.db))) {
    if (!isFew) await parts.foreground.yieldToRequests();
    const messages = await messagesOfRuns(parts.db, accountId, some.map(runOf), "pending");
    if (!isFew) await parts.foreground.yieldToRequests();
    const suppressed = await suppressedOf(parts, accountId, messages);
    const byJob = messagesByJob(some, messages);
    const prepared: Prepared[] = [];
    for (const job of some) {
      const own = byJob.get(job) ?? [];
      const work = newWork(job, prices, own.length);
      prepared.push(await prepareJob(parts, work, own, { route: routeOf(job), runs, suppressed }));
    }
    ready(prepared);
  }
}

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
    const job = named.get(message.id) ?? whole.get(message.batchId ?? "");
    if (job) byJob.get(job)?.push(message);
  }
  return byJob;
}

/** What holds for the jobs of an account at this moment. */
interface Surroundings {
  /** Null where the sender, or its carrier, is gone. */
  route: Route | null;
  runs: ReadonlyMap<string, CampaignRun>;
  suppressed: Suppressed;
}

async function prepareJob(
  parts: DispatchParts,
  work: Work,
  messages: readonly OutgoingMessage[],
  { route, runs, suppressed }: Surroundings,
): Promise<Prepared> {
  const { config, clock } = parts;
  const { tag, createdAt } = work.job;
  const now = clock.now();
  const endAll = (status: "failed" | "expired", error: MessageError): Prepared => {
    const outcome: MessageOutcome = { type: "step", step: { status, at: now, error } };
    return { kind: "end", work, decided: messages.map((message) => ({ message, outcome })) };
  };
  // What belongs to no campaign goes on like a run.
  const run = tag === null ? { status: "running", startedAt: null } : runs.get(tag);
  if (run !== undefined && run.status !== "running") return { kind: "park", work };
  if (messages.length === 0) return { kind: "end", work, decided: [] };
  if (run === undefined) return endAll("expired", messageError("expired", "its campaign was deleted"));
  if (route === null) return endAll("failed", messageError("no_sender", "the sender was removed"));
  // Those that a stopped campaign left have waited since that goes on.
  const waited = now - Math.max(createdAt, run.startedAt ?? 0);
  if (waited >= config.pendingWindowSeconds * SECOND) {
    return endAll("expired", messageError("expired", "it could not be submitted in time"));
  }
  const unsure = work.timesUnknown === 0 ? null : await decideUnknown(parts, work, messages, route, now);
  const { again, decided, times } = unsure ?? {
    again: messages,
    decided: [],
    times: new Map<string, number>(),
  };
  if (again.length === 0) return { kind: "end", work, decided };
  const isBlocked = ({ channel, recipient }: OutgoingMessage) =>
    work.job.payload.exempt !== true && suppressed(channel, recipient);
  const blocked: MessageOutcome = { type: "step", step: { status: "blocked", at: now } };
  return {
    kind: "go",
    work,
    outgoing: again
      .filter((message) => !isBlocked(message))
      .map((message) => ({
        work,
        message,
        checkedAt: now,
        unknownBefore: times.get(message.id) ?? 0,
        isNoted: false,
      })),
    decided: [...decided, ...again.filter(isBlocked).map((message) => ({ message, outcome: blocked }))],
  };
}

/**
 * The carrier may have some of the messages already; of those that it has reported on it has. Where it does not go by our
 * ids, those that were noted before they were handed over may be there, and no others.
 */
async function decideUnknown(
  { db, config, log, metrics }: DispatchParts,
  { job }: Work,
  messages: readonly OutgoingMessage[],
  { carrier }: Route,
  now: Instant,
): Promise<{
  again: readonly OutgoingMessage[];
  decided: Decided[];
  times: ReadonlyMap<string, number>;
}> {
  const ids = messages.map(({ id }) => id);
  const times = carrier.idempotent
    ? new Map(ids.map((id) => [id, 1]))
    : await timesHandedOver(db, job.accountId, ids);
  const unsure = messages.filter(({ id }) => times.has(id));
  const names = ids.map((reference) => ({ carrier: carrier.name, reference }));
  const waiting = await waitingKeys(db, names);
  const reported = new Set(waiting.flatMap(({ reference, accountId }) => (accountId ? reference : [])));
  const rest = unsure.filter(({ id }) => !reported.has(id));
  const failing = rest.filter(({ id }) => afterUnknown(carrier, config, times.get(id) ?? 0) === "fail");
  const about = { jobId: job.id, accountId: job.accountId, carrier: carrier.name };
  if (failing.length > 0) {
    const why = "it is not known whether the carrier has these messages: they fail";
    log.warn({ ...about, messages: failing.length }, why);
  }
  const resubmitted = rest.length - failing.length;
  if (resubmitted > 0) {
    const why = "it is not known whether the carrier has these messages: they are submitted again";
    log.warn({ ...about, messages: resubmitted }, why);
    metrics.resubmissions.inc({ carrier: carrier.name }, resubmitted);
  }
  const failed: MessageOutcome = { type: "step", step: { status: "failed", at: now, error: AMBIGUOUS } };
  const ended = new Map<OutgoingMessage, MessageOutcome>([
    ...messages.filter(({ id }) => reported.has(id)).map((one) => [one, { type: "accepted" }] as const),
    ...failing.map((one) => [one, failed] as const),
  ]);
  return {
    again: messages.filter((message) => !ended.has(message)),
    decided: [...ended].map(([message, outcome]) => ({ message, outcome })),
    times,
  };
}
