import { isDatabaseAway } from "../../platform/db/errors";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce, messagesAtOnce } from "../../platform/db/limits";
import { groupBy } from "../../platform/group-by";
import { retry } from "../../platform/concurrency/retry";
import { type Instant, SECOND } from "../../platform/time";
import { notifyAll } from "../../queue/wakeups";
import { countTransitions } from "./dispatch-metrics";
import { isUrgent, type LeasedBatch, type Result } from "./leased-batch";
import type { LeasedJobs } from "./leased-jobs";
import { decide, progressAfter } from "./outcomes";
import { divideReported } from "./resubmission-policy";
import type { Attempt, Decided, Settlement } from "./settlement-statements";
import { writeOutcomes } from "./settlement-write";
import type { DispatchDeps } from "./submit";

/**
 * Pauses between write attempts in a database outage, in milliseconds: ten minutes in total. The pauses are
 * short, because unwritten outcomes occupy the carrier's window.
 */
const RETRY_AFTER = [250, 500, SECOND, ...Array<number>(299).fill(2 * SECOND)];

/** Number of delivery reports per message that were written together with the message's outcome. */
type Settled = ReadonlyMap<string, number>;

/**
 * Writes results. Resolves once the results are committed, or skipped because their leases are lost. Rejects
 * if the write keeps failing; the leases then expire.
 */
export type Settle = (settlement: Settlement) => Promise<Settled>;

/** Returns the settle stage. `track` receives work that continues after a settlement. */
export function settleStage(
  deps: DispatchDeps,
  leased: LeasedJobs,
  track: (work: Promise<unknown>) => void,
): Settle {
  const batcher = new WriteBatcher<Attempt, Settled>({
    max: messagesAtOnce(deps.db),
    weightOf: ({ results }) => results.length,
    concurrency: atOnce(deps.db, 3),
    // Concurrent writes never share a job: the last write of a job needs the progress of earlier writes.
    keysOf: ({ batches }) => batches.map(({ job }) => job.id),
    isUrgent: isUrgentSettlement,
    mayBeOneItems: (error) => !isDatabaseAway(error),
    async write(given) {
      if (!given.every(isUrgentSettlement)) await deps.foreground.yieldToRequests();
      const attempts = await withReported(deps, given);
      const settled = await write(deps, leased, attempts);
      countOutcomes(deps, given);
      track(deps.deliveryReports.checkEarly(keysOf(attempts)));
      return attempts.map(() => settled);
    },
  });
  return async (settlement) => {
    let mayBeWritten = false;
    const failed = (error: unknown) => {
      const about = { carrier: settlement.route?.carrier.name, messages: settlement.results.length };
      if (!mayBeWritten) deps.log.error({ err: error, ...about }, "failed to write submission outcomes");
      mayBeWritten = true;
      return isDatabaseAway(error);
    };
    try {
      return await retry(() => batcher.add({ ...settlement, mayBeWritten }), RETRY_AFTER, failed);
    } catch (error) {
      // Without renewals the leases expire, and the next holder treats the outcomes as unknown.
      leased.lose(settlement.batches);
      throw error;
    }
  };
}

const isUrgentSettlement = ({ batches, results }: Settlement) => isUrgent(results.length, batches);

/**
 * Returns whether the outcome may end a message although the carrier may have received it in a submission
 * without a response. Requests cannot cancel a message after an unknown outcome.
 */
const isAmbiguous = ({ outcome: { type }, unknownBefore }: Result) =>
  type === "unknown" || (unknownBefore > 0 && (type === "refused" || type === "retry" || type === "step"));

/** Replaces ambiguous outcomes of messages with a delivery report by `accepted`. */
async function withReported(deps: DispatchDeps, attempts: readonly Attempt[]): Promise<readonly Attempt[]> {
  const ambiguous = attempts.flatMap(({ route, results }) =>
    results.filter(isAmbiguous).map(({ message }) => ({ message, carrier: route?.carrier })),
  );
  if (ambiguous.length === 0) return attempts;
  const divided = await Promise.all(
    [...groupBy(ambiguous, ({ carrier }) => carrier)].map(([carrier, some]) => {
      const messages = some.map(({ message }) => message);
      return divideReported(deps, messages, carrier);
    }),
  );
  const waiting = new Map(
    divided.flatMap(({ accepted }) => accepted.map(({ message, outcome }) => [message.id, outcome])),
  );
  return attempts.map((attempt) => {
    const outcomeOf = ({ message: { id }, outcome }: Result): Result["outcome"] =>
      waiting.get(id) ?? (attempt.reportsOf?.(id).length ? { type: "accepted" } : outcome);
    const results = attempt.results.map((one) =>
      isAmbiguous(one) ? { ...one, outcome: outcomeOf(one) } : one,
    );
    return { ...attempt, results };
  });
}

/** Writes results in one commit. Skips results of lost leases and results already written. */
async function write(deps: DispatchDeps, leased: LeasedJobs, attempts: readonly Attempt[]): Promise<Settled> {
  const now = deps.clock.now();
  const decided = attempts.flatMap((attempt) => decideAll(deps, attempt, now));
  const byBatch = groupBy(decided, ({ result }) => result.batch);
  const progress = new Map(
    [...new Set(attempts.flatMap(({ batches }) => batches))].map((batch) => [
      batch,
      progressAfter(leased.progressOf(batch), byBatch.get(batch) ?? []),
    ]),
  );
  const outcomes = { decided, progress, now };
  const { lost, writable, transitions, notifications } = await writeOutcomes(deps, outcomes);
  leased.advance(progress);
  leased.lose(lost);
  logLost(deps, attempts, lost);
  countTransitions(deps, transitions);
  notifyAll(deps.wakeups, notifications);
  // Each message occurs once: attempts of the same job settle different messages.
  return new Map(writable.map(({ messageId, reports }) => [messageId, reports]));
}

const decideAll = ({ config }: DispatchDeps, attempt: Attempt, now: Instant): Decided[] =>
  attempt.results.map((result) => {
    const { id: messageId } = result.message;
    const reports = result.outcome.type === "accepted" ? (attempt.reportsOf?.(messageId) ?? []) : [];
    const decision = decide(config, attempt.route, result, reports, now);
    return { attempt, result, messageId, decision, reports: reports.length };
  });

/** Returns the report keys of accepted messages, including messages whose outcome was already stored. */
const keysOf = (attempts: readonly Attempt[]): { carrier: string; reference: string }[] =>
  attempts.flatMap(({ route, results }) =>
    results.flatMap(({ message, outcome }) => {
      if (route === null || outcome.type !== "accepted") return [];
      const { name: carrier } = route.carrier;
      const references = (outcome.references ?? []).filter((reference) => reference !== message.id);
      return [message.id, ...references].map((reference) => ({ carrier, reference }));
    }),
  );

function logLost({ log }: DispatchDeps, attempts: readonly Attempt[], lost: ReadonlySet<LeasedBatch>): void {
  const doubtful = new Set(attempts.flatMap(({ batches, mayBeWritten }) => (mayBeWritten ? batches : [])));
  for (const batch of lost) {
    const about = { jobId: batch.job.id, mayBeWritten: doubtful.has(batch) };
    log.warn(about, "submission lease expired before its settlement");
  }
}

/** Counts the responses of carriers, also of messages that a delivery report proves accepted. */
function countOutcomes({ metrics }: DispatchDeps, attempts: readonly Attempt[]): void {
  for (const { route, results } of attempts) {
    if (route === null) continue;
    for (const [outcome, alike] of groupBy(results, (result) => result.outcome.type)) {
      if (outcome === "step" || outcome === "deferred" || outcome === "moved") continue;
      metrics.submissions.inc({ carrier: route.carrier.name, outcome }, alike.length);
    }
  }
}
