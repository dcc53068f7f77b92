import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { SECOND } from "../../platform/time";
import { type CompletionParts, completionHandler } from "./completion";
import { expansionHandler, type ExpansionParts } from "./expansion";
import { type CampaignParts, startDueCampaigns } from "./lifecycle";

export const campaignHandlers = (app: CompletionParts & ExpansionParts): JobHandler<never>[] => [
  expansionHandler(app),
  completionHandler(app),
];

export const campaignPeriodicJobs = (app: CampaignParts): PeriodicJob[] => [
  { name: "start campaigns", everyMs: SECOND, run: () => startDueCampaigns(app) },
];
