import { type IdMaker, idMaker } from "../../src/platform/ids";
import { type MessageUpdateEvent, updateEvents } from "../../src/features/messages/message-events";
import { systemClock } from "../../src/platform/time";
import { numberOf } from "./seed";

/** Maximum events of one webhook request. */
export const EVENTS_PER_REQUEST = 100;

/** Returns events of the change from pending to sent, like the events of sandbox messages. */
export function someEvents(count: number, ids: IdMaker = idMaker(systemClock)): MessageUpdateEvent[] {
  const at = systemClock.now();
  const transitions = Array.from({ length: count }, (_, index) => ({
    message: {
      id: ids.next(),
      channel: "sms" as const,
      purpose: "transactional" as const,
      recipient: numberOf(21, index),
      senderId: null,
      contactId: null,
      templateId: null,
      campaignId: null,
      parentMessageId: null,
      sendId: null,
      segments: 1,
      clientReference: null,
      tags: null,
      followUps: null,
      traceParent: null,
      notBefore: null,
    },
    previous: "pending" as const,
    status: "sent" as const,
    sequence: 2,
    error: null,
    blockReason: null,
    at,
    price: 160_000,
  }));
  return updateEvents(transitions, ids, at);
}
