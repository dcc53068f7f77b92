import { priceOf } from "../accounts/prices";
import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { atOnce, messagesAtOnce, WriteBatcher } from "../../platform/db/write-batcher";
import { groupBy } from "../../platform/group-by";
import { retry } from "../../platform/retry";
import { advanceAll, type StateChange, writeAdvanced } from "../messages/changes";
import { stillPending } from "../messages/outgoing.store";
import { type ReferencedMessage, referencesStatement } from "../messages/references.store";
import { laterSubmission, PRIORITY, type SubmissionJob } from "../messages/submission-job";
import type { Step, Transition } from "../messages/transitions";
import type { Job } from "../../queue/job";
import { jobsStatement } from "../../queue/jobs.store";
import { renewLeases, settleJobs } from "../../queue/leases.store";
import { wakeAll } from "../../queue/wakeups";
import { type Instant, SECOND } from "../../platform/time";
import { MAX_ATTEMPTS, retryPause } from "./retry-backoff";
import { toMessageError, toStep } from "./report-writing";
import { countTransitions } from "./dispatch-metrics";
import { forgetSubmissions, retractSubmissions } from "./unconfirmed-submissions.store";
import { AMBIGUOUS } from "./prepare";
import { statusQueryJob } from "./status-query";
import type { DispatchParts } from "./submission";
import type { ReportKey } from "./unmatched-reports.store";
import { afterUnknown } from "./resubmission-policy";
import { FEW, type LeasedSubmission, type Result, type Route, type Work } from "./leased-batch";

/** How long a worker may hold a job without a sign of life, in milliseconds. */
export const LEASE = 30 * SECOND;

/** Pauses between tries to write while the database is away, in milliseconds: as long as the lease lasts. */
const RETRY_AFTER = [250, 500, SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND, 8 * SECOND];

/** What came of one submission, or of a job that needs none. */
export interface Settlement {
  /** Null where there is no carrier to speak of. */
  route: Route | null;
  /** The jobs that the results are of, and those that have come to nothing. */
  works: readonly Work[];
  results: readonly Result[];
  /** It was tried before without an answer of the database, which may have carried it out. */
  mayBeWritten?: boolean;
}

/** Settles; answers the works whose lease was lost, of which nothing is written. */
export type Settle = (settlement: Settlement) => Promise<ReadonlySet<Work>>;

export function settlements(
  parts: DispatchParts,
  /** Told of what goes on after a settlement. */
  track: (work: Promise<unknown>) => void,
): Settle {
  const batcher = new WriteBatcher<Settlement, ReadonlySet<Work>>({
    most: messagesAtOnce(parts.db),
    weightOf: ({ results }) => results.length,
    concurrency: atOnce(parts.db, 3),
    // Who ends a job must know what has been written of it before.
    keysOf: ({ works }) => works.map(({ job }) => job.id),
    isUrgent,
    mayBeOneItems: (error) => !isDatabaseAway(error),
    write: (some) => write(parts, some, (names) => track(parts.deliveryReports.checkEarly(names))),
  });
  return (settlement) => {
    let mayBeWritten = false;
    return retry(
      () => batcher.add({ ...settlement, mayBeWritten }),
      RETRY_AFTER,
      (error) => {
        mayBeWritten = true;
        const about = { carrier: settlement.route?.carrier.name, messages: settlement.results.length };
        parts.log.error({ err: error, ...about }, "outcomes could not be written");
        return isDatabaseAway(error);
      },
    );
  };
}

/** Somebody may wait for these messages, as for a one-time password, and they take little time to write. */
const isUrgent = ({ works, results }: Settlement) =>
  results.length <= FEW && works.every(({ job }) => job.priority === PRIORITY.inline);

/** What a job has come to with some more of its results. */
interface Progress {
  work: Work;
  open: number;
  refused: string[];
  unknown: string[];
  left: string[];
  leftUntil: Instant;
}

interface OfWork {
  work: Work;
  messageId: string;
}

/** A message of which it is known again whether its carrier has it. */
interface Answered extends OfWork {
  unknownBefore: boolean;
}

async function write(
  parts: DispatchParts,
  some: readonly Settlement[],
  look: (names: readonly Omit<ReportKey, "accountId">[]) => void,
): Promise<ReadonlySet<Work>[]> {
  const { db, clock, foreground } = parts;
  if (!some.every(isUrgent)) await foreground.yieldToRequests();
  const now = clock.now();
  const works = [...new Set(some.flatMap((settlement) => settlement.works))];
  const doubtful = new Set(some.flatMap(({ works, mayBeWritten }) => (mayBeWritten ? works : [])));
  const progress = new Map(works.map((work) => [work, progressOf(work)]));
  const changes: (StateChange & OfWork)[] = [];
  const awaited: (OfWork & { route: Route })[] = [];
  const answered: Answered[] = [];
  for (const { route, results, mayBeWritten = false } of some) {
    for (const result of results) {
      const { work, message } = result;
      const at = progress.get(work) as Progress;
      at.open -= 1;
      result.reportsWritten = result.reports.length;
      const steps = stepsOf(parts, route, result, at, now);
      if (steps.length > 0) changes.push({ work, messageId: message.id, message, steps });
      const isKnown = steps.length > 0 || (result.isNoted && result.outcome.type !== "unknown");
      if (isKnown && route !== null && !route.carrier.idempotent) {
        // What has come to no end this time is still as unknown as it was before: once too often rather than too seldom.
        const unknownBefore = steps.length === 0 && result.unknownBefore > 0;
        if (!unknownBefore || !mayBeWritten) answered.push({ work, messageId: message.id, unknownBefore });
      }
      const silent = result.outcome.type === "accepted" && result.reports.length === 0;
      if (silent && route?.carrier.reports) awaited.push({ route, work, messageId: message.id });
    }
  }
  const { lost, written, transitions, wakes } = await db.transaction(async (trx) => {
    const lost = await hold(trx, [...progress.values()], now);
    const written = await writtenBefore(trx, some, lost);
    const isHeld = ({ work, messageId }: OfWork) => !lost.has(work) && !written.has(messageId);
    const held = <T extends OfWork>(all: T[]) => all.filter(isHeld);
    const ended = [...progress.values()].filter(({ work, open }) => open === 0 && !lost.has(work));
    const keptUntil = now + parts.config.receiptWindowSeconds * SECOND;
    // In one order, so that two of these wait for each other instead of locking up.
    const advanced = [...groupBy(held(changes), accountOf)]
      .sort()
      .map(([accountId, ofAccount]) => advanceAll(accountId, ofAccount, now));
    const wakes = await writeAdvanced(parts, trx, advanced, [
      ...handOverStatements(trx, held(answered)),
      ...[...referencesOf(some, isHeld)]
        .sort()
        .map(([carrier, named]) => referencesStatement(trx, carrier, named, keptUntil)),
      jobsStatement(trx, [
        ...ended.flatMap((one) => whatGoesOn(parts, one, now)),
        ...statusQueries(parts, held(awaited), now),
      ]),
    ]);
    return { lost, written, transitions: advanced.flatMap(({ transitions }) => transitions), wakes };
  });
  for (const { work, ...rest } of progress.values()) {
    Object.assign(work, rest);
    if (!lost.has(work)) continue;
    work.lost = true;
    const why = doubtful.has(work)
      ? "the lease ran out before the submission was settled, unless the database had settled it without saying so"
      : "the lease ran out before the submission was settled";
    parts.log.warn({ jobId: work.job.id }, why);
  }
  for (const result of some.flatMap(({ results }) => results)) {
    // How many of its reports the earlier try has written is not known any more.
    if (written.has(result.message.id)) result.reportsWritten = 0;
  }
  announce(parts, some, transitions);
  wakeAll(parts.wakeups, wakes);
  look([
    ...submittedOf(changes),
    // Of those that are not written here as well: an earlier try may have done it.
    ...[...referencesOf(some)].flatMap(([carrier, named]) =>
      named.map(({ reference }) => ({ carrier, reference })),
    ),
  ]);
  return some.map(() => lost);
}

/**
 * Messages of held jobs that an earlier try has written though it was not answered. Whoever holds the lease finds its
 * messages pending otherwise.
 */
async function writtenBefore(
  trx: Db,
  some: readonly Settlement[],
  lost: ReadonlySet<Work>,
): Promise<Set<string>> {
  const doubtful = some
    .flatMap(({ results, mayBeWritten = false }) => (mayBeWritten ? results : []))
    .filter(({ work }) => !lost.has(work));
  const written = new Set(doubtful.map(({ message }) => message.id));
  for (const [accountId, ofAccount] of groupBy(doubtful, accountOf)) {
    const ids = ofAccount.map(({ message }) => message.id);
    for (const id of await stillPending(trx, accountId, ids)) written.delete(id);
  }
  return written;
}

/** What carriers call the messages that they have just taken, by carrier. */
function referencesOf(
  some: readonly Settlement[],
  isWanted: (one: OfWork) => boolean = () => true,
): Map<string, ReferencedMessage[]> {
  const byCarrier = new Map<string, ReferencedMessage[]>();
  for (const { route, results } of some) {
    for (const { work, message, outcome } of results) {
      if (outcome.type !== "accepted" || !outcome.references || route === null) continue;
      if (!isWanted({ work, messageId: message.id })) continue;
      const { references } = outcome;
      const named = references.map((reference) => ({
        ...{ reference, accountId: work.job.accountId, messageId: message.id, parts: references.length },
      }));
      const { name } = route.carrier;
      byCarrier.set(name, [...(byCarrier.get(name) ?? []), ...named]);
    }
  }
  return byCarrier;
}

const handOverStatements = (trx: Db, answered: readonly Answered[]): (Statement | null)[] =>
  [...groupBy(answered, accountOf)].sort().flatMap(([accountId, ofAccount]) => {
    const idsOf = (unknown: boolean) =>
      ofAccount.flatMap(({ messageId, unknownBefore }) => (unknownBefore === unknown ? [messageId] : []));
    return [forgetSubmissions(trx, accountId, idsOf(false)), retractSubmissions(trx, accountId, idsOf(true))];
  });

const accountOf = ({ work }: { work: Work }) => work.job.accountId;

const progressOf = (work: Work): Progress => ({
  work,
  open: work.open,
  refused: [...work.refused],
  unknown: [...work.unknown],
  left: [...work.left],
  leftUntil: work.leftUntil,
});

/** The steps that a result leads to now; what is to be tried again is noted instead. */
function stepsOf(
  { config }: DispatchParts,
  route: Route | null,
  { work, message, outcome, reports, unknownBefore }: Result,
  progress: Progress,
  now: Instant,
): Step[] {
  const triesLeft = work.job.attempt + 1 < MAX_ATTEMPTS;
  switch (outcome.type) {
    case "accepted": {
      const price = priceOf(work.prices, message.channel, message.segments);
      const taken = route && {
        carrier: route.carrier.name,
        reference: outcome.references?.[0] ?? null,
      };
      return [{ status: "sent", at: now, price, ...(taken ? { taken } : {}) }, ...reports.map(toStep)];
    }
    case "step":
      return [outcome.step];
    case "left":
      progress.left.push(message.id);
      progress.leftUntil = outcome.dueAt;
      return [];
    case "refused": {
      const { error } = outcome;
      const { lacksChannel } = error;
      return [{ status: "failed", at: now, error: toMessageError(error), lacksChannel }];
    }
    case "retry":
      if (!triesLeft) return [{ status: "failed", at: now, error: toMessageError(outcome.error) }];
      progress.refused.push(message.id);
      return [];
    case "unknown": {
      const again =
        triesLeft && route !== null && afterUnknown(route.carrier, config, unknownBefore + 1) === "again";
      if (!again) return [{ status: "failed", at: now, error: AMBIGUOUS }];
      progress.unknown.push(message.id);
      return [];
    }
  }
}

/** Ends the jobs that are done and prolongs the others; answers those whose lease was lost. */
async function hold(trx: Db, progress: readonly Progress[], now: Instant): Promise<Set<Work>> {
  const ending = progress.filter(({ open }) => open === 0).map(({ work }) => work);
  const going = progress.filter(({ open }) => open > 0).map(({ work }) => work);
  const jobsOf = (works: readonly Work[]) => works.map(({ job }) => job);
  const ended = await settleJobs(trx, jobsOf(ending));
  const held = await renewLeases(trx, jobsOf(going), now + LEASE);
  const lost = (works: readonly Work[], kept: ReadonlySet<string>) =>
    works.filter(({ job }) => !kept.has(job.id));
  return new Set([...lost(ending, ended), ...lost(going, held)]);
}

/** The jobs that an ended one leaves behind. */
function whatGoesOn({ ids }: DispatchParts, progress: Progress, now: Instant): SubmissionJob[] {
  const { work, refused, unknown, left, leftUntil } = progress;
  const { job, timesUnknown } = work;
  const attempt = job.attempt + 1;
  const again = { attempt, dueAt: now + retryPause(attempt) };
  const sureSoFar = timesUnknown === 0 ? undefined : timesUnknown;
  const jobs: SubmissionJob[] = [];
  if (refused.length > 0) {
    jobs.push(laterSubmission(job, ids.next(), refused, { ...again, unknown: sureSoFar }));
  }
  if (unknown.length > 0) {
    jobs.push(laterSubmission(job, ids.next(), unknown, { ...again, unknown: timesUnknown + 1 }));
  }
  if (left.length > 0) {
    const rest = { attempt: job.attempt, dueAt: leftUntil, unknown: sureSoFar };
    // All that is still pending of it is what is left, unless some of that is in the jobs above.
    if (jobs.length > 0) jobs.push(laterSubmission(job, ids.next(), left, rest));
    else jobs.push(putBack(job, rest));
  }
  return jobs;
}

function putBack(
  job: LeasedSubmission,
  { dueAt, unknown }: { dueAt: Instant; unknown: number | undefined },
): SubmissionJob {
  return { ...job, dueAt, payload: { ...job.payload, ...(unknown === undefined ? {} : { unknown }) } };
}

/** What looks after the reports that are yet to come: one job for all that a sender has submitted just now. */
function statusQueries(
  { ids }: DispatchParts,
  awaited: readonly { route: Route; work: Work; messageId: string }[],
  now: Instant,
): Job[] {
  return [...groupBy(awaited, ({ route }) => route.sender.id)].map(([senderId, some]) =>
    statusQueryJob(ids.next(), { accountId: some[0]?.work.job.accountId ?? "", key: senderId }, now, {
      messageIds: some.map(({ messageId }) => messageId),
      submittedAt: now,
      queries: 0,
    }),
  );
}

function announce(
  parts: DispatchParts,
  some: readonly Settlement[],
  transitions: readonly Transition[],
): void {
  for (const { route, results } of some) {
    if (route === null) continue;
    const { name: carrier } = route.carrier;
    for (const [outcome, alike] of groupBy(results, (result) => result.outcome.type)) {
      if (outcome !== "step" && outcome !== "left")
        parts.metrics.submissions.inc({ carrier, outcome }, alike.length);
    }
  }
  countTransitions(parts, transitions);
}

const submittedOf = (changes: readonly (StateChange & OfWork)[]) =>
  changes.flatMap(({ message, steps: [first] }) =>
    first?.taken ? { carrier: first.taken.carrier, reference: message.id } : [],
  );
