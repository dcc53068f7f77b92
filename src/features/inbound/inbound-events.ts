import type { components } from "../../../generated/schema";
import type { IdMaker } from "../../platform/ids";
import { type Instant, toTimestamp } from "../../platform/time";

export type InboundMessageEvent = components["schemas"]["InboundMessageEvent"];

export const inboundMessageEvent = (
  data: components["schemas"]["InboundMessage"],
  ids: IdMaker,
  now: Instant,
): InboundMessageEvent => ({ id: ids.next(), type: "inbound_message", created_at: toTimestamp(now), data });

/** Returns the event without the message's content, for the erasure of a deleted contact. */
export const withoutContent = (event: InboundMessageEvent): InboundMessageEvent => ({
  ...event,
  data: { ...event.data, text: null, file: null, location: null, postback_data: null },
});
