import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { SECOND } from "../../platform/time";
import { type CompletionParts, completionHandler } from "./completion";
import { expansionHandler, type ExpansionParts } from "./expansion";
import { type CampaignParts, startDueCampaigns } from "./lifecycle";
import { adoptRuns } from "./plan";

/** What a worker does for campaigns: creates messages, and ends runs that are settled. */
export const campaignHandlers = (app: CompletionParts & ExpansionParts): JobHandler<never>[] => [
  expansionHandler(app),
  completionHandler(app),
];

/** What falls due for campaigns by itself. */
export const campaignPeriodicJobs = (app: CampaignParts): PeriodicJob[] => [
  { name: "start campaigns", everyMs: SECOND, run: () => startDueCampaigns(app) },
  { name: "adopt campaigns", everyMs: 30 * SECOND, run: () => adoptRuns(app) },
];
