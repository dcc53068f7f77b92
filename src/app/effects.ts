import { completionEffect } from "../engine/campaigns/completion";
import { followUpEffect } from "../engine/follow-ups/effect";
import type { IdMaker } from "../platform/ids";
import type { CampaignEffect } from "../resources/campaigns/effects";
import type { MessageEffect } from "../resources/messages/effects";
import { campaignEventEffect, messageEventEffect } from "../resources/webhooks/effect";

/**
 * What follows from changes of messages, in the order in which it is written. The end of campaigns comes last: what it
 * waits for is held until the end of the transaction.
 */
export const messageEffects = (ids: IdMaker): readonly MessageEffect[] => [
  followUpEffect,
  messageEventEffect(ids),
  completionEffect,
];

/** What follows from a campaign's new status. */
export const campaignEffects = (ids: IdMaker): readonly CampaignEffect[] => [campaignEventEffect(ids)];
