import type {
  InboundMessage,
  Message,
  MessageError,
  MessageStatus,
  WebhookDelivery,
} from "../../../../client";

/** Event of a message, such as a status change, with its time. */
export type TimelineEvent =
  | { kind: "status"; at: string; status: MessageStatus; error: MessageError | null }
  | { kind: "webhook"; at: string; delivery: WebhookDelivery }
  | { kind: "follow-up"; at: string; message: Message }
  | { kind: "reply"; at: string; reply: InboundMessage };

interface Sources {
  history: Message["status_history"];
  deliveries: readonly WebhookDelivery[];
  followUps: readonly Message[];
  replies: readonly InboundMessage[];
}

/** Returns the events of a message, oldest first. Among events of the same second, statuses come first. */
export function timelineEvents({ history, deliveries, followUps, replies }: Sources): TimelineEvent[] {
  const all: TimelineEvent[] = [
    ...history.map(({ status, occurred_at: at, error }) => ({ kind: "status" as const, at, status, error })),
    ...deliveries.map((delivery) => ({ kind: "webhook" as const, at: delivery.created_at, delivery })),
    ...followUps.map((message) => ({ kind: "follow-up" as const, at: message.created_at, message })),
    ...replies.map((reply) => ({ kind: "reply" as const, at: reply.received_at, reply })),
  ];
  return all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
