import type { IdMaker } from "../../platform/ids";
import type { MessageEffect } from "../messages/effects";
import { updateEvents } from "../messages/events";
import { deliveriesOf, deliveryStatements, endpointsQuestion, enqueueEvents } from "./outbox.store";

/** Queues the events that tell of changes. */
export const eventEffect = (ids: IdMaker): MessageEffect => ({
  write: (trx, { accountId, now, transitions }) =>
    enqueueEvents(trx, accountId, () => updateEvents(transitions(), ids, now), now, ids),
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
  },
});
