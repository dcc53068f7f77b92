import { useEffect, useMemo, useState } from "preact/hooks";
import type { Message } from "../../../../client";
import { type Entry, timelineOf } from "../conversation/timeline";
import { type QueryResult, useQuery } from "../service/hooks";
import { isSubscribed } from "./rules";

const INITIAL_ENTRIES = 50;
const MAX_ENTRIES = 1_000;

export interface OpenPhone {
  /** Messages to the number, newest first. */
  messages: readonly Message[];
  /** Messages, replies and events, oldest first; null until all have loaded. */
  entries: readonly Entry[] | null;
  /** Whether the phone's user is subscribed; false after unsubscribing in the messaging app. */
  isSubscribed: boolean;
  /** Query whose loading state and error the page shows. */
  result: QueryResult<unknown>;
  /** Loads earlier entries; null if there are none, or if the maximum number is loaded. */
  earlier: (() => void) | null;
  refetch(): void;
}

const NONE: readonly Message[] = [];

/**
 * Requests the messages to a number every `paceMs` milliseconds, and replies and events half as often. Calls
 * `onArrival` with a text that differs after each change. `now` returns milliseconds since 1970.
 */
export function usePhone(
  number: string,
  { paceMs, now, onArrival }: { paceMs: number; now(): number; onArrival(state: string): void },
): OpenPhone {
  const [limit, setLimit] = useState(INITIAL_ENTRIES);
  const messages = useQuery(
    `phone ${number} ${limit}`,
    (recado) => recado.messages.list({ recipient: [number], limit }),
    { everyMs: paceMs },
  );
  const received = useQuery(
    `phone's replies ${number} ${limit}`,
    async (recado) => {
      const [inbound, events] = await Promise.all([
        recado.inbound.listMessages({ sender: [number], limit }),
        recado.inbound.listRcsEvents({ sender: [number], limit }),
      ]);
      return { inbound, events };
    },
    { everyMs: 2 * paceMs },
  );
  const timeline = useMemo(
    () =>
      messages.value !== null && received.value !== null
        ? timelineOf({ messages: messages.value, ...received.value }, now())
        : null,
    [messages.value, received.value],
  );
  const state = JSON.stringify(
    timeline?.entries.map((entry) => [entry.id, entry.kind === "sent" ? entry.message.status : null]) ?? null,
  );
  useEffect(() => onArrival(`${number} ${state}`), [number, state]);
  return {
    messages: messages.value?.data ?? NONE,
    entries: useMemo(() => (timeline === null ? null : [...timeline.entries].reverse()), [timeline]),
    isSubscribed: isSubscribed(received.value?.events.data ?? []),
    result: messages.failure === null && messages.value !== null ? received : messages,
    earlier:
      timeline?.hasMore && limit < MAX_ENTRIES ? () => setLimit(Math.min(limit * 2, MAX_ENTRIES)) : null,
    refetch: () => {
      messages.refetch();
      received.refetch();
    },
  };
}
