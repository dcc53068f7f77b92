import type { SuppressionKey } from "../consents/number-hash";
import { doubledPause } from "../../queue/failure-pause";
import { type HoldView, stops } from "../../queue/hold";
import { LEASE_MS } from "../../queue/lease-lengths";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import type { MessageEffects } from "../messages/message-effects";
import type { ContentSupport } from "../../carriers/kind";
import { afterCommit, writeMessages } from "../messages/creation";
import { enqueueJobs } from "../../queue/jobs.store";
import { releaseJobs, settleJobs } from "../../queue/leases.store";
import type { JobHandler } from "../../queue/run";
import { MINUTE } from "../../platform/time";
import { runWholeSpan } from "../../platform/tracing/tracing";
import type { Campaign } from "./campaign";
import { advanceRun } from "./runs.store";
import { findCampaign } from "./campaigns.store";
import { prepareChunk, prepareRun, type Run } from "./chunk";
import { scheduleCompletion } from "./completion";
import { type ExpansionJob, expansionJob, expansionKey, type ExpansionTask } from "./expansion-job";
import { planOn, RunOver } from "./plan";
import { type ExpansionLimits, expansionLimits } from "./snapshot.store";

export type ExpansionDeps = Pick<Platform, "db" | "clock" | "ids" | "metrics" | "foreground" | "tracing"> & {
  suppressionKey: SuppressionKey;
  wakeups: Wakeups;
  hold: HoldView;
  connections: ContentSupport;
} & MessageEffects;

/** Minimum number of contacts that a lease requests. Every lease repeats some fixed reads. */
const LEASED_CONTACTS = 3_000;

/** Maximum pause before a failing job is retried, in milliseconds. */
export const MAX_EXPANSION_PAUSE_MS = MINUTE;

/**
 * Returns the handler that creates the messages of runs. Workers may share a campaign. One transaction writes
 * a range's messages and ends its job, so crashes and retries neither lose nor duplicate messages.
 */
export function expansionHandler(
  deps: ExpansionDeps,
  limits = expansionLimits(deps.db),
): JobHandler<ExpansionTask> {
  return {
    kind: "expansion",
    concurrency: limits.atOnce,
    perKey: limits.atOnce,
    weight: Math.max(2 * limits.chunk, LEASED_CONTACTS),
    leaseMs: LEASE_MS.expansion,
    deadlineMs: 2 * MINUTE,
    pauseAfter: (attempt) => doubledPause(attempt, MAX_EXPANSION_PAUSE_MS),
    async run(jobs, { signal, stopping }) {
      const [first] = jobs;
      const campaign = first ? await findCampaign(deps.db, first.accountId, first.key) : null;
      const current = jobs.filter(({ payload }) => isRunning(campaign, payload));
      await settleJobs(
        deps.db,
        jobs.filter((job) => !current.includes(job)),
      );
      if (campaign === null || current.length === 0) return;
      const run = await prepareRun(deps, campaign);
      for (const [index, job] of current.entries()) {
        if (signal.aborted) return;
        const rest = current.slice(index);
        if (stopping.aborted || stops(deps.hold.current, job.createdAt)) return release(deps, rest);
        try {
          await (job.payload.step === "plan"
            ? planOn(deps, campaign, job, limits)
            : writeInSpan(deps, run, job, limits));
        } catch (error) {
          if (!(error instanceof RunOver)) throw error;
          await settleJobs(deps.db, rest);
          return;
        }
      }
    },
  };
}

const isRunning = (campaign: Campaign | null, { launch }: ExpansionTask): boolean =>
  campaign?.status === "running" && campaign.launches === launch;

/** Releases jobs with their former due times, so that their age stays visible. */
async function release({ db }: ExpansionDeps, jobs: readonly ExpansionJob[]): Promise<void> {
  await releaseJobs(
    db,
    jobs.map((job) => ({ job, dueAt: job.readyAt, counted: "not-begun" })),
  );
}

/** Writes a range in the trace of its launch. Later work on the range's messages is linked to the trace. */
function writeInSpan(...args: Parameters<typeof write>): Promise<void> {
  const [{ tracing }, { campaign }, { attempt, payload }] = args;
  const causes = { parent: payload.traceParent ?? null, links: [] };
  const span = tracing.follow("process expansion", causes, {
    kind: "consumer",
    attributes: {
      "messaging.system": "recado",
      "messaging.operation.name": "process",
      "messaging.operation.type": "process",
      "messaging.destination.name": "expansion",
      "recado.account_id": campaign.accountId,
      "recado.campaign_id": campaign.id,
      "recado.attempt": attempt,
    },
  });
  return runWholeSpan(span, () => write(...args));
}

async function write(
  deps: ExpansionDeps,
  run: Run,
  job: ExpansionJob,
  limits: ExpansionLimits,
): Promise<void> {
  const { campaign } = run;
  const { weight, createdAt } = job;
  const { launch, traceParent } = job.payload;
  // The first attempt of a first launch has no earlier messages to skip.
  const skipMessaged = launch > 1 || job.attempt > 0 || job.leases > 1;
  await deps.foreground.yieldToRequests();
  const { created, rest } = await prepareChunk(deps, run, job.payload, { limit: limits.chunk, skipMessaged });
  const now = deps.clock.now();
  const task = rest && ({ launch, step: "write", traceParent, ...rest } as const);
  const left = task && expansionJob(campaign, deps.ids.next(), task, { weight, now, createdAt });
  await deps.foreground.yieldToRequests();
  const written = await deps.db.transaction(async (trx) => {
    if (!(await settleJobs(trx, [job])).has(job.id)) return null;
    if (left) await enqueueJobs(trx, [left]);
    if (created.messages.length > 0) await writeMessages(deps, trx, created);
    // The update comes last, because every worker of the campaign waits for this row lock.
    const advanced = await advanceRun(trx, campaign, launch, left ? 0 : -1);
    if (advanced === null) throw new RunOver();
    if (advanced.expanded) await scheduleCompletion(trx, campaign.accountId, campaign.id, now);
    return advanced;
  });
  if (written) afterCommit(deps, [created.announcement]);
  if (left) deps.wakeups.wake("expansion", [expansionKey(campaign)]);
  if (written?.expanded) deps.wakeups.wake("completion", [expansionKey(campaign)]);
}
