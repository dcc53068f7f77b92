import { doubledPause } from "../../queue/failure-pause";
import { LEASE_MS } from "../../queue/lease-lengths";
import type { Platform } from "../../platform/platform";
import type { Carriers } from "../../carriers/carrier";
import type { Db } from "../../platform/db/dialect";
import type { MessageEffect } from "../messages/message-effects";
import { releaseJobs, settleJobs } from "../../queue/leases.store";
import { scheduleJob } from "../../queue/jobs.store";
import type { JobHandler } from "../../queue/run";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import { sendersOfChannel } from "../senders/senders.store";
import { HOUR, type Instant, SECOND } from "../../platform/time";
import type { Campaign } from "./campaign";
import { writeEffects } from "../../queue/effects";
import type { CampaignEffects } from "./campaign-effects";
import { completeCampaign } from "./runs.store";
import { findCampaign } from "./campaigns.store";
import { awaitedSince, waitingSince } from "./progress.store";

/** Schedules a completion check. The check becomes due when the transaction commits. */
export const scheduleCompletion = (trx: Db, accountId: string, campaignId: string, now: Instant) =>
  scheduleJob(trx, { kind: "completion", accountId, key: campaignId, dueAt: now }, now);

/**
 * Effect that schedules a completion check when a campaign's message changes its status. The creation of
 * messages schedules no check, because the end of the expansion schedules one.
 */
export const completionEffect: MessageEffect = {
  consequences: (_, changed) => ({
    statements: [],
    schedules: changed.flatMap(({ changes: { accountId, now, created, transitions } }) =>
      created
        ? []
        : [...new Set(transitions().flatMap(({ message }) => message.campaignId ?? []))].map((key) => ({
            schedule: { kind: "completion" as const, accountId, key, dueAt: now },
            now,
          })),
    ),
  }),
};

/** Maximum pause between completion checks of a campaign, in milliseconds. */
export const MAX_COMPLETION_PAUSE_MS = HOUR;
const SHORTEST_PAUSE = 30 * SECOND;
/**
 * Pause between checks, as a share of the time since the last change of an unfinished message. A stuck
 * campaign is checked less and less often.
 */
const PAUSE_SHARE = 0.1;

export type CompletionDeps = Pick<Platform, "db" | "clock" | "metrics" | "log"> & {
  config: { deliveryReportTimeoutSeconds: number };
  carriers: Carriers;
  wakeups: Wakeups;
} & CampaignEffects;

/** Returns the handler that completes settled runs. The handler reads the messages, not their counts. */
export function completionHandler(deps: CompletionDeps): JobHandler<null> {
  const { db, clock } = deps;
  return {
    kind: "completion",
    concurrency: 2,
    perKey: 1,
    weight: 1,
    leaseMs: LEASE_MS.completion,
    deadlineMs: 30 * SECOND,
    pauseAfter: (attempt) => doubledPause(attempt, SHORTEST_PAUSE),
    async run(jobs) {
      for (const job of jobs) {
        const campaign = await findCampaign(db, job.accountId, job.key);
        if (campaign?.status !== "running" || !campaign.expanded) {
          await settleJobs(db, [job]);
          continue;
        }
        const again = await nextCheckAt(deps, campaign);
        if (again !== null) {
          await releaseJobs(db, [{ job, dueAt: again, attempt: 0 }]);
          continue;
        }
        const notifications = await db.transaction(async (trx) => {
          const at = clock.now();
          const completed = await completeCampaign(trx, campaign, at);
          const change = completed && { campaign: completed, previous: campaign.status, at };
          const followed = change && (await writeEffects(deps.campaignEffects, trx, change));
          await settleJobs(trx, [job]);
          return followed;
        });
        if (notifications === null) continue;
        notifyAll(deps.wakeups, notifications);
        deps.metrics.campaignsEnded.inc({ outcome: "completed" });
        deps.log.info({ campaignId: campaign.id, accountId: campaign.accountId }, "campaign completed");
      }
    },
  };
}

/**
 * Returns the time of the next check, or null if every message is settled. A message is settled if its status
 * is final, its delivery report timeout has passed, or its carrier sends no reports. The time is a fallback,
 * because a settled message schedules a check itself.
 */
async function nextCheckAt(
  { db, clock, config, carriers }: CompletionDeps,
  campaign: Campaign,
): Promise<Instant | null> {
  const now = clock.now();
  const pause = (since: Instant) =>
    now +
    Math.min(MAX_COMPLETION_PAUSE_MS, Math.max(SHORTEST_PAUSE, Math.round((now - since) * PAUSE_SHARE)));
  const waiting = await waitingSince(db, campaign);
  if (waiting !== null) return pause(waiting);
  const senders = await sendersOfChannel(db, campaign.accountId, campaign.channel);
  // An address that moved to another carrier may have messages with both carriers. It is silent only if
  // neither carrier reports deliveries.
  const reporting = new Set(
    senders.filter(({ carrier }) => carriers.get(carrier)?.reports).map(({ address }) => address),
  );
  const silent = senders.map(({ address }) => address).filter((address) => !reporting.has(address));
  const window = config.deliveryReportTimeoutSeconds * SECOND;
  const awaited = await awaitedSince(db, campaign, now - window, silent);
  return awaited === null ? null : Math.min(pause(awaited), Math.max(awaited + window, now + 1));
}
