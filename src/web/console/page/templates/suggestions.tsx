import { useLayoutEffect, useRef } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { Part, TextField, useFault } from "./fields";
import { emptySuggestion, type SuggestionDraft, SUGGESTIONS } from "./draft";
import { fromLocal, toLocal, zoneAt } from "../parts/local-time";
import { InputField, SelectField } from "../parts/form";
import { type Entry, useEntries } from "./use-entries";

interface Props {
  label: string;
  /** Path of the list in the request, such as `content.suggestions`. */
  path: string;
  max: number;
  suggestions: readonly SuggestionDraft[];
  onChange(suggestions: SuggestionDraft[]): void;
}

export function Suggestions({ label, path, max, suggestions, onChange }: Props) {
  const { t } = useTexts();
  const entries = useEntries(suggestions, onChange);
  return (
    <fieldset class="parts">
      <legend>{label}</legend>
      {entries.map((entry) => (
        <Part
          key={entry.key}
          path={`${path}[${entry.index}]`}
          title={`${t.content.does[entry.value.type]}: ${entry.value.text || "…"}`}
          isOpen={entry.value.text === ""}
        >
          <SuggestionFields
            path={`${path}[${entry.index}]`}
            suggestion={entry.value}
            onChange={entry.change}
          />
          <Order of={entry} />
        </Part>
      ))}
      {suggestions.length < max && (
        <button type="button" onClick={() => onChange([...suggestions, emptySuggestion()])}>
          {t.templates.addSuggestion}
        </button>
      )}
    </fieldset>
  );
}

interface OrderProps {
  of: Entry<unknown>;
  /** Minimum number of entries. A list of this length has no button that removes an entry. */
  least?: number;
}

/** Shows the buttons that move an entry of a list up or down, or remove it. */
export function Order({ of: { index, count, move, remove }, least = 0 }: OrderProps) {
  const { t } = useTexts();
  const buttons = useRef<HTMLDivElement>(null);
  const pressed = useRef<HTMLButtonElement | null>(null);
  // Moving the entry takes the focus from the pressed button, so the effect restores the focus.
  useLayoutEffect(() => {
    if (pressed.current?.disabled) buttons.current?.querySelector<HTMLElement>("button:enabled")?.focus();
    else pressed.current?.focus();
    pressed.current = null;
  }, [index]);
  const mover = (steps: number) => ({
    type: "button" as const,
    onClick({ currentTarget }: { currentTarget: HTMLButtonElement }) {
      pressed.current = currentTarget;
      move(steps);
    },
  });
  return (
    <div ref={buttons} class="choices">
      <button {...mover(-1)} disabled={index === 0}>
        {t.templates.earlier}
      </button>
      <button {...mover(1)} disabled={index === count - 1}>
        {t.templates.later}
      </button>
      <button type="button" disabled={count <= least} onClick={remove}>
        {t.common.remove}
      </button>
    </div>
  );
}

function SuggestionFields(props: {
  path: string;
  suggestion: SuggestionDraft;
  onChange(changes: Partial<SuggestionDraft>): void;
}) {
  const { t } = useTexts();
  const { path, suggestion, onChange } = props;
  const text = (
    name: "text" | "url" | "label" | "title" | "description" | "postback_data",
    maxLength: number,
  ) => (
    <TextField
      label={t.templates.field[name]}
      path={`${path}.${name}`}
      value={suggestion[name]}
      onValue={(value) => onChange({ [name]: value })}
      maxLength={maxLength}
      isLine={name !== "description"}
      required={!["label", "description", "postback_data"].includes(name)}
      {...(name === "postback_data" ? { hint: t.templates.postbackHint } : {})}
    />
  );
  const plain = (name: "phone" | "latitude" | "longitude", type: "tel" | "text") => (
    <Plain
      path={`${path}.${name}`}
      label={t.templates.field[name]}
      type={type}
      required
      value={suggestion[name]}
      onValue={(value) => onChange({ [name]: value })}
    />
  );
  const time = (name: "start_at" | "end_at") => {
    const at = suggestion[name];
    return (
      <Plain
        path={`${path}.${name}`}
        label={t.templates.field[name]}
        hint={t.send.time.zone(zoneAt(new Date(at || Date.now())))}
        type="datetime-local"
        required
        value={at === "" ? "" : toLocal(new Date(at))}
        onValue={(local) => onChange({ [name]: fromLocal(local) ?? "" })}
      />
    );
  };
  return (
    <>
      <SelectField
        label={t.templates.does}
        value={suggestion.type}
        options={SUGGESTIONS.map((type) => [type, t.content.does[type]] as const)}
        onValue={(type) => onChange({ type })}
      />
      {text("text", limits.SuggestionText.maxLength)}
      {suggestion.type === "open_url" && text("url", limits.OpenUrlSuggestion.url.maxLength)}
      {suggestion.type === "dial" && plain("phone", "tel")}
      {suggestion.type === "view_location" && (
        <>
          {plain("latitude", "text")}
          {plain("longitude", "text")}
          {text("label", limits.ViewLocationSuggestion.label.maxLength)}
        </>
      )}
      {suggestion.type === "create_calendar_event" && (
        <>
          {text("title", limits.CreateCalendarEventSuggestion.title.maxLength)}
          {text("description", limits.CreateCalendarEventSuggestion.description.maxLength)}
          {time("start_at")}
          {time("end_at")}
        </>
      )}
      {text("postback_data", limits.PostbackData.maxLength)}
    </>
  );
}

function Plain({ path, ...input }: Parameters<typeof InputField>[0] & { path: string }) {
  return <InputField {...input} fault={useFault(path)} />;
}
