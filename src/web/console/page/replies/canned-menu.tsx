import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CannedResponse, Contact } from "../../../../client";
import { type QueryResult, useQuery } from "../service/hooks";
import { insertedAt, matching, slashQuery, textFor } from "./canned-rules";
import { Skeleton } from "../../../design/skeleton";
import { Failure } from "../parts/state";
import { useTexts } from "../texts/language";

/** Maximum number of matching quick replies that the menu shows. */
const MAX_OFFERED = 20;
/** Maximum number of quick replies that the menu searches. The contract allows no larger page. */
const MAX_CANNED = 1_000;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface Options {
  text: string;
  setText(text: string): void;
  contact: Contact | null;
}

/** Returns the state of the menu of quick replies. Its button, or a `/` at the text's start, opens it. */
export function useCannedReplies({ text, setText, contact }: Options) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [opened, setOpened] = useState<"button" | "slash" | null>(null);
  const [current, setCurrent] = useState(0);
  const moveTo = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    box.current?.focus();
    box.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  }, [text]);
  const all = useQuery("canned responses", (recado) => recado.cannedResponses.list({ limit: MAX_CANNED }));
  const query = opened === "slash" ? slashQuery(text) : opened === "button" ? "" : null;
  const offered = query === null ? [] : matching(all.value?.data ?? [], query).slice(0, MAX_OFFERED);
  // Opened by `/`, the menu closes when nothing matches, because the text may simply start with a slash.
  const isOpen = opened === "button" || (query !== null && (offered.length > 0 || query === ""));
  const close = () => setOpened(null);
  const take = (one: CannedResponse) => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = box.current ?? {};
    const next = insertedAt(
      text,
      opened === "slash" ? [0, text.length] : [start, end],
      textFor(one, contact),
    );
    moveTo.current = next.caret;
    close();
    setText(next.text);
  };
  return {
    box,
    isOpen,
    /** Closes the menu when the focus leaves both the box and the menu. */
    onFocusOut({ currentTarget, relatedTarget }: { currentTarget: HTMLElement } & FocusEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) close();
    },
    refetch: all.refetch,
    menu: {
      id,
      offered,
      current: Math.min(current, offered.length - 1),
      result: all,
      take,
      // A successful retry removes the retry button, so the focus moves to the box first.
      retry() {
        box.current?.focus();
        all.refetch();
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== "Escape") return;
        box.current?.focus();
        close();
      },
    },
    toggle: () => {
      box.current?.focus();
      setCurrent(0);
      setOpened(isOpen ? null : "button");
    },
    onInput: (value: string) => {
      setCurrent(0);
      setOpened(slashQuery(value) === null ? null : "slash");
      setText(value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isOpen) return;
      const moves = STEPS[event.key];
      const one = offered[Math.min(current, offered.length - 1)];
      if (event.key === "Escape") close();
      else if (one === undefined) return;
      else if (moves !== undefined) setCurrent((current + moves + offered.length) % offered.length);
      else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) take(one);
      else return;
      event.preventDefault();
    },
  };
}

interface Props {
  id: string;
  offered: readonly CannedResponse[];
  /** Index in `offered` of the quick reply that Enter inserts. */
  current: number;
  /** Query of all quick replies, for its state. */
  result: QueryResult<unknown>;
  take(one: CannedResponse): void;
  retry(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Shows quick replies above the box for a reply. A click on one leaves the focus in the box. */
export function CannedMenu({ id, offered, current, result, take, retry, onKeyDown }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const isLoading = result.value === null && result.failure === null;
  const isEmpty = result.value !== null && offered.length === 0;
  return (
    <div class="canned-menu" onMouseDown={(event) => event.preventDefault()} onKeyDown={onKeyDown}>
      {/* Screen readers announce changes of a status that the page keeps, but may miss a new status. */}
      <div class={isLoading || isEmpty ? "p-3" : undefined}>
        <p role="status" class={isLoading ? "sr-only" : "text-quiet"}>
          {isLoading ? t.state.loading : isEmpty ? t.replies.canned.none : ""}
        </p>
        {isLoading && <Skeleton rows={3} />}
      </div>
      {result.value === null && result.failure !== null && (
        <div class="p-3">
          <Failure of={result.failure} onRetry={retry} />
        </div>
      )}
      {offered.length > 0 && (
        <ul ref={list} id={id} role="listbox" aria-label={t.menu.canned}>
          {offered.map((one, index) => (
            <li
              key={one.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              onClick={() => take(one)}
            >
              <span class="flex items-baseline gap-2">
                <strong class="min-w-0 truncate">{one.name}</strong>
                {one.shortcut !== null && <span class="hint mono">/{one.shortcut}</span>}
              </span>
              <span class="hint block truncate">{one.text}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="border-t border-base-300 px-3 py-2 text-[0.8125rem]">
        <a href="/console/canned-responses">{t.replies.canned.manage}</a>
      </p>
    </div>
  );
}
