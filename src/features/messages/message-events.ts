import type { components } from "../../../generated/schema";
import type { IdMaker } from "../../platform/ids";
import { shownNumber } from "../../messaging/erased-number";
import { type Instant, toTimestamp } from "../../platform/time";
import type { Transition } from "./transitions";

export type MessageUpdateEvent = components["schemas"]["MessageUpdateEvent"];

/** Returns a timestamp formatter that reuses its last text for instants in the same second. */
function timestamps(): (instant: Instant) => string {
  let second = -1;
  let text = "";
  return (instant) => {
    const current = Math.floor(instant / 1000);
    if (current !== second) {
      second = current;
      text = toTimestamp(instant);
    }
    return text;
  };
}

export function updateEvents(
  transitions: readonly Transition[],
  ids: IdMaker,
  now: Instant,
): MessageUpdateEvent[] {
  const timestamp = timestamps();
  const createdAt = toTimestamp(now);
  return transitions.map(({ message, previous, status, sequence, at, error, price }) => ({
    id: ids.next(),
    type: "message_update",
    created_at: createdAt,
    data: {
      message_id: message.id,
      status,
      previous_status: previous,
      sequence,
      channel: message.channel,
      to: shownNumber(message.recipient),
      template_id: message.templateId,
      campaign_id: message.campaignId,
      client_reference: message.clientReference,
      error,
      price,
      occurred_at: timestamp(at),
    },
  }));
}
