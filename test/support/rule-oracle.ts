import Holidays from "date-holidays";
import type { components } from "../../generated/schema";
import { DAY, MINUTE, SECOND } from "../../src/platform/time";

/** A second reading of sending rules, which shares no code with the service. */

export type Rule = Omit<components["schemas"]["SendingRule"], "purpose" | "updated_at">;

/** Zones of numbers by their beginning. Numbers whose country has several times have the account's zone. */
const ZONES = {
  "+55119": "America/Sao_Paulo",
  "+55659": "America/Cuiaba",
  "+55679": "America/Campo_Grande",
  "+55689": "America/Rio_Branco",
  "+55929": "America/Manaus",
  "+55959": "America/Boa_Vista",
  "+35191": "Europe/Lisbon",
  "+346": "Europe/Madrid",
  "+8190": "Asia/Tokyo",
  "+1201": "America/Sao_Paulo",
} as const;
export const PLACES = Object.keys(ZONES) as (keyof typeof ZONES)[];
/** Places whose numbers have seven more digits instead of eight. */
const SHORT: readonly string[] = ["+1201", "+35191"];

/** Returns a mobile number that begins with the country and area code of a place. */
export const numberAt = (place: keyof typeof ZONES, index: number): string =>
  `${place}${(SHORT.includes(place) ? 2_000_000 : 70_000_000) + index}`;

export const zoneOf = (rule: Rule, phone: string): string =>
  rule.time_zone !== "recipient" ? rule.time_zone : placeZone(phone);

const placeZone = (phone: string): string =>
  ZONES[PLACES.find((place) => phone.startsWith(place)) ?? "+55119"];

const formats = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string, at: number): { date: string; day: string; time: string } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      weekday: "short",
      hourCycle: "h23",
      hour: "2-digit",
      minute: "2-digit",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      second: "2-digit",
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    day: (parts.weekday ?? "").slice(0, 3).toLowerCase(),
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  };
}

/**
 * Returns the instant of a local time at a number's place. The time must be in the daytime, because clocks
 * change at night.
 */
export function instantOfLocal(phone: string, local: string): number {
  const zone = placeZone(phone);
  const shown = Date.parse(`${local}Z`);
  const offset = (at: number) => {
    const { date, time } = clockIn(zone, at);
    return Date.parse(`${date}T${time}Z`) - at;
  };
  return shown - offset(shown - offset(shown));
}

const holidaysOf = new Map<number, ReadonlySet<string>>();

/** Returns the national holidays and Good Friday. date-holidays also lists the Sundays of elections. */
export function holidaysIn(year: number): ReadonlySet<string> {
  const known = holidaysOf.get(year);
  if (known) return known;
  const national = new Holidays("BR")
    .getHolidays(year)
    .filter(({ type, name, rule }) => (type === "public" && !/Elei/.test(name)) || rule === "easter -2");
  const dates = new Set(national.map(({ date }) => date.slice(0, 10)));
  holidaysOf.set(year, dates);
  return dates;
}

export function isOpen(rule: Rule, zone: string, at: number): boolean {
  const { date, day, time } = clockIn(zone, at);
  if (rule.closed_dates.includes(date)) return false;
  if (rule.holidays === "br" && holidaysIn(Number(date.slice(0, 4))).has(date)) return false;
  const holds = ({ days, from, to }: Rule["windows"][number]) =>
    days.some((one) => one === day) && from <= time && time.slice(0, 5) < to;
  return rule.windows.length === 0 || rule.windows.some(holds);
}

/** Step of the search for an opening. Windows begin on such a minute. */
export const STEP = 15 * MINUTE;
const HORIZON = 40 * DAY;

const openings = new WeakMap<Rule, Map<string, number | null>>();

/** Returns the first time from `at` on at which the rule is open; null if there is none in forty days. */
export function firstOpening(rule: Rule, zone: string, at: number): number | null {
  const known = openings.get(rule) ?? new Map<string, number | null>();
  openings.set(rule, known);
  const key = `${zone} ${at}`;
  if (!known.has(key)) known.set(key, searchOpening(rule, zone, at));
  return known.get(key) ?? null;
}

function searchOpening(rule: Rule, zone: string, at: number): number | null {
  if (isOpen(rule, zone, at)) return at;
  for (let next = (Math.floor(at / STEP) + 1) * STEP; next < at + HORIZON; next += STEP) {
    if (isOpen(rule, zone, next)) return next;
  }
  return null;
}

/** Returns whether a submission at `at` would exceed the cap, or follow the last one too soon. */
export function isTooOften(rule: Rule, earlier: readonly number[], at: number): boolean {
  const { max_per_recipient: cap, min_interval_seconds: interval } = rule;
  const within = (span: number) => earlier.filter((one) => at - one < span).length;
  return (
    (cap !== null && within(cap.days * DAY) >= cap.messages) ||
    (interval !== null && within(interval * SECOND) > 0)
  );
}
