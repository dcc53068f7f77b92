import { groupBy } from "../../platform/group-by";
import type { IdMaker } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import type { Job } from "../../queue/job";
import { priceOf } from "../accounts/prices";
import { laterSubmission, type SubmissionJob } from "../messages/submission-job";
import type { Step } from "../messages/transitions";
import type { BatchProgress, LeasedBatch, Result, Route } from "./leased-batch";
import { toMessageError, toStep } from "./report-writing";
import { AMBIGUOUS, onAmbiguousOutcome } from "./resubmission-policy";
import { MAX_SUBMISSION_ATTEMPTS, retryPause } from "./retry-backoff";
import { statusQueryJob } from "./status-query";
import type { DispatchSettings } from "./submit";
import type { CarrierReport } from "./unmatched-reports.store";

export type Decision =
  | { type: "steps"; steps: Step[] }
  | { type: "retry" | "unknown" }
  | { type: "deferred"; dueAt: Instant; byCarrier?: true }
  | { type: "moved"; notBefore: Instant };

/** Decides the consequence of a result. `reports` are the delivery reports that have already arrived. */
export function decide(
  config: Pick<DispatchSettings, "ambiguousSubmission">,
  route: Route | null,
  { batch, message, outcome, unknownBefore }: Result,
  reports: readonly CarrierReport[],
  now: Instant,
): Decision {
  const steps = (...all: Step[]): Decision => ({ type: "steps", steps: all });
  const hasTriesLeft = batch.job.attempt + 1 < MAX_SUBMISSION_ATTEMPTS;
  switch (outcome.type) {
    case "accepted": {
      const price = priceOf(batch.prices, message.channel, message.segments);
      const reference = outcome.id ?? outcome.references?.[0] ?? null;
      const taken = route ? { taken: { carrier: route.carrier.name, reference } } : {};
      return steps({ status: "sent", at: now, price, ...taken }, ...reports.map(toStep));
    }
    case "step": {
      const { status, at } = outcome.step;
      // `blocked` and `expired` say that the message was not submitted, which is uncertain after an earlier
      // unknown outcome.
      const isNotSubmitted = status === "blocked" || status === "expired";
      const mayBeSubmitted = unknownBefore > 0 && route !== null && !route.carrier.idempotent;
      if (isNotSubmitted && mayBeSubmitted) return steps({ status: "failed", at, error: AMBIGUOUS });
      return steps(outcome.step);
    }
    case "deferred":
    case "moved":
      return outcome;
    case "refused": {
      const { lacksChannel } = outcome.error;
      return steps({ status: "failed", at: now, error: toMessageError(outcome.error), lacksChannel });
    }
    case "retry":
      if (hasTriesLeft) return { type: "retry" };
      return steps({ status: "failed", at: now, error: toMessageError(outcome.error) });
    case "unknown": {
      const times = unknownBefore + 1;
      const again =
        hasTriesLeft && route !== null && onAmbiguousOutcome(route.carrier, config, times) === "again";
      return again ? { type: "unknown" } : steps({ status: "failed", at: now, error: AMBIGUOUS });
    }
  }
}

export function progressAfter(
  before: BatchProgress,
  decided: readonly { messageId: string; decision: Decision }[],
): BatchProgress {
  const idsOf = (type: Decision["type"]) =>
    decided.flatMap(({ messageId, decision }) => (decision.type === type ? messageId : []));
  const dueAts = decided.flatMap(({ decision }) => (decision.type === "deferred" ? decision.dueAt : []));
  return {
    open: before.open - decided.length,
    retries: [...before.retries, ...idsOf("retry")],
    unknown: [...before.unknown, ...idsOf("unknown")],
    deferred: [...before.deferred, ...idsOf("deferred")],
    deferredUntil: Math.max(before.deferredUntil, ...dueAts),
    isDeferredByCarrier:
      before.isDeferredByCarrier ||
      decided.some(({ decision }) => decision.type === "deferred" && decision.byCarrier === true),
    moved: [
      ...before.moved,
      ...decided.flatMap(({ messageId, decision }) =>
        decision.type === "moved" ? { messageId, notBefore: decision.notBefore } : [],
      ),
    ],
  };
}

/** Returns the later jobs for the messages of an ended job that are submitted again or deferred. */
export function followingJobs(
  ids: IdMaker,
  { job, timesUnknown }: LeasedBatch,
  { retries, unknown, deferred, deferredUntil, isDeferredByCarrier }: BatchProgress,
  now: Instant,
): SubmissionJob[] {
  const attempt = job.attempt + 1;
  const retry = { attempt, dueAt: now + retryPause(attempt) };
  const jobs: SubmissionJob[] = [];
  if (retries.length > 0) {
    jobs.push(laterSubmission(job, ids.next(), retries, { ...retry, unknown: timesUnknown }));
  }
  if (unknown.length > 0) {
    jobs.push(laterSubmission(job, ids.next(), unknown, { ...retry, unknown: timesUnknown + 1 }));
  }
  if (deferred.length === 0) return jobs;
  // A job without `ids` has all messages of its origin. The job needs `ids` once another job has some of
  // these messages. Moved messages change their origin, so the job skips moved messages even without `ids`.
  const isWhole = job.payload.ids === undefined && jobs.length === 0;
  const changes = { attempt: job.attempt, dueAt: deferredUntil, unknown: timesUnknown, isDeferredByCarrier };
  // Deferred messages keep the job's id, by which a request finds messages whose submission has not begun.
  return [...jobs, laterSubmission(job, job.id, isWhole ? null : deferred, changes)];
}

export const statusQueryJobs = (
  ids: IdMaker,
  awaited: readonly { route: Route; result: Result }[],
  now: Instant,
): Job[] =>
  [...groupBy(awaited, ({ route }) => route.sender.id)].map(([senderId, some]) =>
    statusQueryJob(ids.next(), { accountId: some[0]?.result.batch.job.accountId ?? "", key: senderId }, now, {
      messageIds: some.map(({ result }) => result.message.id),
      submittedAt: now,
      queries: 0,
    }),
  );
