import type { components } from "../../../generated/schema";
import type { IdMaker } from "../../platform/ids";
import { type Instant, toTimestamp } from "../../platform/time";

type InboundMessageEvent = components["schemas"]["InboundMessageEvent"];
type InboundRcsEventEvent = components["schemas"]["InboundRcsEventEvent"];
export type InboundEvent = InboundMessageEvent | InboundRcsEventEvent;

export const inboundMessageEvent = (
  data: components["schemas"]["InboundMessage"],
  ids: IdMaker,
  now: Instant,
): InboundMessageEvent => ({ id: ids.next(), type: "inbound_message", created_at: toTimestamp(now), data });

export const inboundRcsEvent = (
  data: components["schemas"]["InboundRcsEvent"],
  ids: IdMaker,
  now: Instant,
): InboundRcsEventEvent => ({
  id: ids.next(),
  type: "inbound_rcs_event",
  created_at: toTimestamp(now),
  data,
});

/** Returns the event without the content that the person sent, for erasures. Keeps the phone number. */
export const withoutContent = (event: InboundEvent): InboundEvent =>
  event.type === "inbound_message"
    ? {
        ...event,
        data: { ...event.data, text: null, file: null, location: null, postback_data: null },
      }
    : { ...event, data: { ...event.data, action_label: null, postback_data: null } };
