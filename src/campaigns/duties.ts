import type { Duty } from "../background/duty";
import { SECOND } from "../time";
import { completeSettledCampaigns } from "./completion";
import { expandNext, ExpansionTurns } from "./expansion";
import { type CampaignParts, startDueCampaigns } from "./lifecycle";
import type { App } from "../app";

/** Campaigns that one process expands at once. */
const LANES = 2;

/** What a worker does for campaigns: starts what is due, creates messages, and ends runs that are settled. */
export function campaignDuties(app: CampaignParts & Pick<App, "ids">): Duty[] {
  const turns = new ExpansionTurns();
  return [
    { name: "start campaigns", everyMs: SECOND, run: () => startDueCampaigns(app) },
    ...Array.from({ length: LANES }, (_, lane) => ({
      name: `expand campaigns ${lane}`,
      topic: "campaigns" as const,
      everyMs: SECOND,
      run: () => expandNext(app, turns),
    })),
    { name: "complete campaigns", everyMs: SECOND / 2, run: () => completeSettledCampaigns(app) },
  ];
}
