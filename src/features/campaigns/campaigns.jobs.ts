import { ends } from "../../queue/hold";
import { settleJobs } from "../../queue/leases.store";
import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { SECOND } from "../../platform/time";
import { type CompletionParts, completionHandler } from "./completion";
import { expansionHandler, type ExpansionParts } from "./expansion";
import type { ExpansionJob, ExpansionTask } from "./expansion-job";
import { type CampaignParts, endLaunch, startDueCampaigns } from "./lifecycle";

export const campaignHandlers = (
  app: CompletionParts & ExpansionParts & CampaignParts,
): JobHandler<never>[] => [endableExpansion(app), completionHandler(app)];

/** Returns the handler of expansions. It also stops launches whose held work the operator has ended. */
function endableExpansion(app: ExpansionParts & CampaignParts): JobHandler<ExpansionTask> {
  const handler = expansionHandler(app);
  const isEnded = ({ createdAt }: ExpansionJob) => ends(app.hold.current, createdAt);
  return {
    ...handler,
    async run(jobs, context) {
      const ended = jobs.filter(isEnded);
      for (const { accountId, key: id, payload } of ended) {
        await endLaunch(app, { accountId, id }, payload.launch);
      }
      await settleJobs(app.db, ended);
      await handler.run(
        jobs.filter((job) => !isEnded(job)),
        context,
      );
    },
  };
}

export const campaignPeriodicJobs = (app: CampaignParts): PeriodicJob[] => [
  { name: "start campaigns", everyMs: SECOND, run: () => startDueCampaigns(app) },
];
