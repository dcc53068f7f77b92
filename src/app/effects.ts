import { completionEffect } from "../features/campaigns/completion";
import { followUpEffect } from "../features/follow-ups/follow-up-effect";
import type { IdMaker } from "../platform/ids";
import type { CampaignEffect } from "../features/campaigns/campaign-effects";
import type { MessageEffect } from "../features/messages/message-effects";
import type { ConsentEffect } from "../features/consents/consent-effects";
import type { InboundEffect } from "../features/inbound/inbound-effects";
import {
  campaignEventEffect,
  consentEventEffect,
  inboundEventEffect,
  messageEventEffect,
} from "../features/webhooks/event-effects";

/**
 * Returns the effects of message changes in the order of their writes. `completionEffect` comes last: all
 * changes of a campaign's messages lock the same job there, and hold the lock until the commit.
 */
export const messageEffects = (ids: IdMaker): readonly MessageEffect[] => [
  followUpEffect,
  messageEventEffect(ids),
  completionEffect,
];

export const campaignEffects = (ids: IdMaker): readonly CampaignEffect[] => [campaignEventEffect(ids)];

export const inboundEffects = (ids: IdMaker): readonly InboundEffect[] => [inboundEventEffect(ids)];

export const consentEffects = (ids: IdMaker): readonly ConsentEffect[] => [consentEventEffect(ids)];
