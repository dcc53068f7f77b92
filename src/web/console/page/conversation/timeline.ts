import type { InboundMessage, InboundRcsEvent, Message } from "../../../../client";

export type SentMessage = Pick<Message, "id" | "channel" | "content" | "created_at" | "status">;

/** Something that went to a person, came from them, or that they did. */
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

/** Whoever writes does so now: this old, in milliseconds, it says nothing any more. */
export const TYPING_LASTS = 30_000;

/**
 * What the newest of each source come to together, newest first. It ends where the source that reaches back least has no more
 * here, for behind that something would be missing.
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

/** Puts messages that were just sent at the top, newest first, unless the service has listed them already. */
export function withSent(entries: readonly Entry[], sent: readonly SentMessage[]): Entry[] {
  const listed = new Set(entries.map(({ id }) => id));
  const unlisted = sent.filter(({ id }) => !listed.has(id)).map(asEntry);
  return [...unlisted.reverse(), ...entries];
}

const asEntry = (message: SentMessage): Entry => ({
  ...{ kind: "sent", id: message.id, at: message.created_at, message },
});

const UNSETTLED: ReadonlySet<string> = new Set(["pending", "sent"]);

/** Whether a message among the entries may soon have another status. */
export const isSettling = (entries: readonly Entry[], sent: readonly SentMessage[]): boolean =>
  entries.some(
    (entry) =>
      entry.kind === "sent" &&
      UNSETTLED.has(entry.message.status) &&
      sent.some(({ id }) => id === entry.message.id),
  );

/** Times are of whole seconds; within one, the ids tell, which rise with time. */
const newestFirst = (a: Entry, b: Entry) => compare(b.at, a.at) || compare(b.id, a.id);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const isTyping = (entry: Entry) => entry.kind === "event" && entry.event.event_type === "typing";

const isFresh = ({ at }: Entry, now: number) => now - Date.parse(at) < TYPING_LASTS;
