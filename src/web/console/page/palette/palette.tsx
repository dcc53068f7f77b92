import {
  ContactRound,
  FileText,
  type IconNode,
  ListChecks,
  Megaphone,
  MessagesSquare,
  ScrollText,
  Search,
  Webhook,
} from "lucide";
import { useLocation } from "preact-iso";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { Failure } from "../parts/state";
import { useSettled } from "../parts/use-settled";
import { useAccount, useQuery, useScopes } from "../service/hooks";
import { useTexts } from "../texts/language";
import { isSearchable } from "../parts/filter-values";
import { actionsFor, type Place } from "./actions";
import { typedNumber } from "../../../../messaging/phone-text";
import { entriesForNumber, type Entry, idIn, type Kind, matching, search } from "./entries";

/** Time without typing before the palette searches, in milliseconds. */
const DEBOUNCE_MS = 250;
const ICONS: Readonly<Record<Kind, IconNode>> = {
  message: ScrollText,
  contact: ContactRound,
  campaign: Megaphone,
  template: FileText,
  list: ListChecks,
  webhook: Webhook,
  conversation: MessagesSquare,
};
const LIST_ID = "palette-results";
const optionId = (index: number) => `palette-result-${index}`;

interface Props {
  places: readonly Place[];
  onClose(): void;
}

/** Shows the dialog in which the user finds pages, actions and resources by name, phone number or id. */
export function Palette({ places, onClose }: Props) {
  const { t } = useTexts();
  const { route } = useLocation();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { entries, result, isWaiting } = useEntries(text, places);
  const at = Math.min(active, entries.length - 1);
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const open = ({ href }: Entry) => {
    dialog.current?.close();
    if (href.startsWith("/console")) route(href);
    else location.assign(href);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((step + entries.length) % entries.length);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const chosen = entries[at];
      if (chosen !== undefined) open(chosen);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t.palette.title}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <label class="palette-field">
        <Icon of={Search} />
        <input
          type="text"
          role="combobox"
          aria-label={t.palette.title}
          aria-expanded={entries.length > 0}
          aria-controls={LIST_ID}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(at) : undefined}
          placeholder={t.palette.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
      </label>
      <ul id={LIST_ID} role="listbox" aria-label={t.palette.results}>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setActive(index)}
            onClick={() => open(entry)}
          >
            <Icon of={typeof entry.icon === "string" ? ICONS[entry.icon] : entry.icon} />
            <span class="truncate">{entry.title}</span>
            {entry.hint !== undefined && <span class="hint truncate">{entry.hint}</span>}
            {entry.letter !== undefined && (
              <span class="ml-auto flex gap-1">
                <kbd class="kbd kbd-sm">g</kbd>
                <kbd class="kbd kbd-sm">{entry.letter}</kbd>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div class="px-4 pb-3 empty:hidden" role="status">
        {isWaiting && entries.length === 0 && <p class="hint">{t.palette.searching}</p>}
        {!isWaiting && entries.length === 0 && result.failure === null && (
          <p class="hint">{t.palette.none}</p>
        )}
        {result.failure !== null && <Failure of={result.failure} onRetry={result.refetch} />}
      </div>
    </dialog>
  );
}

/** Returns the entries that match the text: pages and actions first, then the service's search results. */
function useEntries(text: string, places: readonly Place[]) {
  const { t } = useTexts();
  const { key } = useAccount();
  const typed = text.trim();
  const settled = useSettled(typed, DEBOUNCE_MS);
  const may = useScopes();
  const result = useQuery(`palette ${settled}`, async (recado) =>
    !isSearchable(settled)
      ? { of: settled, entries: [] }
      : { of: settled, entries: await search(recado, settled, may, t) },
  );
  const actions = useMemo(() => actionsFor(places, key.scopes, t), [places, key, t]);
  const number = typedNumber(typed);
  const found = result.value?.of === typed ? result.value.entries : [];
  const entries = [
    ...(idIn(typed) === null ? matching(actions, typed) : []),
    ...(number === null ? [] : entriesForNumber(number, may, t)),
    ...found,
  ];
  const isWaiting = isSearchable(typed) && result.failure === null && result.value?.of !== typed;
  return { entries, result, isWaiting };
}
