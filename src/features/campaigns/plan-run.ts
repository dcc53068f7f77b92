import type { Platform } from "../../platform/platform";
import type { Db } from "../../platform/db/dialect";
import { enqueueJobs } from "../../queue/jobs.store";
import type { Campaign } from "./campaign";
import { beginPlan } from "./runs.store";
import { expansionJob } from "./expansion-job";

/** Queues the planning job of a launch, in the transaction that locks the campaign. */
export async function planRun(
  { clock, ids }: Pick<Platform, "clock" | "ids">,
  trx: Db,
  campaign: Campaign,
): Promise<void> {
  const now = clock.now();
  const { launches: launch } = campaign;
  await beginPlan(trx, campaign);
  const task = { launch, step: "plan", after: null, upTo: null } as const;
  await enqueueJobs(trx, [expansionJob(campaign, ids.next(), task, { weight: 1, now, createdAt: now })]);
}
