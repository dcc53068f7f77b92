import { X } from "lucide";
import { useId } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { DAYS, type EnteredRule, NEW_WINDOW, type RuleWindow, withDate, withDay } from "./rule-draft";
import { useRuleTexts } from "./rule-texts";
import { Checkbox, FaultText, InputField, OneChoice, SelectField } from "../parts/form";
import { IconButton } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { RemovableChip } from "../parts/chip";
import { type Unit, UNITS } from "../parts/units";

/** Props of the sending-rule form's sections, which show and change fields of the rule. */
interface RuleEditor {
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

interface WindowProps {
  position: number;
  window: RuleWindow;
  fault: string | null;
  onChange(window: RuleWindow): void;
  onRemove(): void;
}

function Window({ position, window, fault, onChange, onRemove }: WindowProps) {
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

const ZONES_ID = "time-zones";

/** Edits a rule's time zone, its days without sending, and the handling of messages outside its windows. */
export function Calendar(editor: RuleEditor) {
  const words = useRuleTexts();
  const { entered, change, faultIn } = editor;
  return (
    <>
      <OneChoice
        legend={words.place}
        name="place"
        words={words.places}
        hint={words.placeHint}
        chosen={entered.at}
        onChoose={(at) => change({ at })}
      />
      {entered.at === "zone" && (
        <InputField
          label={words.zoneName}
          class="mono"
          list={ZONES_ID}
          required
          value={entered.zone}
          maxLength={limits.SendingTimeZone.maxLength}
          fault={faultIn("time_zone")}
          onValue={(zone) => change({ zone })}
        />
      )}
      <datalist id={ZONES_ID}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <div class="field">
        <Checkbox
          label={words.holidays}
          checked={entered.hasHolidays}
          onChange={(hasHolidays) => change({ hasHolidays })}
        />
      </div>
      <ClosedDates {...editor} />
      <OneChoice
        legend={words.outside}
        name="outside"
        words={words.outsides}
        chosen={entered.outside}
        onChoose={(outside) => change({ outside })}
      />
    </>
  );
}

function ClosedDates({ entered, change, faultIn }: RuleEditor) {
  const { format } = useTexts();
  const words = useRuleTexts();
  const { closedDates: dates, newDate: date } = entered;
  const isFull = dates.length >= limits.ClosedDates.maxItems;
  return (
    <fieldset>
      <legend>{words.closedDates}</legend>
      <div class="flex flex-wrap items-center gap-1 empty:hidden">
        {dates.map((one) => (
          <RemovableChip
            key={one}
            removeLabel={words.removeDate(format.date(one))}
            onRemove={() => change({ closedDates: dates.filter((other) => other !== one) })}
          >
            {format.date(one)}
          </RemovableChip>
        ))}
      </div>
      <div class="beside-fields">
        <InputField
          label={words.date}
          type="date"
          value={date}
          disabled={isFull}
          onValue={(newDate) => change({ newDate })}
          fault={faultIn("closed_dates")}
        />
        <button
          type="button"
          class="btn"
          disabled={date === "" || isFull}
          onClick={() => change({ closedDates: withDate(dates, date), newDate: "" })}
        >
          {words.addDate}
        </button>
      </div>
    </fieldset>
  );
}

/** Edits a rule's maximum of messages and minimum interval per recipient, and its need for consent. */
export function Limits({ entered, change, faultIn }: RuleEditor) {
  const { t } = useTexts();
  const words = useRuleTexts();
  const hasLimit = entered.messages !== "" || entered.days !== "";
  const whole = (name: "messages" | "days" | "interval", label: string, field?: string) => (
    <InputField
      label={label}
      type="number"
      class="max-w-32"
      min={1}
      step={1}
      value={entered[name]}
      required={hasLimit && name !== "interval"}
      fault={field === undefined ? null : faultIn(field)}
      onValue={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      <fieldset>
        <legend>{words.limit}</legend>
        <p class="hint">{words.limitHint}</p>
        <div class="beside-fields">
          {whole("messages", words.messages, "max_per_recipient")}
          {whole("days", words.perDays)}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.interval}</legend>
        <p class="hint">{words.intervalHint}</p>
        <div class="beside-fields">
          {whole("interval", words.intervalValue, "min_interval_seconds")}
          <SelectField<Unit>
            label={words.intervalUnit}
            value={entered.unit}
            options={UNITS.map((unit) => [unit, t.templates.units[unit]] as const)}
            onValue={(unit) => change({ unit })}
          />
        </div>
      </fieldset>
      <div class="field">
        <Checkbox
          label={words.consent}
          checked={entered.requireConsent}
          onChange={(requireConsent) => change({ requireConsent })}
        />
      </div>
    </>
  );
}
