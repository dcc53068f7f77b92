import type { RefObject } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useTexts } from "../texts/language";
import { addressOf } from "../parts/pages";
import { State } from "../parts/state";
import { useSourcesOf } from "../parts/unrendered";
import { type QueryResult, useQuery } from "../service/hooks";
import { usePollingInterval } from "../service/polling-interval";
import { EntryView } from "./entry";
import { isSettling, type SentMessage, timelineOf, withSent } from "./timeline";

const INITIAL_ENTRIES = 50;
const MAX_ENTRIES = 1_000;
/** Polling interval of the whole conversation in milliseconds. `useNewReplies` finds new replies sooner. */
const POLL_MS = 10_000;
/** Polling interval in milliseconds while a message sent from this page may still change its status. */
const SETTLING_POLL_MS = 2_000;
/** Time after a send during which the page polls at `SETTLING_POLL_MS`, in milliseconds. */
const SETTLING_MS = 60_000;
const NONE: readonly SentMessage[] = [];

interface Props {
  /** Phone number in E.164 format. */
  number: string;
  /** Whether the oldest entry comes first, as in a chat. By default, the newest entry does. */
  isChat?: boolean;
  /** Messages sent from this page, oldest first. The timeline shows them until the service lists them. */
  sent?: readonly SentMessage[];
  /** Called with the id of the newest reply, even if the timeline omits it; not called without a reply. */
  onReply?(id: string): void;
  /** Called with the id of the newest message to the number, or null without a message, once loaded. */
  onSent?(id: string | null): void;
  /** When this number changes, the timeline is refetched. */
  round?: number;
}

/**
 * Shows the conversation with one phone number on all channels. The query parameter `count` is the number of
 * entries to fetch of each kind: messages, replies and RCS events.
 */
export function Timeline({ number, isChat = false, sent = NONE, onReply, onSent, round = 0 }: Props) {
  const { t, format } = useTexts();
  const { path, query, route } = useLocation();
  const count = Math.min(
    Math.max(Number.parseInt(query.count ?? "", 10) || INITIAL_ENTRIES, INITIAL_ENTRIES),
    MAX_ENTRIES,
  );
  const [isSettled, setSettled] = useState(true);
  const result = useQuery(
    `${number} ${count}`,
    async (recado) => {
      const [messages, inbound, events] = await Promise.all([
        recado.messages.list({ recipient: [number], limit: count }),
        recado.inbound.listMessages({ sender: [number], limit: count }),
        recado.inbound.listRcsEvents({ sender: [number], limit: count }),
      ]);
      return timelineOf({ messages, inbound, events }, Date.now());
    },
    { everyMs: isSettled ? POLL_MS : SETTLING_POLL_MS },
  );
  const { hasMore = false } = result.value ?? {};
  const entries = withSent(result.value?.entries ?? [], sent);
  const sources = useSourcesOf(entries.flatMap((entry) => (entry.kind === "sent" ? entry.message : [])));
  useNewReplies(number, isChat ? result : null);
  useEffect(() => {
    if (sent.length === 0) return;
    setSettled(false);
    result.refetch();
    const timer = setTimeout(() => setSettled(true), SETTLING_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  const isSettlingNow = isSettling(entries, sent);
  useEffect(() => {
    if (result.value !== null && !isSettlingNow) setSettled(true);
  }, [isSettlingNow]);
  const newestReply = result.value?.newestReply ?? null;
  useEffect(() => {
    if (newestReply !== null) onReply?.(newestReply);
  }, [newestReply]);
  const newestSent = result.value?.newestSent;
  useEffect(() => {
    if (newestSent !== undefined) onSent?.(newestSent);
  }, [newestSent]);
  useEffect(() => {
    if (round > 0) result.refetch();
  }, [round]);
  const end = useRef<HTMLDivElement>(null);
  const newest = entries[0]?.id;
  useEffect(() => {
    if (isChat && newest !== undefined) end.current?.scrollIntoView();
  }, [isChat, newest]);
  useEndOfPage(isChat);
  const list = useRef<HTMLOListElement>(null);
  const keepPlace = usePlace(list, entries.at(-1)?.id);

  const earlier = hasMore && (
    <p class="text-center">
      {count < MAX_ENTRIES ? (
        <button
          type="button"
          onClick={() => {
            if (isChat) keepPlace();
            route(addressOf(path, { ...query, count: Math.min(count * 2, MAX_ENTRIES) }), true);
          }}
        >
          {t.conversation.earlier}
        </button>
      ) : (
        t.conversation.latestShown(format.number(MAX_ENTRIES))
      )}
    </p>
  );
  return (
    <>
      <State result={result} />
      {result.value !== null && entries.length === 0 && <p>{t.conversation.nothing}</p>}
      {isChat && earlier}
      {/* `aria-live` makes screen readers announce entries that are added later. */}
      {result.value !== null && (
        <ol
          ref={list}
          class="chat"
          aria-label={t.conversation.title}
          aria-live="polite"
          aria-relevant="additions"
        >
          {(isChat ? [...entries].reverse() : entries).map((entry) => (
            <EntryView key={entry.id} entry={entry} sources={sources} />
          ))}
        </ol>
      )}
      {isChat && <div ref={end} class="h-4 lg:h-0" />}
      {!isChat && earlier}
    </>
  );
}

/** Keeps the end of a narrow page in view when the page grows, as by a warning above the reply box. */
function useEndOfPage(isChat: boolean): void {
  useEffect(() => {
    if (!isChat) return;
    const page = document.documentElement;
    let height = page.scrollHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = scrollY > 0 && scrollY + innerHeight > height - 1;
      height = page.scrollHeight;
      if (wasAtEnd) scrollTo(0, height);
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isChat]);
}

/**
 * Returns a function that remembers the first entry's place in the window. After earlier entries have loaded
 * above it, a narrow page scrolls the entry back to this place.
 */
function usePlace(list: RefObject<HTMLOListElement | null>, oldest: string | undefined): () => void {
  const kept = useRef<{ entry: Element; top: number } | null>(null);
  useLayoutEffect(() => {
    if (kept.current === null) return;
    const { entry, top } = kept.current;
    kept.current = null;
    scrollBy(0, entry.getBoundingClientRect().top - top);
  }, [oldest]);
  return () => {
    const entry = list.current?.firstElementChild;
    kept.current = entry ? { entry, top: entry.getBoundingClientRect().top } : null;
  };
}

/** Refetches the conversation when a reply arrives. Polls only the newest reply, which is a cheap request. */
function useNewReplies(number: string, result: QueryResult<{ newestReply: string | null }> | null): void {
  const shown = result?.value?.newestReply ?? null;
  const everyMs = usePollingInterval(shown);
  const isWatched = result !== null && result.value !== null;
  const latest = useQuery(
    `latest ${number} ${isWatched}`,
    async (recado) =>
      isWatched
        ? ((await recado.inbound.listMessages({ sender: [number], limit: 1 })).data[0]?.id ?? null)
        : null,
    { everyMs: isWatched ? everyMs : null },
  ).value;
  useEffect(() => {
    if (latest !== null && latest !== shown) result?.refetch();
  }, [latest]);
}
