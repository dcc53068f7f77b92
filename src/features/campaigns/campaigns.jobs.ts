import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { SECOND } from "../../platform/time";
import { type CompletionParts, completionHandler } from "./completion";
import { expansionHandler, type ExpansionParts } from "./expansion";
import { type CampaignParts, startDueCampaigns } from "./lifecycle";
import { adoptRuns } from "./plan";

/** Returns the job handlers that create a campaign's messages and complete settled runs. */
export const campaignHandlers = (app: CompletionParts & ExpansionParts): JobHandler<never>[] => [
  expansionHandler(app),
  completionHandler(app),
];

/** Returns the periodic jobs that start due campaigns and plan runs without expansion jobs. */
export const campaignPeriodicJobs = (app: CampaignParts): PeriodicJob[] => [
  { name: "start campaigns", everyMs: SECOND, run: () => startDueCampaigns(app) },
  { name: "adopt campaigns", everyMs: 30 * SECOND, run: () => adoptRuns(app) },
];
