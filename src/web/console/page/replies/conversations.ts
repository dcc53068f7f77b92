import type { Channel, InboundMessage } from "../../../../client";

/** Replies from one phone number, or all replies from erased numbers. */
export interface Conversation {
  /** Null if the numbers were erased. */
  number: string | null;
  contactId: string | null;
  latest: InboundMessage;
  count: number;
}

/** Groups replies by phone number. `replies` must be sorted, newest first. */
export function conversationsOf(replies: readonly InboundMessage[]): Conversation[] {
  const found = new Map<string | null, Conversation>();
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

/** Returns the channel for a reply: the channel of the latest reply, or SMS instead of voice. */
export function replyChannel(latest: Pick<InboundMessage, "channel"> | undefined): Exclude<Channel, "voice"> {
  return latest?.channel === "rcs" ? "rcs" : "sms";
}
