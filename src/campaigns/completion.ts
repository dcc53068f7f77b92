import { sendersOfChannel } from "../senders/senders.store";
import { SECOND } from "../time";
import type { Campaign } from "./campaign";
import { completeCampaign, runningCampaigns } from "./campaigns.store";
import type { CampaignParts } from "./lifecycle";
import { hasAwaitedMessages, hasWaitingMessages } from "./progress.store";

/** Completes the runs whose messages are all settled: decided from the messages themselves, not from any count. */
export async function completeSettledCampaigns(app: CampaignParts): Promise<boolean> {
  for (const campaign of await runningCampaigns(app.db, true)) {
    if (!(await isSettled(app, campaign))) continue;
    if (await completeCampaign(app.db, campaign, app.clock.now())) {
      app.metrics.campaignsEnded.inc({ outcome: "completed" });
      app.log.info({ campaignId: campaign.id, accountId: campaign.accountId }, "campaign completed");
    }
  }
  return false;
}

/** A message is settled in a final status, when its time for reports is over, or when its carrier gives none. */
async function isSettled(
  { db, clock, config, carriers }: CampaignParts,
  campaign: Campaign,
): Promise<boolean> {
  if (await hasWaitingMessages(db, campaign)) return false;
  const senders = await sendersOfChannel(db, campaign.accountId, campaign.channel);
  // An address that moved from one carrier to another may have messages with both.
  const reporting = new Set(
    senders.filter(({ carrier }) => carriers.get(carrier)?.reports).map(({ address }) => address),
  );
  const silent = senders.map(({ address }) => address).filter((address) => !reporting.has(address));
  const since = clock.now() - config.receiptWindowSeconds * SECOND;
  return !(await hasAwaitedMessages(db, campaign, since, silent));
}
