import type { Channel, InboundMessage, Message } from "../../../../client";

/** Phone number that has sent messages matching a search. */
interface Match {
  number: string;
  contactId: string | null;
  /** Newest matching message from the number. */
  latest: InboundMessage;
}

/** Groups replies by phone number, and omits erased numbers. `replies` must be sorted, newest first. */
export function matchesByNumber(replies: readonly InboundMessage[]): Match[] {
  const found = new Map<string, Match>();
  for (const reply of replies) {
    const { sender: number, contact_id: contactId } = reply;
    if (number === null) continue;
    const known = found.get(number);
    if (known) known.contactId ??= contactId;
    else found.set(number, { number, contactId, latest: reply });
  }
  return [...found.values()];
}

/** Returns the text that was typed after `sent`; the whole text if it does not begin with `sent`. */
export const textAfter = (sent: string, text: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;

export interface Shown {
  /** Ids of the newest message to the number and of messages sent from this page; null while loading. */
  sent: readonly string[] | null;
  isDone: boolean;
}

export interface Stored {
  newest: Pick<Message, "id" | "created_at"> | null;
  isDone: boolean;
}

/** Change of a conversation that the page does not show yet. */
export type Change = { code: "sent"; at: string } | { code: "done" };

/** Returns another user's newer message or the end of the conversation; null if the page shows both. */
export function changeSince(shown: Shown, { newest, isDone }: Stored): Change | null {
  // Ids increase with time.
  if (newest !== null && shown.sent?.every((id) => id < newest.id))
    return { code: "sent", at: newest.created_at };
  return isDone && !shown.isDone ? { code: "done" } : null;
}

/** Returns the channel for a reply: RCS if the number's latest message came by RCS, otherwise SMS. */
export function replyChannel(latest: Pick<InboundMessage, "channel"> | undefined): Exclude<Channel, "voice"> {
  return latest?.channel === "rcs" ? "rcs" : "sms";
}
