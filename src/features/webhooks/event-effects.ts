import type { IdMaker } from "../../platform/ids";
import type { CampaignEffect } from "../campaigns/campaign-effects";
import { campaignUpdateEvent } from "../campaigns/campaign-events";
import { progressOf } from "../campaigns/progress.store";
import type { InboundEffect } from "../inbound/inbound-effects";
import { inboundMessageEvent } from "../inbound/inbound-events";
import type { MessageEffect } from "../messages/message-effects";
import { updateEvents } from "../messages/message-events";
import { deliveriesOf, deliveryStatements, deliveryWakes, enqueueEvents } from "./outbox";
import { endpointsQuestion } from "./webhooks.store";

const type = "message_update";

/** Queues the events that tell of changes of messages. */
export const messageEventEffect = (ids: IdMaker): MessageEffect => ({
  write(trx, { accountId, now, transitions }) {
    const events = () => updateEvents(transitions(), ids, now);
    return enqueueEvents(trx, { accountId, type, events }, now, ids);
  },
  needsTransaction: () => false,
  together: {
    question: (accountId) => endpointsQuestion(accountId, type),
    statements: (db, created) =>
      deliveryStatements(
        db,
        created.flatMap(({ changes: { accountId, now, transitions }, concerned }) =>
          concerned.length === 0
            ? []
            : deliveriesOf(
                { accountId, webhookIds: concerned, type },
                updateEvents(transitions(), ids, now),
                now,
                ids,
              ),
        ),
      ),
    wakes: deliveryWakes,
  },
});

/** Queues the event of an inbound message. */
export const inboundEventEffect =
  (ids: IdMaker): InboundEffect =>
  (trx, { accountId, at, read }) => {
    const events = async () => (await read()).map((data) => inboundMessageEvent(data, ids, at));
    return enqueueEvents(trx, { accountId, type: "inbound_message", events }, at, ids);
  };

/** Queues the event that tells of a campaign's new status, with the counts of its messages as this transaction sees them. */
export const campaignEventEffect =
  (ids: IdMaker): CampaignEffect =>
  (trx, change) => {
    const { accountId, id } = change.campaign;
    const events = async () => {
      const progress = (await progressOf(trx, accountId, [change.campaign])).get(id);
      if (!progress) throw new Error("no progress was looked up");
      return [campaignUpdateEvent(change, progress, ids)];
    };
    return enqueueEvents(trx, { accountId, type: "campaign_update", events }, change.at, ids);
  };
