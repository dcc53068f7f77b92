import type { App } from "../../src/app/app";
import { findCampaign } from "../../src/features/campaigns/campaigns.store";
import { expansionHandler } from "../../src/features/campaigns/expansion";
import type { ContactRange, ExpansionJob, ExpansionTask } from "../../src/features/campaigns/expansion-job";
import { readyKeys } from "../../src/queue/ready-keys.store";
import { type JobHandler, leaseRuns, runJobs } from "../../src/queue/run";
import { workOff } from "../../src/queue/worker";

export const expandAll = (app: App): Promise<boolean> => workOff(app, expansionHandler(app));

/** Returns an expansion handler that runs one job at a time, for at most `chunk` contacts. */
export const stepwise = (app: App, chunk: number): JobHandler<ExpansionTask> => ({
  ...expansionHandler(app, { chunk, first: chunk, planned: 1, atOnce: 1 }),
  weight: 1,
});

/** Runs one expansion job. Returns null if no job is due or another worker was faster. */
export async function expandJob(app: App, chunk = 1_000): Promise<ExpansionJob | null> {
  const handler = stepwise(app, chunk);
  const [key] = await readyKeys(app.db, "expansion", app.clock.now(), { limit: 1 });
  const [run] = key ? await leaseRuns(app, handler, [key]) : [];
  const [job] = run?.jobs ?? [];
  if (!job) return null;
  await runJobs(app, handler, [job], new AbortController().signal);
  return job;
}

/**
 * Runs expansion jobs until one has written messages for at most `chunk` contacts, and returns their range.
 * Null if no job is due or another worker was faster.
 */
export async function expandOnce(app: App, chunk: number): Promise<ContactRange | null> {
  for (;;) {
    const job = await expandJob(app, chunk);
    if (!job) return null;
    const { launch, step, ...range } = job.payload;
    const campaign = await findCampaign(app.db, job.accountId, job.key);
    if (campaign?.status !== "running" || campaign.launches !== launch || step !== "write") continue;
    const payloads = (await app
      .db("jobs")
      .where({ kind: "expansion", key: job.key })
      .pluck("payload")) as string[];
    const rest = payloads
      .map((payload) => JSON.parse(payload) as ExpansionTask)
      .find((task) => task.launch === launch && task.step === "write" && task.upTo === range.upTo);
    return { after: range.after, upTo: rest ? rest.after : range.upTo };
  }
}
