import { X } from "lucide";
import { useId } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { Icon } from "../../../design/icon";
import { Field } from "../parts/field";
import { DAYS, type EnteredRule, NEW_WINDOW, type RuleWindow, withDay } from "./rule-draft";
import { useRuleTexts } from "./rule-texts";

/** Props of the form's sections, which show and change fields of the rule. */
export interface RuleEditor {
  entered: EnteredRule;
  change(changes: Partial<EnteredRule>): void;
  /** Returns the fault of a field of the contract, or the first one within it. */
  faultIn(field: string): string | null;
}

/** The end of the day, which a time input shows as the first minute. */
const [END, MIDNIGHT] = ["24:00", "00:00"];

/** Edits the windows of a rule. */
export function Windows({ entered, change, faultIn }: RuleEditor) {
  const words = useRuleTexts();
  const { windows } = entered;
  const fault = windows.length > limits.SendingWindows.maxItems ? faultIn("windows") : null;
  const replace = (index: number, by: RuleWindow[]) =>
    change({ windows: windows.toSpliced(index, 1, ...by) });
  return (
    <fieldset>
      <legend>{words.windows}</legend>
      <p class="hint">{words.windowsHint}</p>
      {windows.map((window, index) => (
        <Window
          key={index}
          position={index + 1}
          window={window}
          fault={faultIn(`windows[${index}]`)}
          onChange={(changed) => replace(index, [changed])}
          onRemove={() => replace(index, [])}
        />
      ))}
      {fault !== null && (
        <p class="refusal" role="alert">
          {fault}
        </p>
      )}
      <button
        type="button"
        class="btn mt-2"
        disabled={windows.length >= limits.SendingWindows.maxItems}
        onClick={() => change({ windows: [...windows, NEW_WINDOW] })}
      >
        {words.addWindow}
      </button>
    </fieldset>
  );
}

interface Props {
  position: number;
  window: RuleWindow;
  fault: string | null;
  onChange(window: RuleWindow): void;
  onRemove(): void;
}

function Window({ position, window, fault, onChange, onRemove }: Props) {
  const words = useRuleTexts();
  const faultId = useId();
  const time = (name: "from" | "to", value: string) => (
    <Field label={words[name]}>
      <input
        type="time"
        required
        value={value}
        onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => {
          const { value: chosen } = currentTarget;
          onChange({ ...window, [name]: name === "to" && chosen === MIDNIGHT ? END : chosen });
        }}
      />
    </Field>
  );
  return (
    <div
      class="rule-window"
      role="group"
      aria-label={words.window(position)}
      aria-describedby={fault === null ? undefined : faultId}
    >
      <div class="rule-days" role="group" aria-label={words.weekdays}>
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            class="btn btn-sm"
            aria-pressed={window.days.includes(day)}
            title={words.dayNames[day]}
            onClick={() => onChange(withDay(window, day))}
          >
            {words.days[day]}
          </button>
        ))}
      </div>
      <div class="beside-fields">
        {time("from", window.from)}
        {time("to", window.to === END ? MIDNIGHT : window.to)}
        <button
          type="button"
          class="btn btn-ghost btn-square"
          aria-label={words.removeWindow(position)}
          title={words.removeWindow(position)}
          onClick={onRemove}
        >
          <Icon of={X} />
        </button>
      </div>
      {fault !== null && (
        <p id={faultId} class="refusal" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
