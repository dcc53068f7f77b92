import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { JobNotification } from "../../queue/job";
import { LEASE_MS } from "../../queue/lease-lengths";
import { commitEnded, renewLeases, settleJobs } from "../../queue/leases.store";
import { advanceAll, advancedStatements, writeAdvanced } from "../messages/changes";
import { stillPending } from "../messages/outgoing.store";
import type { Transition } from "../messages/transitions";
import { mayBeCanceled } from "./cancellation";
import type { BatchProgress, LeasedBatch } from "./leased-batch";
import { byAccount, type Decided, idsOf, resultStatements } from "./settlement-statements";
import type { DispatchDeps } from "./submit";

/** Outcomes to write, and the progress of their batches after the write. */
export interface Outcomes {
  decided: readonly Decided[];
  progress: ReadonlyMap<LeasedBatch, BatchProgress>;
  now: Instant;
}

interface Written {
  /** Batches whose lease is lost. Their results were not written. */
  lost: ReadonlySet<LeasedBatch>;
  writable: readonly Decided[];
  transitions: readonly Transition[];
  /** Job keys whose workers are notified. */
  notifications: readonly JobNotification[];
}

/** Commits outcomes, except outcomes of lost leases and outcomes that are already written. */
export const writeOutcomes = async (deps: DispatchDeps, outcomes: Outcomes): Promise<Written> =>
  (await commitEnding(deps, outcomes)) ??
  (await deps.db.transaction((trx) => writeHeld(deps, trx, outcomes)));

/**
 * Commits outcomes that end all their jobs, on PostgreSQL in one statement. Returns null, and writes nothing,
 * if the outcomes need a transaction: to look up which outcomes are already written, to renew leases, to
 * schedule follow-ups or the completion check of a campaign, or because a lease is lost.
 *
 * The statement locks the jobs first, in the order of account and id, and fails unless all leases hold. The
 * messages, intents and reservations that it changes belong to these jobs, so no other settlement changes or
 * locks them. Settlements share only the rows of reused references, which each statement of
 * `resultStatements` locks in order, as in a transaction. A later job of deferred messages keeps the id of
 * the ended job, so its insert depends on the deletion and needs a transaction.
 *
 * An attempt after a failed commit takes the transaction too. It waits at the jobs' rows until the failed
 * commit has ended. If that commit was carried out, the jobs are gone and count as lost.
 */
async function commitEnding(deps: DispatchDeps, outcomes: Outcomes): Promise<Written | null> {
  const { decided, progress, now } = outcomes;
  const ended = [...progress];
  const isEnding = ended.every(([, { open, deferred }]) => open === 0 && deferred.length === 0);
  if (!isEnding || decided.some((one) => mayHaveOutcome(one, now))) return null;
  const advanced = advancedOf(decided, now);
  const results = resultStatements(deps, deps.db, decided, ended, now);
  const written = await advancedStatements(deps, deps.db, advanced);
  if (written === null) return null;
  const jobs = ended.map(([{ job }]) => job);
  if (!(await commitEnded(deps.db, jobs, [...written.statements, ...results]))) return null;
  const transitions = advanced.flatMap((one) => one.transitions);
  return { lost: new Set(), writable: decided, transitions, notifications: written.notifications };
}

/** Writes the outcomes whose leases are held and which are not written yet. */
async function writeHeld(
  deps: DispatchDeps,
  trx: Db,
  { decided, progress, now }: Outcomes,
): Promise<Written> {
  // The wait for a connection must not shorten the leases.
  const lost = await hold(trx, progress, deps.clock.now());
  const held = decided.filter(({ result }) => !lost.has(result.batch));
  const before = await writtenBefore(trx, held, now);
  const writable = held.filter(({ messageId }) => !before.has(messageId));
  const ended = [...progress].filter(([batch, { open }]) => open === 0 && !lost.has(batch));
  const advanced = advancedOf(writable, now);
  const results = resultStatements(deps, trx, writable, ended, now);
  const notifications = await writeAdvanced(deps, trx, advanced, results);
  return { lost, writable, transitions: advanced.flatMap((one) => one.transitions), notifications };
}

const advancedOf = (writable: readonly Decided[], now: Instant) =>
  byAccount(writable.filter(hasSteps)).map(([accountId, some]) =>
    advanceAll(accountId, some.map(toChange), now),
  );

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
 * Returns whether the message may already have an outcome. An earlier attempt to write the outcome seemed to
 * fail, or a request canceled the message while it waited in this process.
 */
const mayHaveOutcome = ({ attempt, result: { batch, outcome } }: Decided, now: Instant): boolean =>
  attempt.mayBeWritten || (outcome.type === "step" && mayBeCanceled(batch, now));

/** Returns the ids of messages that already have an outcome. */
async function writtenBefore(trx: Db, held: readonly Decided[], now: Instant): Promise<Set<string>> {
  const doubtful = held.filter((one) => mayHaveOutcome(one, now));
  const written = new Set(idsOf(doubtful));
  for (const [accountId, some] of byAccount(doubtful)) {
    for (const id of await stillPending(trx, accountId, idsOf(some))) written.delete(id);
  }
  return written;
}
