import { useState } from "preact/hooks";
import { FilterChoice, type Filtering } from "./listing";
import { fromLocal, toLocal } from "./local-time";
import { useTexts } from "../texts/language";
import { isInstant, PERIODS } from "./period";

const OWN = "own";

interface Props {
  of: Filtering<"period" | "from" | "to">;
  label?: string;
}

/** Filters by a preset period, or by dates or instants that the user enters. */
export function PeriodFilter({ of, label }: Props) {
  const { t } = useTexts();
  const { period, from, to } = of.filters;
  const [isOwn, setOwn] = useState(false);
  const hasDates = from !== "" || to !== "";
  const showsDates = period === "" && (hasDates || isOwn);
  const choose = (value: string) => {
    setOwn(value === OWN);
    if (value !== OWN) of.apply({ period: value, from: "", to: "" });
    else if (period !== "") of.apply({ period: "" });
  };
  const names = Object.keys(PERIODS) as (keyof typeof PERIODS)[];
  const options = Object.fromEntries([
    ...names.map((name) => [name, t.messages.periods[name]]),
    [OWN, t.messages.periods.own],
  ]) as Record<string, string>;
  return (
    <>
      <FilterChoice
        label={label ?? t.messages.period}
        options={options}
        value={showsDates ? OWN : period}
        onChoose={choose}
      />
      {showsDates &&
        (["from", "to"] as const).map((name) => (
          <label key={name} class="inline-flex items-center gap-1.5 text-[0.8125rem]">
            {t.messages[name]}
            {isInstant(of.filters[name]) ? (
              <input
                type="datetime-local"
                value={toLocal(new Date(of.filters[name]))}
                onChange={({ currentTarget }) => of.apply({ [name]: fromLocal(currentTarget.value) ?? "" })}
              />
            ) : (
              <input
                type="date"
                value={of.filters[name]}
                onChange={({ currentTarget }) => of.apply({ [name]: currentTarget.value })}
              />
            )}
          </label>
        ))}
    </>
  );
}
