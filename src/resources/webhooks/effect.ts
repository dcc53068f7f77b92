import type { IdMaker } from "../../platform/ids";
import type { MessageEffect } from "../messages/effects";
import { updateEvents } from "../messages/events";
import { deliveriesOf, deliveryStatements, enqueueEvents } from "./outbox";
import { endpointsQuestion } from "./webhooks.store";

/** Queues the events that tell of changes. */
export const eventEffect = (ids: IdMaker): MessageEffect => ({
  async write(trx, { accountId, now, transitions }) {
    const keys = await enqueueEvents(trx, accountId, () => updateEvents(transitions(), ids, now), now, ids);
    return keys.map((key) => ({ kind: "delivery", ...key }));
  },
  needsTransaction: () => false,
  together: {
    question: endpointsQuestion,
    statements: (db, created) =>
      deliveryStatements(
        db,
        created.flatMap(({ changes: { accountId, now, transitions }, concerned }) =>
          concerned.length === 0
            ? []
            : deliveriesOf(
                { accountId, webhookIds: concerned },
                updateEvents(transitions(), ids, now),
                now,
                ids,
              ),
        ),
      ),
    wakes: (accountId, concerned) => concerned.map((key) => ({ kind: "delivery", accountId, key })),
  },
});
