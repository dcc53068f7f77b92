import { useLocation } from "preact-iso";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../../../../client";
import { MAX_PHONE_INPUT, normalizePhone } from "../../../../messaging/phone";
import { contentSummary } from "../messages/content-summary";
import { phoneText } from "../../../../messaging/phone-text";
import { State } from "../parts/state";
import { useNames } from "../replies/use-names";
import { useQuery } from "../service/hooks";
import { useTexts } from "../texts/language";
import { localDay, newestByNumber, phoneAddress } from "./rules";
import { handleSubmit, InputField } from "../parts/form";

/** Number of newest messages whose recipients the list shows. */
const MESSAGES = 100;
const NUMBERS_PER_STEP = 8;

interface Props {
  number: string | null;
  /** Text that changes when the simulated phone receives a message. A new text reloads the list. */
  arrival: string;
  paceMs: number;
  onOpen(): void;
}

export function Numbers({ number, arrival, paceMs, onOpen }: Props) {
  const { t } = useTexts();
  return (
    <>
      <h2 id="phone-numbers-title">{t.phone.parts.numbers}</h2>
      <NumberForm number={number} onOpen={onOpen} />
      <Recent number={number} arrival={arrival} paceMs={paceMs} onOpen={onOpen} />
      <details class="mt-4">
        <summary class="text-[0.8125rem] font-medium">{t.phone.outcomes}</summary>
        <p class="hint mt-1 mb-2">{t.phone.outcomesHint}</p>
        <dl class="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-[0.8125rem]">
          {Object.entries(t.phone.outcome).map(([digits, outcome]) => (
            <div key={digits} class="contents">
              <dt class="font-mono">{digits}</dt>
              <dd>{outcome}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function NumberForm({ number, onOpen }: Pick<Props, "number" | "onOpen">) {
  const { t } = useTexts();
  const { route } = useLocation();
  const [typed, setTyped] = useState("");
  const [isInvalid, setInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A layout effect moves the focus before the next key press.
  useLayoutEffect(() => {
    if (number === null) input.current?.focus();
  }, []);
  const open = () => {
    const found = normalizePhone(typed);
    setInvalid(found === null);
    if (found === null) {
      input.current?.focus();
      return;
    }
    setTyped("");
    route(phoneAddress(found));
    onOpen();
  };
  return (
    <form class="mt-2" noValidate onSubmit={handleSubmit(open)}>
      <InputField
        label={t.phone.whose}
        fault={isInvalid ? t.phone.notANumber : null}
        ref={input}
        type="tel"
        autocomplete="off"
        maxLength={MAX_PHONE_INPUT}
        placeholder="11 98765-4321"
        value={typed}
        onValue={setTyped}
      />
      <button type="submit" class="btn w-full">
        {t.phone.open}
      </button>
    </form>
  );
}

function Recent({ number, arrival, paceMs, onOpen }: Props) {
  const { t } = useTexts();
  const result = useQuery(
    `recent ${arrival}`,
    async (recado) => newestByNumber((await recado.messages.list({ limit: MESSAGES })).data),
    { everyMs: 5 * paceMs },
  );
  const [limit, setLimit] = useState(NUMBERS_PER_STEP);
  const all = [...(result.value ?? [])];
  const shown = all.slice(0, limit);
  const names = useNames(shown.flatMap(([, { contact_id: id }]) => (id === null ? [] : [id])));
  const seen = useRef(new Map<string, string>());
  return (
    <>
      <h3 id="phone-recent" class="mt-4 mb-1">
        {t.phone.recent}
      </h3>
      <State result={result} />
      {result.value?.size === 0 && <p class="hint">{t.phone.noRecent}</p>}
      <ul class="phone-recent" aria-labelledby="phone-recent">
        {shown.map(([to, message]) => {
          const isCurrent = to === number;
          if (isCurrent || !seen.current.has(to)) seen.current.set(to, message.id);
          const isNew = seen.current.get(to) !== message.id;
          const name = names.get(message.contact_id ?? "");
          return (
            <NumberLink
              key={to}
              to={to}
              message={message}
              name={name}
              isCurrent={isCurrent}
              isNew={isNew}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
      {all.length > limit && (
        <button type="button" class="btn btn-sm mt-2" onClick={() => setLimit(limit + NUMBERS_PER_STEP)}>
          {t.phone.more}
        </button>
      )}
    </>
  );
}

interface LinkProps {
  to: string;
  message: Message;
  name: string | undefined;
  isCurrent: boolean;
  isNew: boolean;
  onOpen(): void;
}

function NumberLink({ to, message, name, isCurrent, isNew, onOpen }: LinkProps) {
  const { t, format } = useTexts();
  const { channel, content, created_at: at } = message;
  const isToday = localDay(at) === localDay(new Date().toISOString());
  const text = channel === "voice" ? "" : `: ${contentSummary(content, t)}`;
  return (
    <li>
      <a href={phoneAddress(to)} class="phone-number" aria-current={isCurrent || undefined} onClick={onOpen}>
        <span class="min-w-0 truncate font-medium">
          {isNew && (
            <>
              <span class="dot mr-1.5" aria-hidden="true" />
              <span class="sr-only">{t.phone.isNew} </span>
            </>
          )}
          {name ?? phoneText(to)}
        </span>
        <time class="hint" dateTime={at}>
          {isToday ? format.hour(at) : format.day(localDay(at))}
        </time>
        {name !== undefined && <span class="hint col-span-2 whitespace-nowrap">{phoneText(to)}</span>}
        <span class="hint col-span-2 truncate">
          {t.channel[channel]}
          {text}
        </span>
      </a>
    </li>
  );
}
