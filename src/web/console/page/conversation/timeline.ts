import { isFinal } from "../../../../messaging/status";
import type { InboundMessage, InboundRcsEvent, Message } from "../../../../client";

export type SentMessage = Pick<
  Message,
  "id" | "channel" | "to" | "content" | "template_id" | "error" | "created_at" | "status"
>;

export type Entry =
  | { kind: "sent"; id: string; at: string; message: SentMessage }
  | { kind: "received"; id: string; at: string; message: InboundMessage }
  | { kind: "event"; id: string; at: string; event: InboundRcsEvent };

interface PageOf<T> {
  data: readonly T[];
  pagination: { has_more: boolean };
}

interface Sources {
  messages: PageOf<Message>;
  inbound: PageOf<InboundMessage>;
  events: PageOf<InboundRcsEvent>;
}

/** Time after which the timeline no longer shows a typing event, in milliseconds. */
export const TYPING_LASTS = 30_000;

/**
 * Merges the newest messages, replies and RCS events, newest first. If a list is incomplete, omits entries
 * older than its oldest entry, because the timeline would have gaps there. `newestReply` and
 * `newestSent` are the ids of the newest reply and message, even if omitted; null if there is none.
 */
export function timelineOf(
  { messages, inbound, events }: Sources,
  now: number,
): { entries: Entry[]; hasMore: boolean; newestReply: string | null; newestSent: string | null } {
  const sources: (PageOf<Entry> & { data: Entry[] })[] = [
    {
      ...messages,
      data: messages.data.map(asEntry),
    },
    {
      ...inbound,
      data: inbound.data.map((message) => ({
        kind: "received",
        id: message.id,
        at: message.received_at,
        message,
      })),
    },
    {
      ...events,
      data: events.data.map((event) => ({ kind: "event", id: event.id, at: event.received_at, event })),
    },
  ];
  const reach = sources
    .filter(({ pagination }) => pagination.has_more)
    .map(({ data }) => data.at(-1)?.at ?? "")
    .reduce((latest, at) => (at > latest ? at : latest), "");
  const entries = sources
    .flatMap(({ data }) => data)
    .filter(({ at }) => at >= reach)
    .sort(newestFirst);
  return {
    entries: entries.filter((entry, index) => !isTyping(entry) || (index === 0 && isFresh(entry, now))),
    hasMore: reach !== "",
    newestReply: inbound.data[0]?.id ?? null,
    newestSent: messages.data[0]?.id ?? null,
  };
}

/** Adds the messages sent from this page that the service does not list yet, as the newest entries. */
export function withSent(entries: readonly Entry[], sent: readonly SentMessage[]): Entry[] {
  const listed = new Set(entries.map(({ id }) => id));
  const unlisted = sent.filter(({ id }) => !listed.has(id)).map(asEntry);
  return [...unlisted.reverse(), ...entries];
}

const asEntry = (message: SentMessage): Entry => ({
  kind: "sent",
  id: message.id,
  at: message.created_at,
  message,
});

/** Returns whether any message sent from this page has a status that may still change. */
export const isSettling = (entries: readonly Entry[], sent: readonly SentMessage[]): boolean =>
  entries.some(
    (entry) =>
      entry.kind === "sent" &&
      !isFinal(entry.message.status) &&
      sent.some(({ id }) => id === entry.message.id),
  );

/** Sorts by time, then by id, newest first. Timestamps have whole seconds, and ids increase with time. */
const newestFirst = (a: Entry, b: Entry) => compare(b.at, a.at) || compare(b.id, a.id);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const isTyping = (entry: Entry) => entry.kind === "event" && entry.event.event_type === "typing";

const isFresh = ({ at }: Entry, now: number) => now - Date.parse(at) < TYPING_LASTS;
