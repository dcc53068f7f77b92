import { X } from "lucide";
import { useId } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { DAYS, type EnteredRule, NEW_WINDOW, type RuleWindow, withDay } from "./rule-draft";
import { useRuleTexts } from "./rule-texts";
import { InputField, FaultText } from "../parts/field";
import { IconButton } from "../../../design/icon";

/** Props of the sending-rule form's sections, which show and change fields of the rule. */
export interface RuleEditor {
  entered: EnteredRule;
  change(changes: Partial<EnteredRule>): void;
  /**
   * Returns the error text of a field of the contract, or of the first invalid field within it; null without
   * an error.
   */
  faultIn(field: string): string | null;
}

/** End of a day in the contract, `24:00`, and in a time input, which cannot show 24:00. */
const [END, MIDNIGHT] = ["24:00", "00:00"];

/** Edits the weekly windows in which a rule allows messages. */
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
      <FaultText of={fault} />
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
    <InputField
      label={words[name]}
      type="time"
      required
      value={value}
      onValue={(chosen) =>
        onChange({ ...window, [name]: name === "to" && chosen === MIDNIGHT ? END : chosen })
      }
    />
  );
  return (
    <div
      class="rule-window border-b border-base-300 py-3"
      role="group"
      aria-label={words.window(position)}
      aria-describedby={fault === null ? undefined : faultId}
    >
      <div class="flex flex-wrap gap-1 max-sm:flex-nowrap" role="group" aria-label={words.weekdays}>
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            class="btn btn-sm max-sm:min-w-0 max-sm:flex-1 max-sm:p-0"
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
        <IconButton
          icon={X}
          label={words.removeWindow(position)}
          title={words.removeWindow(position)}
          onClick={onRemove}
        />
      </div>
      <FaultText id={faultId} of={fault} />
    </div>
  );
}
