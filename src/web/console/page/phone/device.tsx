import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Message, RenderedSuggestion } from "../../../../client";
import { useToast } from "../../../design/toast";
import type { Entry } from "../conversation/timeline";
import { contentSummary } from "../messages/content-summary";
import { Failure, State } from "../parts/state";
import { phoneText } from "../../../../messaging/phone-text";
import { useAccount, useMutation, useScope } from "../service/hooks";
import { useTexts, wordFor } from "../texts/language";
import { actionsOf } from "./actions";
import { EventEntry, MessageEntry, OwnEntry } from "./entries";
import { SimulatedReplyForm } from "./simulated-reply-form";
import { effectOf, hasArrived, localDay } from "./rules";
import type { OpenPhone } from "./use-phone";

/** Maximum distance from the end of the conversation, in pixels, at which the page scrolls to new entries. */
const NEAR_END = 60;
/** Maximum length of a message's text in an announcement to screen readers, in UTF-16 units. */
const MAX_NEWS = 200;

interface FrameProps {
  title: string;
  subtitle: string;
  children: ComponentChildren;
}

export function Frame({ title, subtitle, children }: FrameProps) {
  return (
    <div class="phone-device">
      <header class="min-h-14 flex-none border-b border-base-300 px-4 py-2 text-center">
        <h2 id="phone-title" class="truncate">
          {title}
        </h2>
        <p class="hint truncate">{subtitle}</p>
      </header>
      {children}
    </div>
  );
}

interface Props {
  number: string;
  /** Name of the contact with the phone's number; undefined if there is none. */
  name: string | undefined;
  phone: OpenPhone;
  selectedId: string | null;
  /** Whether the conversation takes the focus when it appears. */
  takesFocus: boolean;
  onSelect(messageId: string): void;
}

/** Shows the simulated phone of a number: its messages, replies and events, and the form for replies. */
export function Device({ number, name, phone, selectedId, takesFocus, onSelect }: Props) {
  const { t } = useTexts();
  const { entries, result, earlier } = phone;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const stick = useEnd(scroller, list, entries);
  useEffect(() => {
    if (takesFocus) scroller.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Frame title={name ?? phoneText(number)} subtitle={name === undefined ? t.menu.phone : phoneText(number)}>
      <News messages={phone.messages} isLoaded={entries !== null} />
      <div ref={scroller} class="phone-screen" role="region" aria-label={t.conversation.title} tabIndex={0}>
        <State result={result} />
        {earlier !== null && (
          <p class="mb-3 text-center">
            <button
              type="button"
              class="btn btn-sm"
              onClick={() => {
                stick(false);
                earlier();
              }}
            >
              {t.conversation.earlier}
            </button>
          </p>
        )}
        {entries?.length === 0 && <p class="hint my-8 text-center">{t.phone.nothing}</p>}
        <Entries list={list} phone={phone} selectedId={selectedId} onSelect={onSelect} />
      </div>
      <SimulatedReplyForm
        number={number}
        messages={phone.messages.filter(hasArrived)}
        isSubscribed={phone.isSubscribed}
        onSent={() => {
          stick(true);
          phone.refetch();
        }}
      />
    </Frame>
  );
}

/** Scrolls to new entries while the list is scrolled to its end. Returns a setter of this state. */
function useEnd(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  entries: unknown,
): (isAtEnd: boolean) => void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || list.current === null) return;
    const follow = () => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    };
    const look = () => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
    };
    // Images lengthen the conversation when they load.
    const observer = new ResizeObserver(follow);
    observer.observe(list.current);
    observer.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);
  useEffect(() => {
    if (isAtEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [entries]);
  return (value) => {
    isAtEnd.current = value;
  };
}

/** Announces messages that arrive on the simulated phone to screen readers. */
function News({ messages, isLoaded }: { messages: readonly Message[]; isLoaded: boolean }) {
  const { t } = useTexts();
  const [news, setNews] = useState("");
  const seen = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    const here = messages.filter(hasArrived);
    const before = seen.current;
    // Earlier messages that the user loads, which have lower ids, are not announced.
    const oldest = [...(before ?? [])].sort()[0] ?? "";
    const fresh = before === null ? [] : here.filter(({ id }) => !before.has(id) && id > oldest);
    seen.current = new Set([...(before ?? []), ...here.map(({ id }) => id)]);
    if (fresh.length === 0) return;
    const words = fresh.map(({ channel, sender, content }) =>
      t.phone.news(
        wordFor(t.channel, channel),
        sender ?? t.phone.unknownSender,
        contentSummary(content, t).slice(0, MAX_NEWS),
      ),
    );
    setNews(words.join(". "));
  }, [messages, isLoaded]);
  return (
    <p role="status" class="sr-only phone-news">
      {news}
    </p>
  );
}

interface EntriesProps {
  list: RefObject<HTMLOListElement | null>;
  phone: OpenPhone;
  selectedId: string | null;
  onSelect(messageId: string): void;
}

function Entries({ list, phone, selectedId, onSelect }: EntriesProps) {
  const { t, format } = useTexts();
  const [maySend, mayWrite] = [useScope("messages:send"), useScope("contacts:write")];
  const toast = useToast();
  const actions = actionsOf(useAccount().key.id);
  const tap = useMutation(
    (_, message: Message, _suggestion: RenderedSuggestion, index: number) => actions.tap(message.id, index),
    (_, _message, suggestion) => {
      const effect = effectOf(suggestion, t.phone, format);
      if (effect !== null) toast({ text: effect });
      phone.refetch();
    },
  );
  const read = useMutation((_, id: string) => actions.markRead(id), phone.refetch);
  const today = localDay(new Date().toISOString());
  const byId = new Map(phone.messages.map((message) => [message.id, message]));
  const view = (entry: Entry) => {
    if (entry.kind === "received") return <OwnEntry key={entry.id} message={entry.message} />;
    if (entry.kind === "event") return <EventEntry key={entry.id} event={entry.event} />;
    const message = byId.get(entry.id);
    if (message === undefined) return null;
    const mayAct = maySend && message.carrier === "sandbox";
    return (
      <MessageEntry
        key={entry.id}
        message={message}
        isSelected={entry.id === selectedId}
        onSelect={() => onSelect(entry.id)}
        onTap={
          mayAct && mayWrite ? (suggestion, index) => void tap.run(message, suggestion, index) : undefined
        }
        onRead={mayAct ? () => void read.run(entry.id) : undefined}
      />
    );
  };
  let day = "";
  return (
    <>
      <ol
        ref={list}
        class="phone-entries grid grid-cols-[minmax(0,1fr)] gap-3.5"
        aria-label={t.conversation.title}
      >
        {(phone.entries ?? []).flatMap((entry) => {
          const newDay = localDay(entry.at);
          const heading = newDay !== day && (
            <li key={newDay} class="phone-entry absent">
              <span class="hint">{newDay === today ? t.messages.periods.today : format.day(newDay)}</span>
            </li>
          );
          day = newDay;
          return [heading, view(entry)];
        })}
      </ol>
      <Failure of={tap.failure ?? read.failure} />
    </>
  );
}
