import type { Channel, InboundMessage } from "../../../../client";

/** What came from one number, of the replies that were looked at. */
export interface Conversation {
  number: string;
  contactId: string | null;
  latest: InboundMessage;
  count: number;
}

/** Replies by who wrote them; both are newest first. */
export function conversationsOf(replies: readonly InboundMessage[]): Conversation[] {
  const found = new Map<string, Conversation>();
  for (const reply of replies) {
    const known = found.get(reply.sender);
    if (known) {
      known.count += 1;
      known.contactId ??= reply.contact_id;
    } else {
      const { sender: number, contact_id: contactId } = reply;
      found.set(number, { number, contactId, latest: reply, count: 1 });
    }
  }
  return [...found.values()];
}

/** What a person can be answered by in words: the channel they wrote by last, or else an SMS. */
export function answerChannel(
  latest: Pick<InboundMessage, "channel"> | undefined,
): Exclude<Channel, "voice"> {
  return latest?.channel === "rcs" ? "rcs" : "sms";
}
