import type { IdMaker } from "../../platform/ids";
import type { CampaignEffect } from "../campaigns/effects";
import { campaignUpdateEvent } from "../campaigns/events";
import { progressOf } from "../campaigns/progress.store";
import type { MessageEffect } from "../messages/effects";
import { updateEvents } from "../messages/events";
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
