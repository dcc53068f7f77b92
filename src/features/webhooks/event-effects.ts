import type { IdMaker } from "../../platform/ids";
import type { CampaignEffect } from "../campaigns/campaign-effects";
import { campaignUpdateEvent } from "../campaigns/campaign-events";
import { progressOf } from "../campaigns/progress.store";
import type { ConsentEffect } from "../consents/consent-effects";
import { consentUpdateEvent } from "../consents/consent-events";
import type { InboundEffect } from "../inbound/inbound-effects";
import { inboundMessageEvent, inboundRcsEvent } from "../inbound/inbound-events";
import type { MessageEffect } from "../messages/message-effects";
import { updateEvents } from "../messages/message-events";
import { causesOf } from "../messages/message";
import { deliveriesOf, deliveryStatements, deliveryNotifications, enqueueEvents } from "./outbox";
import { subscribersQuery } from "./webhooks.store";

const type = "message_update";

export const messageEventEffect = (ids: IdMaker): MessageEffect => ({
  subscribers: (accountId) => subscribersQuery(accountId, type),
  consequences(db, changed) {
    const subscribed = changed.filter(({ subscriberIds }) => subscriberIds.length > 0);
    return {
      statements: deliveryStatements(
        db,
        subscribed.flatMap(({ changes: { accountId, now, transitions: read }, subscriberIds }) => {
          const transitions = read();
          const causes = (start: number, end: number) =>
            causesOf(transitions.slice(start, end).map(({ message }) => message));
          return deliveriesOf(
            { accountId, webhookIds: subscriberIds, type, causesOf: causes },
            updateEvents(transitions, ids, now),
            now,
            ids,
          );
        }),
      ),
      notifications: subscribed.flatMap(({ changes, subscriberIds }) =>
        deliveryNotifications(changes.accountId, subscriberIds),
      ),
    };
  },
});

export const inboundEventEffect =
  (ids: IdMaker): InboundEffect =>
  (trx, received) => {
    const { accountId, at } = received;
    if (received.kind === "event") {
      const events = () => [inboundRcsEvent(received.event, ids, at)];
      return enqueueEvents(trx, { accountId, type: "inbound_rcs_event", events }, at, ids);
    }
    const events = async () => (await received.read()).map((data) => inboundMessageEvent(data, ids, at));
    return enqueueEvents(trx, { accountId, type: "inbound_message", events }, at, ids);
  };

export const campaignEventEffect =
  (ids: IdMaker): CampaignEffect =>
  (trx, change) => {
    const { accountId, id } = change.campaign;
    const events = async () => {
      const progress = (await progressOf(trx, accountId, [change.campaign], change.at)).get(id);
      if (!progress) throw new Error("the campaign's progress is missing");
      return [campaignUpdateEvent(change, progress, ids)];
    };
    return enqueueEvents(trx, { accountId, type: "campaign_update", events }, change.at, ids);
  };

export const consentEventEffect =
  (ids: IdMaker): ConsentEffect =>
  (trx, { accountId, at, consents }) => {
    const events = () => consents.map((consent) => consentUpdateEvent(consent, ids, at));
    return enqueueEvents(trx, { accountId, type: "consent_update", events }, at, ids);
  };
