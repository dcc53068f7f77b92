import { ends } from "../../queue/hold";
import { settleJobs } from "../../queue/leases.store";
import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { SECOND } from "../../platform/time";
import { type CompletionDeps, completionHandler } from "./completion";
import { expansionHandler, type ExpansionDeps } from "./expansion";
import type { ExpansionJob, ExpansionTask } from "./expansion-job";
import { type CampaignDeps, endLaunch, startDueCampaigns } from "./lifecycle";

export const campaignHandlers = (
  deps: CompletionDeps & ExpansionDeps & CampaignDeps,
): JobHandler<never>[] => [endableExpansion(deps), completionHandler(deps)];

/**
 * Returns the handler of expansion jobs, which create a launch's messages. If the operator has ended a job,
 * stops its launch.
 */
function endableExpansion(deps: ExpansionDeps & CampaignDeps): JobHandler<ExpansionTask> {
  const handler = expansionHandler(deps);
  const isEnded = ({ createdAt }: ExpansionJob) => ends(deps.hold.current, createdAt);
  return {
    ...handler,
    async run(jobs, context) {
      const ended = jobs.filter(isEnded);
      for (const { accountId, key: id, payload } of ended) {
        await endLaunch(deps, { accountId, id }, payload.launch);
      }
      await settleJobs(deps.db, ended);
      await handler.run(
        jobs.filter((job) => !ended.includes(job)),
        context,
      );
    },
  };
}

export const campaignPeriodicJobs = (deps: CampaignDeps): PeriodicJob[] => [
  { name: "start campaigns", everyMs: SECOND, run: () => startDueCampaigns(deps) },
];
