import type { App } from "../app";
import type { Submission } from "../carriers/carrier";
import type { OutgoingMessage } from "../messages/messages.store";
import type { Sender } from "../senders/sender";

export type DispatchParts = Pick<
  App,
  "db" | "clock" | "ids" | "log" | "metrics" | "wakeups" | "carriers" | "config"
>;

/** A message as a carrier takes it. */
export function toSubmission(message: OutgoingMessage, sender: Sender, attempt: number): Submission {
  if (message.content === null) throw new Error(`the pending message ${message.id} has no content`);
  return {
    accountId: message.accountId,
    messageId: message.id,
    channel: message.channel,
    from: message.sender ?? sender.address,
    to: message.recipient,
    content: message.content,
    segments: message.segments,
    attempt,
  };
}
