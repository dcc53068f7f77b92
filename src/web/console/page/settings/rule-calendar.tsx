import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { withDate } from "./rule-draft";
import { useRuleTexts } from "./rule-texts";
import type { RuleEditor } from "./rule-windows";
import { InputField, Checkbox, OneChoice } from "../parts/field";
import { RemovableChip } from "../parts/chip";

const ZONES_ID = "time-zones";

/** Edits a rule's time zone, its days without sending, and the handling of messages outside its windows. */
export function Place(editor: RuleEditor) {
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
