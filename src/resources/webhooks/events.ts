import type { IdMaker } from "../../platform/ids";
import type { MessageUpdateEvent } from "../messages/events";
import { type Instant, toTimestamp } from "../../platform/time";

/** An event about a message that never was, told apart by `test: true`. */
export function testEvent(now: Instant, ids: IdMaker): MessageUpdateEvent {
  const timestamp = toTimestamp(now);
  return {
    id: ids.next(),
    type: "message_update",
    test: true,
    created_at: timestamp,
    data: {
      message_id: ids.next(),
      status: "delivered",
      previous_status: "sent",
      sequence: 3,
      channel: "sms",
      to: "+5511987654321",
      template_id: null,
      campaign_id: null,
      client_reference: null,
      error: null,
      price: 80_000,
      occurred_at: timestamp,
    },
  };
}
