import { LEASE_MS } from "../../queue/lease-lengths";
import type { Platform } from "../../platform/platform";
import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { runStatements } from "../../platform/db/statement-batch";
import { isDatabaseAway } from "../../platform/db/errors";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { atOnce } from "../../platform/db/limits";
import { retry } from "../../platform/concurrency/retry";
import { type Instant, SECOND } from "../../platform/time";
import type { Hold, HoldView } from "../../queue/hold";
import { keyText } from "../../queue/job";
import { endJobs, releaseJobs, renewLeases } from "../../queue/leases.store";
import { progressStatements } from "./deliveries.store";
import {
  afterAttempt,
  type AttemptOutcome,
  countedAttempt,
  progressOf,
  type SettledOutcome,
} from "./attempt-outcome";
import { commitDelivered } from "./delivered-batch";
import { attemptEntry } from "./delivery";
import { countChanges, deliveryCountsStatement } from "./delivery-counts.store";
import { endpointOf } from "./delivery-job";
import type { EndpointKey } from "./endpoint";
import { disableEndpoint, lockRecords, recordsStatement } from "./endpoint-records.store";
import { groupBy } from "../../platform/group-by";
import { type Health, healthAfter } from "./retry-schedule";

/** Time that outcomes wait for more outcomes to share a transaction, in milliseconds. */
const GATHER_MS = 25;
const MAX_AT_ONCE = 256;
/**
 * Pauses between attempts to write an outcome, in milliseconds. If the last attempt fails too, the lease
 * expires and the request is sent again.
 */
const RETRY_AFTER = [SECOND, SECOND, SECOND, SECOND, SECOND];

type SettlementDeps = Pick<Platform, "db" | "clock" | "log" | "metrics" | "foreground"> & {
  hold: HoldView;
};

/** Returns a function that writes outcomes, many per transaction. The function never rejects. */
export function settlements(
  deps: SettlementDeps,
  random: () => number,
): (outcome: AttemptOutcome) => Promise<void> {
  const { db, log } = deps;
  const batcher = new WriteBatcher<AttemptOutcome>({
    max: MAX_AT_ONCE,
    gatherMs: GATHER_MS,
    concurrency: atOnce(db, 3),
    mayBeOneItems: (error) => !isDatabaseAway(error),
    write: (outcomes) => write(deps, random, outcomes),
  });
  const failed = (error: unknown) => {
    log.error({ err: error }, "failed to write a webhook delivery outcome");
    return true;
  };
  return async (outcome) => {
    try {
      await retry(() => batcher.add(outcome), RETRY_AFTER, failed);
    } catch (error) {
      failed(error);
    }
  };
}

async function write(
  { db, clock, log, metrics, foreground, hold }: SettlementDeps,
  random: () => number,
  outcomes: readonly AttemptOutcome[],
): Promise<void[]> {
  await foreground.yieldToRequests();
  const now = clock.now();
  const all = outcomes.map((outcome) => ({ ...outcome, after: afterAttempt(outcome, random) }));
  const { held, restarted, disabled } = (await commitDelivered(db, all, now))
    ? { held: new Set(all.map(({ job }) => job.id)), ...NOTHING_ELSE }
    : await commitOutcomes(db, all, { now, hold: hold.current });
  for (const { accountId, webhookId, disable } of disabled) {
    log.warn({ accountId, webhookId, reason: disable }, "webhook endpoint disabled");
  }
  for (const { job, eventCount, after } of all) {
    if (!held.has(job.id)) {
      log.warn(
        { accountId: job.accountId, deliveryId: job.id },
        "webhook delivery lease expired before its settlement",
      );
    } else if (after.dueAt === null && !restarted.has(job.id))
      metrics.webhookEvents.inc({ outcome: after.status }, eventCount);
  }
  return outcomes.map(() => undefined);
}

interface Settled {
  /** Ids of the jobs with a valid lease. */
  held: ReadonlySet<string>;
  /** Ids of the finished jobs that a request retried during the attempt. */
  restarted: ReadonlySet<string>;
  disabled: readonly (EndpointKey & Pick<Health, "disable">)[];
}

const NOTHING_ELSE = { restarted: new Set<string>(), disabled: [] };

const commitOutcomes = (
  db: Db,
  all: readonly SettledOutcome[],
  at: { now: Instant; hold: Hold },
): Promise<Settled> =>
  db.transaction(async (trx) => {
    const { held, restarted } = await settle(trx, all, at.now);
    const written = all.filter(({ job }) => held.has(job.id));
    const progress = written.map((one) =>
      restarted.has(one.job.id) ? { ...progressOf(one), status: "pending" as const } : progressOf(one),
    );
    await runStatements(trx, progressStatements(trx, progress));
    // Lock the endpoints last, because concurrent batches of an endpoint wait for this lock.
    const counts = deliveryCountsStatement(trx, countChanges(written.map(countedAttempt), at.now));
    const ended = all.map((one) => ({
      ...one,
      isLast: one.after.dueAt === null && held.has(one.job.id) && !restarted.has(one.job.id),
    }));
    return { held, restarted, disabled: await recordHealth(trx, ended, at, counts) };
  });

/**
 * Ends finished jobs and releases the other jobs. Returns the ids of jobs with a valid lease, and of finished
 * jobs that a request retried during the attempt.
 */
async function settle(
  trx: Db,
  all: readonly SettledOutcome[],
  now: Instant,
): Promise<Omit<Settled, "disabled">> {
  const over = all.filter(({ after }) => after.dueAt === null);
  const jobsOf = (some: typeof all) => some.map(({ job }) => job);
  if (over.length === all.length) {
    const { ended, restarted } = await endJobs(trx, jobsOf(over));
    return { held: new Set([...ended, ...restarted]), restarted };
  }
  // Lock all jobs in one statement, in the order that lease renewals use, to prevent deadlocks.
  const held = await renewLeases(trx, jobsOf(all), now + LEASE_MS.delivery);
  const { restarted } = await endJobs(trx, jobsOf(over));
  await releaseJobs(
    trx,
    all.flatMap(({ job, eventCount: weight, after: { dueAt, attemptCount: attempt } }) =>
      dueAt === null ? [] : { job, dueAt, attempt, weight },
    ),
  );
  return { held, restarted };
}

/**
 * Writes the attempts to the records of enabled endpoints, except attempts at a former URL. Disables
 * endpoints that are gone or have failed for too long, and returns the disabled endpoints.
 */
async function recordHealth(
  trx: Db,
  outcomes: readonly (AttemptOutcome & { isLast: boolean })[],
  { now, hold }: { now: Instant; hold: Hold },
  along: Statement | null,
): Promise<Settled["disabled"]> {
  const byEndpoint = groupBy(outcomes, ({ job }) => keyText(job));
  const endpoints = [...byEndpoint.values()].flatMap(([first]) => (first ? endpointOf(first.job) : []));
  const records = (await lockRecords(trx, endpoints)).map((record) => {
    const { accountId, webhookId: key } = record;
    const attempts = (byEndpoint.get(keyText({ accountId, key })) ?? []).filter(
      ({ address }) => address === record.url,
    );
    const after = attempts.reduce<Health>(
      (health, { attemptedAt, finishedAt, result, isLast }) =>
        healthAfter(health, { finishedAt, entry: attemptEntry(attemptedAt, result), isLast }, hold),
      { ...record, disable: null },
    );
    return { ...record, ...after };
  });
  await runStatements(trx, [recordsStatement(trx, records), along]);
  const disabled = records.filter(({ disable }) => disable !== null);
  for (const record of disabled) {
    if (record.disable !== null) await disableEndpoint(trx, record, record.disable, now);
  }
  return disabled;
}
