import { LEASE_MS } from "../../queue/lease-lengths";
import type { Db } from "../../platform/db/dialect";
import type { Statement } from "../../platform/db/bulk";
import { isDatabaseAway } from "../../platform/db/errors";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce, messagesAtOnce } from "../../platform/db/limits";
import { groupBy } from "../../platform/group-by";
import { retry } from "../../platform/concurrency/retry";
import { type Instant, SECOND } from "../../platform/time";
import { jobsStatement } from "../../queue/jobs.store";
import { renewLeases, settleJobs } from "../../queue/leases.store";
import { notifyAll } from "../../queue/wakeups";
import { advanceAll, writeAdvanced } from "../messages/changes";
import { moveStatement } from "../messages/waiting.store";
import { endReservations } from "../messages/submissions.store";
import { endsReservation } from "./caps";
import { stillPending } from "../messages/outgoing.store";
import { referencesStatement } from "../messages/references.store";
import { mayBeCanceled } from "./cancellation";
import { countTransitions } from "./dispatch-metrics";
import { type BatchProgress, isUrgent, type LeasedBatch, type Result, type Route } from "./leased-batch";
import type { LeasedJobs } from "./leased-jobs";
import { decide, type Decision, followingJobs, progressAfter, statusQueryJobs } from "./outcomes";
import { movedMessages } from "./moved-messages";
import { divideReported } from "./resubmission-policy";
import type { DispatchDeps } from "./submit";
import { confirmSubmissions, retractIntents } from "./unconfirmed-submissions.store";
import type { CarrierReport } from "./unmatched-reports.store";

/**
 * Pauses between write attempts in a database outage, in milliseconds: ten minutes in total. The pauses are
 * short, because unwritten outcomes occupy the carrier's window.
 */
const RETRY_AFTER = [250, 500, SECOND, ...Array<number>(299).fill(2 * SECOND)];

/** Results to write: of one submission, or of messages decided without a submission. */
interface Settlement {
  /** Sender and carrier; null if the sender or its carrier connection does not exist. */
  readonly route: Route | null;
  /** Batches of the results. A batch without messages is included so that its job ends. */
  readonly batches: readonly LeasedBatch[];
  readonly results: readonly Result[];
  readonly reportsOf?: (messageId: string) => readonly CarrierReport[];
}

interface Attempt extends Settlement {
  /** Whether an earlier attempt failed. The database may have committed that attempt nevertheless. */
  readonly mayBeWritten: boolean;
}

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

interface Decided {
  attempt: Attempt;
  result: Result;
  messageId: string;
  decision: Decision;
  reports: number;
}

/** Writes results in one transaction. Skips results of lost leases and results already written. */
async function write(deps: DispatchDeps, leased: LeasedJobs, attempts: readonly Attempt[]): Promise<Settled> {
  const { db, clock } = deps;
  const now = clock.now();
  const decided = attempts.flatMap((attempt) => decideAll(deps, attempt, now));
  const byBatch = groupBy(decided, ({ result }) => result.batch);
  const progress = new Map(
    [...new Set(attempts.flatMap(({ batches }) => batches))].map((batch) => [
      batch,
      progressAfter(leased.progressOf(batch), byBatch.get(batch) ?? []),
    ]),
  );
  const { lost, writable, transitions, notifications } = await db.transaction(async (trx) => {
    // The wait for a connection must not shorten the leases.
    const lost = await hold(trx, progress, clock.now());
    const held = decided.filter(({ result }) => !lost.has(result.batch));
    const before = await writtenBefore(trx, held, now);
    const writable = held.filter(({ messageId }) => !before.has(messageId));
    const ended = [...progress].filter(([batch, { open }]) => open === 0 && !lost.has(batch));
    const advanced = byAccount(writable.filter(hasSteps)).map(([accountId, some]) =>
      advanceAll(accountId, some.map(toChange), now),
    );
    const moved = movedMessages(deps.ids, ended);
    const notifications = await writeAdvanced(deps, trx, advanced, [
      ...intentStatements(trx, writable),
      ...reservationStatements(trx, writable),
      moveStatement(trx, moved, now),
      ...referenceStatements(trx, writable, now + deps.config.deliveryReportTimeoutSeconds * SECOND),
      jobsStatement(trx, [
        ...ended.flatMap(([batch, after]) => followingJobs(deps.ids, batch, after, now)),
        ...moved.map(({ job }) => job),
        ...statusQueryJobs(deps.ids, writable.flatMap(awaitingReports), now),
      ]),
    ]);
    return { lost, writable, transitions: advanced.flatMap((one) => one.transitions), notifications };
  });
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

const idsOf = (some: readonly Decided[]) => some.map(({ messageId }) => messageId);

/** Groups by account, in ascending order. All transactions lock accounts in this order, so none deadlocks. */
const byAccount = (some: readonly Decided[]): [accountId: string, Decided[]][] =>
  [...groupBy(some, ({ result }) => result.batch.job.accountId)].sort();

const hasSteps = ({ decision }: Decided) => decision.type === "steps";

const toChange = ({ result: { message, outcome }, decision }: Decided) => ({
  message,
  steps: decision.type === "steps" ? decision.steps : [],
  // A blocked message that a carrier may have accepted is stored as failed. Like any blocked message, it
  // triggers no follow-up.
  skipFollowUps: outcome.type === "step" && (outcome.skipsFollowUps || outcome.step.status === "blocked"),
});

/** Settles finished jobs and renews the leases of the other jobs. Returns the batches whose lease is lost. */
async function hold(
  trx: Db,
  progress: ReadonlyMap<LeasedBatch, BatchProgress>,
  now: Instant,
): Promise<Set<LeasedBatch>> {
  const jobsOf = (isEnding: boolean) =>
    [...progress].flatMap(([{ job }, { open }]) => ((open === 0) === isEnding ? job : []));
  const ended = await settleJobs(trx, jobsOf(true));
  const renewed = await renewLeases(trx, jobsOf(false), now + LEASE_MS.submission);
  // A job may occur in both statements, once with a lost lease: look up each lease in its statement's result.
  const lost = [...progress].filter(([{ job }, { open }]) => !(open === 0 ? ended : renewed).has(job.id));
  return new Set(lost.map(([batch]) => batch));
}

/**
 * Returns the ids of messages that already have an outcome. An earlier attempt to write the outcome seemed to
 * fail, or a request canceled the message while it waited in this process.
 */
async function writtenBefore(trx: Db, held: readonly Decided[], now: Instant): Promise<Set<string>> {
  const doubtful = held.filter(
    ({ attempt, result: { batch, outcome } }) =>
      attempt.mayBeWritten || (outcome.type === "step" && mayBeCanceled(batch, now)),
  );
  const written = new Set(idsOf(doubtful));
  for (const [accountId, some] of byAccount(doubtful)) {
    for (const id of await stillPending(trx, accountId, idsOf(some))) written.delete(id);
  }
  return written;
}

/**
 * Returns statements that delete or decrement the intents of two kinds of messages: settled messages, and
 * messages whose recorded submission has a known outcome.
 */
function intentStatements(trx: Db, writable: readonly Decided[]): (Statement | null)[] {
  const known = writable.filter(({ attempt: { route }, result, decision }) => {
    const hasOutcome = result.isIntentRecorded && result.outcome.type !== "unknown";
    return route !== null && !route.carrier.idempotent && (decision.type === "steps" || hasOutcome);
  });
  // An unsettled message keeps the intents of its earlier ambiguous submissions; only the last intent is
  // retracted.
  const isRetracted = ({ decision, result }: Decided) =>
    decision.type !== "steps" && result.unknownBefore > 0;
  return byAccount(known).flatMap(([accountId, some]) => {
    const confirmed = some.filter((one) => !isRetracted(one));
    // A failed attempt may have retracted the intent already. Counting an intent twice is safer than losing
    // an intent.
    const retracted = some.filter((one) => isRetracted(one) && !one.attempt.mayBeWritten);
    return [
      confirmSubmissions(trx, accountId, idsOf(confirmed)),
      retractIntents(trx, accountId, idsOf(retracted)),
    ];
  });
}

const reservationStatements = (trx: Db, writable: readonly Decided[]): (Statement | null)[] =>
  byAccount(writable.filter(({ result }) => endsReservation(result))).map(([accountId, some]) =>
    endReservations(trx, accountId, idsOf(some)),
  );

function referenceStatements(
  trx: Db,
  writable: readonly Decided[],
  retainUntil: Instant,
): (Statement | null)[] {
  const accepted = writable.flatMap(({ attempt: { route }, result: { outcome, message } }) => {
    if (outcome.type !== "accepted" || !outcome.references || route === null) return [];
    const { accountId, id: messageId } = message;
    const { references } = outcome;
    const carrier = route.carrier.name;
    return references.map((reference) => ({
      carrier,
      reference,
      accountId,
      messageId,
      parts: references.length,
    }));
  });
  return [...groupBy(accepted, ({ carrier }) => carrier)]
    .sort()
    .map(([carrier, some]) => referencesStatement(trx, carrier, some, retainUntil));
}

/**
 * Returns the result in a list if its message was accepted and still awaits a delivery report, else an empty
 * list.
 */
function awaitingReports({
  attempt: { route },
  result,
  reports,
}: Decided): { route: Route; result: Result }[] {
  const isAwaited = result.outcome.type === "accepted" && reports === 0 && route?.carrier.reports;
  return isAwaited && route ? [{ route, result }] : [];
}

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
