import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import { enqueueJobs, resumeJobs } from "../../queue/jobs.store";
import { settleJobs } from "../../queue/leases.store";
import type { Campaign } from "./campaign";
import { activeSpan, storedTraceParent } from "../../platform/tracing/tracing";
import { advanceRun, beginPlan } from "./runs.store";
import { type ExpansionJob, expansionJob, expansionKey, type ExpansionTask } from "./expansion-job";
import { cutSnapshot, type ExpansionLimits } from "./snapshot.store";
import type { Db } from "../../platform/db/dialect";

/**
 * Queues the planning job of a launch, in the transaction that locks the campaign. The jobs of the launch
 * continue the trace of the active span.
 */
export async function planRun(
  { clock, ids }: Pick<Platform, "clock" | "ids">,
  trx: Db,
  campaign: Campaign,
): Promise<void> {
  const now = clock.now();
  const { launches: launch } = campaign;
  await beginPlan(trx, campaign);
  const traceParent = storedTraceParent(activeSpan()) ?? undefined;
  const task = { launch, step: "plan", after: null, upTo: null, traceParent } as const;
  await enqueueJobs(trx, [expansionJob(campaign, ids.next(), task, { weight: 1, now, createdAt: now })]);
}

type Deps = Pick<Platform, "db" | "clock" | "ids"> & { wakeups: Wakeups };

/** Error for a job that another launch, a stop or a deletion has made obsolete. */
export class RunOver extends Error {}

/**
 * Queues jobs for the next ranges of contacts, and a job that plans the rest. Jobs run in id order, so the
 * planning job runs while half of the ranges are still unwritten.
 */
export async function planOn(
  deps: Deps,
  campaign: Campaign,
  job: ExpansionJob,
  { chunk, first, planned }: ExpansionLimits,
): Promise<void> {
  const { db, clock, ids } = deps;
  const { createdAt } = job;
  const { launch, after, traceParent } = job.payload;
  const begins = after === null;
  // Resume the submission jobs of earlier runs, which dispatch parked while the campaign was not running.
  if (begins) await resumeJobs(db, campaign.accountId, campaign.id, clock.now());
  const [size, count] = begins ? [Math.min(first, chunk), 1] : [chunk, planned];
  const cuts = await cutSnapshot(db, campaign, after, size, count);
  const now = clock.now();
  const make = (task: Omit<ExpansionTask, "launch" | "traceParent">, weight: number) =>
    expansionJob(campaign, ids.next(), { launch, traceParent, ...task }, { weight, now, createdAt });
  const starts = [after, ...cuts];
  const ranges = starts.map((start, index) => ({ after: start, upTo: cuts[index] ?? null }));
  const isWhole = cuts.length < count;
  const write = (range: (typeof ranges)[number]) => make({ step: "write", ...range }, size);
  const half = Math.ceil(ranges.length / 2);
  const jobs = isWhole
    ? ranges.map(write)
    : [
        ...ranges.slice(0, half).map(write),
        make({ step: "plan", after: cuts.at(-1) ?? null, upTo: null }, 1),
        ...ranges.slice(half, -1).map(write),
      ];
  await db.transaction(async (trx) => {
    if (!(await settleJobs(trx, [job])).has(job.id)) return;
    await enqueueJobs(trx, jobs);
    if ((await advanceRun(trx, campaign, launch, jobs.length - 1)) === null) throw new RunOver();
  });
  deps.wakeups.wake("expansion", [expansionKey(campaign)]);
}
