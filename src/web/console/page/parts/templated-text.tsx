import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useTexts } from "../texts/language";
import { continuing, openingAt, tokensOf, withPlaceholder } from "./tokens";

interface Props {
  value: string;
  onValue(value: string): void;
  /** Variable names to suggest after `{{`. */
  names: readonly string[];
  /** Returns a text with the number of contacts that have the variable `name`; null while unknown. */
  countOf?(name: string): string | null;
  /** Whether to mark characters outside GSM-7. */
  isSms?: boolean;
  maxLength?: number;
  required?: boolean;
  /** Whether line breaks are forbidden, as in titles and URLs. */
  isLine?: boolean;
  // The enclosing `Field` sets the following attributes.
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const MAX_OFFERED = 8;

/**
 * Shows a text box that marks placeholders and suggests variable names after `{{`. Arrow keys choose a name,
 * Enter or Tab inserts it, Escape closes the suggestions. An element behind the text box draws the marks and
 * determines the box's height.
 */
export function TemplatedText({
  value,
  onValue,
  names,
  countOf = () => null,
  isSms = false,
  isLine = false,
  ...rest
}: Props) {
  const { t } = useTexts();
  const list = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const moveTo = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    box.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  }, [value]);

  const opening = caret === null ? null : openingAt(value, caret);
  const offered = opening === null ? [] : continuing(names, opening.typed).slice(0, MAX_OFFERED);
  const isOpen = offered.length > 0;
  const current = Math.min(chosen, offered.length - 1);
  const take = (name: string) => {
    if (opening === null || caret === null) return;
    const next = withPlaceholder(value, { start: opening.start, caret, name });
    moveTo.current = next.caret;
    setCaret(null);
    onValue(next.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isLine && event.key === "Enter" && !isOpen) return event.preventDefault();
    const name = offered[current];
    if (name === undefined) return;
    const moves = STEPS[event.key];
    if (moves !== undefined) setChosen((current + moves + offered.length) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") take(name);
    else if (event.key === "Escape") setCaret(null);
    else return;
    event.preventDefault();
  };
  return (
    <div class={isLine ? "templated one-line" : "templated"}>
      <div class="behind" aria-hidden="true">
        {tokensOf(value, { isSms }).map(({ kind, text }, index) =>
          kind === "plain" ? (
            text
          ) : (
            <mark key={index} class={`piece-${kind}`}>
              {text}
            </mark>
          ),
        )}
        {"\u200b"}
      </div>
      <textarea
        {...rest}
        ref={box}
        rows={1}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${current}` : undefined}
        onInput={({ currentTarget }) => {
          setCaret(currentTarget.selectionStart);
          setChosen(0);
          onValue(isLine ? currentTarget.value.replace(/\r?\n/g, " ") : currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {isOpen && (
        <ul id={list} class="offered" role="listbox" aria-label={t.content.names}>
          {offered.map((name, index) => (
            <li
              key={name}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === current}
              onMouseDown={(event) => {
                event.preventDefault();
                take(name);
              }}
            >
              {name} <span class="hint">{countOf(name)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
