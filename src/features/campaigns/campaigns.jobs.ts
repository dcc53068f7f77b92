import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { SECOND } from "../../platform/time";
import { type CompletionParts, completionHandler } from "./completion";
import { expansionHandler, type ExpansionParts } from "./expansion";
import { type CampaignParts, startDueCampaigns } from "./lifecycle";

/** Returns the job handlers that create a campaign's messages and complete settled runs. */
export const campaignHandlers = (app: CompletionParts & ExpansionParts): JobHandler<never>[] => [
  expansionHandler(app),
  completionHandler(app),
];

/** Returns the periodic job that starts due campaigns. */
export const campaignPeriodicJobs = (app: CampaignParts): PeriodicJob[] => [
  { name: "start campaigns", everyMs: SECOND, run: () => startDueCampaigns(app) },
];
