import { isFinal } from "../../../../messaging/status";
import type { InboundMessage, InboundRcsEvent, Message } from "../../../../client";

export type SentMessage = Pick<Message, "id" | "channel" | "content" | "created_at" | "status">;

/** A sent message, a received message, or an RCS event. */
export type Entry =
  | { kind: "sent"; id: string; at: string; message: SentMessage }
  | { kind: "received"; id: string; at: string; message: InboundMessage }
  | { kind: "event"; id: string; at: string; event: InboundRcsEvent };

interface PageOf<T> {
  data: readonly T[];
  pagination: { has_more: boolean };
}

export interface Sources {
  messages: PageOf<Message>;
  inbound: PageOf<InboundMessage>;
  events: PageOf<InboundRcsEvent>;
}

/** Time in milliseconds after which a typing event is outdated. */
export const TYPING_LASTS = 30_000;

/**
 * Merges the newest entries of the sources, newest first. If a source has more entries, the timeline ends at
 * that source's oldest entry: beyond it, entries would be missing.
 */
export function timelineOf(
  { messages, inbound, events }: Sources,
  now: number,
): { entries: Entry[]; hasMore: boolean } {
  const sources: (PageOf<Entry> & { data: Entry[] })[] = [
    {
      ...messages,
      data: messages.data.map(asEntry),
    },
    {
      ...inbound,
      data: inbound.data.map((message) => ({
        ...{ kind: "received", id: message.id, at: message.received_at, message },
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
  };
}

/** Prepends messages that were just sent, newest first, unless the service lists them already. */
export function withSent(entries: readonly Entry[], sent: readonly SentMessage[]): Entry[] {
  const listed = new Set(entries.map(({ id }) => id));
  const unlisted = sent.filter(({ id }) => !listed.has(id)).map(asEntry);
  return [...unlisted.reverse(), ...entries];
}

const asEntry = (message: SentMessage): Entry => ({
  ...{ kind: "sent", id: message.id, at: message.created_at, message },
});

/** Returns whether a message that was just sent may still change its status. */
export const isSettling = (entries: readonly Entry[], sent: readonly SentMessage[]): boolean =>
  entries.some(
    (entry) =>
      entry.kind === "sent" &&
      !isFinal(entry.message.status) &&
      sent.some(({ id }) => id === entry.message.id),
  );

/** Orders by time, then by id: timestamps have whole seconds, and ids grow with time. */
const newestFirst = (a: Entry, b: Entry) => compare(b.at, a.at) || compare(b.id, a.id);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const isTyping = (entry: Entry) => entry.kind === "event" && entry.event.event_type === "typing";

const isFresh = ({ at }: Entry, now: number) => now - Date.parse(at) < TYPING_LASTS;
