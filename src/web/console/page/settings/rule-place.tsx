import { X } from "lucide";
import { useState } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { Icon } from "../../../design/icon";
import { Field } from "../parts/field";
import { useTexts } from "../texts/language";
import { withDate } from "./rule-draft";
import { useRuleTexts } from "./rule-texts";
import type { RuleEditor } from "./rule-windows";

const ZONES_ID = "time-zones";

/** Edits where the local times of a rule apply, and on which days all windows are closed. */
export function Place(editor: RuleEditor) {
  const words = useRuleTexts();
  const { entered, change, faultIn } = editor;
  return (
    <>
      <fieldset>
        <legend>{words.place}</legend>
        <div class="options">
          {(["recipient", "zone"] as const).map((at) => (
            <label key={at}>
              <input type="radio" name="place" checked={entered.at === at} onChange={() => change({ at })} />
              {words.places[at]}
            </label>
          ))}
          <span class="hint">{words.placeHint}</span>
        </div>
        {entered.at === "zone" && (
          <Field label={words.zoneName} fault={faultIn("time_zone")}>
            <input
              class="mono"
              list={ZONES_ID}
              required
              maxLength={limits.SendingTimeZone.maxLength}
              value={entered.zone}
              onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
                change({ zone: currentTarget.value })
              }
            />
          </Field>
        )}
        <datalist id={ZONES_ID}>
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </fieldset>
      <div class="field">
        <label>
          <input
            type="checkbox"
            checked={entered.hasHolidays}
            onChange={({ currentTarget }) => change({ hasHolidays: currentTarget.checked })}
          />
          {words.holidays}
        </label>
      </div>
      <ClosedDates {...editor} />
      <fieldset>
        <legend>{words.outside}</legend>
        <div class="options">
          {(["wait", "block"] as const).map((outside) => (
            <label key={outside}>
              <input
                type="radio"
                name="outside"
                checked={entered.outside === outside}
                onChange={() => change({ outside })}
              />
              {words.outsides[outside]}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function ClosedDates({ entered, change, faultIn }: RuleEditor) {
  const { format } = useTexts();
  const words = useRuleTexts();
  const [date, setDate] = useState("");
  const { closedDates: dates } = entered;
  return (
    <fieldset>
      <legend>{words.closedDates}</legend>
      <div class="flex flex-wrap items-center gap-1 empty:hidden">
        {dates.map((one) => (
          <span key={one} class="badge badge-sm border-base-300 bg-base-200">
            {format.date(one)}
            <button
              type="button"
              class="btn btn-ghost btn-xs btn-square"
              aria-label={words.removeDate(format.date(one))}
              onClick={() => change({ closedDates: dates.filter((other) => other !== one) })}
            >
              <Icon of={X} size={12} />
            </button>
          </span>
        ))}
      </div>
      <div class="beside-fields">
        <Field label={words.date} fault={faultIn("closed_dates")}>
          <input
            type="date"
            value={date}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => setDate(currentTarget.value)}
          />
        </Field>
        <button
          type="button"
          class="btn"
          disabled={date === "" || dates.length >= limits.ClosedDates.maxItems}
          onClick={() => {
            change({ closedDates: withDate(dates, date) });
            setDate("");
          }}
        >
          {words.addDate}
        </button>
      </div>
    </fieldset>
  );
}
