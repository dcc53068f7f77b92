import { completionEffect } from "../features/campaigns/completion";
import { followUpEffect } from "../features/follow-ups/follow-up-effect";
import type { IdMaker } from "../platform/ids";
import type { CampaignEffect } from "../features/campaigns/campaign-effects";
import type { MessageEffect } from "../features/messages/message-effects";
import type { InboundEffect } from "../features/inbound/inbound-effects";
import {
  campaignEventEffect,
  inboundEventEffect,
  messageEventEffect,
} from "../features/webhooks/event-effects";

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

/** What follows from an inbound message. */
export const inboundEffects = (ids: IdMaker): readonly InboundEffect[] => [inboundEventEffect(ids)];
