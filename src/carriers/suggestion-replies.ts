import type { Inbound } from "./carrier";
import type { Suggestion } from "../messaging/content-types";

interface Tapped {
  accountId: string;
  messageId: string;
  recipient: string;
  sender: string;
}

/** Returns the inbound item for a tapped suggestion: a message for a reply, else an event. */
export function tapOf(
  { accountId, messageId, recipient, sender }: Tapped,
  suggestion: Suggestion,
  reference: string | null,
): Inbound {
  const { text, postback_data: postbackData } = suggestion;
  const common = { accountId, from: recipient, to: sender, inReplyTo: messageId, reference };
  return suggestion.type === "reply"
    ? { kind: "message", channel: "rcs", ...common, content: { type: "suggestion", text, postbackData } }
    : { kind: "rcs-event", ...common, eventType: "action", actionLabel: text, postbackData };
}
