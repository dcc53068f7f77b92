import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { useFault } from "./context";
import { changed, emptySuggestion, moved, type SuggestionDraft, SUGGESTIONS, without } from "./draft";
import { Part } from "./part";
import { TextField } from "./text-field";
import { InputField, SelectField } from "../parts/field";

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
  return (
    <fieldset class="parts">
      <legend>{label}</legend>
      {suggestions.map((suggestion, index) => (
        <Part
          key={index}
          path={`${path}[${index}]`}
          title={`${t.content.does[suggestion.type]}: ${suggestion.text || "…"}`}
          isOpen={suggestion.text === ""}
        >
          <SuggestionFields
            path={`${path}[${index}]`}
            suggestion={suggestion}
            onChange={(changes) => onChange(changed(suggestions, index, changes))}
          />
          <Order
            index={index}
            count={suggestions.length}
            onMove={(steps) => onChange(moved(suggestions, index, steps))}
            onRemove={() => onChange(without(suggestions, index))}
          />
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

export function Order(props: {
  index: number;
  count: number;
  least?: number;
  onMove(steps: number): void;
  onRemove(): void;
}) {
  const { t } = useTexts();
  const { index, count, least = 0, onMove, onRemove } = props;
  return (
    <div class="choices">
      <button type="button" disabled={index === 0} onClick={() => onMove(-1)}>
        {t.templates.earlier}
      </button>
      <button type="button" disabled={index === count - 1} onClick={() => onMove(1)}>
        {t.templates.later}
      </button>
      <button type="button" disabled={count <= least} onClick={onRemove}>
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
  const plain = (
    name: "phone" | "latitude" | "longitude" | "start_at" | "end_at",
    type: "tel" | "text" | "datetime-local",
  ) => (
    <Plain
      path={`${path}.${name}`}
      label={t.templates.field[name]}
      type={type}
      required
      value={suggestion[name]}
      onValue={(value) => onChange({ [name]: value })}
    />
  );
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
          {plain("start_at", "datetime-local")}
          {plain("end_at", "datetime-local")}
        </>
      )}
      {text("postback_data", limits.PostbackData.maxLength)}
    </>
  );
}

function Plain({ path, ...input }: Parameters<typeof InputField>[0] & { path: string }) {
  return <InputField {...input} fault={useFault(path)} />;
}
