import type { SendingRulesTexts } from "../texts/en/sending-rules";
import type { Format } from "../texts/language";
import { type Day, DAYS, type RuleFields, type RuleWindow } from "./rule-draft";

type Parts = Readonly<Record<keyof RuleFields, string | null>>;

/** Length of a day in seconds. */
const DAY = 86_400;

/** Minimum length of a run of days that is written as a range, such as `Mon–Wed`. */
const LEAST_RUN = 3;

/** Returns the weekdays of a sending window in words, such as `Mon–Fri, Sun`. */
export function daysText(days: readonly Day[], words: SendingRulesTexts): string {
  if (days.length === DAYS.length) return words.summary.everyDay;
  const runs: Day[][] = [];
  for (const day of DAYS.filter((one) => days.includes(one))) {
    const last = runs.at(-1);
    const before = DAYS[DAYS.indexOf(day) - 1];
    if (last !== undefined && last.at(-1) === before) last.push(day);
    else runs.push([day]);
  }
  const name = (day: Day | undefined) => (day === undefined ? "" : words.days[day]);
  return runs
    .flatMap((run) =>
      run.length >= LEAST_RUN ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map((day) => name(day)),
    )
    .join(", ");
}

/** Returns each field of a sending rule in words; null for a field that restricts nothing. */
function partsOf(
  rule: RuleFields,
  words: SendingRulesTexts,
  format: Pick<Format, "number" | "exactSpan">,
): Parts {
  const { summary } = words;
  const { max_per_recipient: most, min_interval_seconds: interval, closed_dates: closed } = rule;
  const hasWindows = rule.windows.length > 0;
  const window = ({ days, from, to }: RuleWindow) => summary.window(daysText(days, words), from, to);
  return {
    windows: hasWindows ? rule.windows.map(window).join(", ") : null,
    time_zone:
      rule.time_zone !== "recipient"
        ? summary.zone(rule.time_zone.replaceAll("_", " "))
        : hasWindows
          ? summary.recipientZone
          : null,
    holidays: rule.holidays === null ? null : summary.holidays,
    closed_dates: closed.length === 0 ? null : summary.closed(closed.length),
    max_per_recipient:
      most === null ? null : summary.limit(format.number(most.messages), format.exactSpan(most.days * DAY)),
    min_interval_seconds: interval === null ? null : summary.interval(format.exactSpan(interval)),
    require_consent: rule.require_consent ? summary.consent : null,
    outside: rule.outside === "block" ? summary.block : null,
  };
}

/** Returns a rule in one line, such as `Mon–Fri 08:00–18:00, in the recipient’s time zone`. */
export function summaryOf(
  rule: RuleFields,
  words: SendingRulesTexts,
  format: Pick<Format, "number" | "exactSpan">,
): string {
  const parts = Object.values(partsOf(rule, words, format)).filter((part) => part !== null);
  const [first = words.summary.none, ...others] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(", ");
}

/** Returns the label and the value of each field as text. Different values have different texts. */
export function shownFields(
  rule: RuleFields,
  words: SendingRulesTexts,
  format: Pick<Format, "number" | "date" | "exactSpan">,
): (readonly [name: string, value: string])[] {
  const dates = rule.closed_dates.map((date) => format.date(date)).join("; ");
  const parts = { ...partsOf(rule, words, format), closed_dates: dates || null };
  const labels = {
    windows: words.windows,
    time_zone: words.place,
    holidays: words.holidays,
    closed_dates: words.closedDates,
    max_per_recipient: words.limit,
    min_interval_seconds: words.interval,
    require_consent: words.consent,
    outside: words.outside,
  };
  const names = Object.keys(labels) as (keyof typeof labels)[];
  return names.map((name) => [labels[name], parts[name] ?? "—"] as const);
}
