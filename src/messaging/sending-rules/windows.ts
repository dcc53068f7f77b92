import { DAY, type Instant, MINUTE } from "../../platform/time";
import { instantIn, wallClock } from "../../platform/time-zone";
import { brazilianHolidays } from "./holidays";
import type { SendingRule } from "./rule";

/**
 * Number of days that are searched for an opening. A rule without an opening in these days counts as always
 * closed.
 */
const DAYS_AHEAD = 400;

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** A span of time in which a rule allows submissions. `from` belongs to it, `to` does not. */
export interface Opening {
  from: Instant;
  to: Instant;
}

type TimedRule = Pick<SendingRule, "windows" | "holidays" | "closedDates">;

export const hasTimes = ({ windows, holidays, closedDates }: TimedRule): boolean =>
  windows.length > 0 || holidays !== null || closedDates.length > 0;

/**
 * Returns a function from an instant to the opening that contains it, or else to the next opening. The result
 * is null if the rule does not open within 400 days. Computed days are cached.
 */
export function openingsIn(rule: TimedRule, zone: string): (at: Instant) => Opening | null {
  const days = new Map<number, readonly Opening[]>();
  const openingsOf = (day: number): readonly Opening[] => {
    const known = days.get(day) ?? openingsOfDay(rule, zone, day);
    days.set(day, known);
    return known;
  };
  let latest: Opening | null = null;
  /**
   * Cached failed searches: by local day, the instant from which no opening follows. A search checks hundreds
   * of days.
   */
  const never = new Map<number, Instant>();
  return (at) => {
    if (latest && latest.from <= at && at < latest.to) return latest;
    const today = Math.floor(wallClock(zone, at) / DAY);
    if (at >= (never.get(today) ?? Infinity)) return null;
    for (let day = today; day <= today + DAYS_AHEAD; day += 1) {
      const found = openingsOf(day).find(({ to }) => at < to);
      if (found) return (latest = found);
    }
    never.set(today, at);
    return null;
  };
}

/** Returns the openings of a local day, given in days since 1970-01-01, in order. */
function openingsOfDay(rule: TimedRule, zone: string, day: number): readonly Opening[] {
  const minutes = openMinutes(rule, day);
  if (minutes.length === 0) return [];
  const [start, end] = [startOf(zone, day), startOf(zone, day + 1)];
  if (end - start !== DAY) return openingsOfUnevenDay(minutes, zone, { day, start, end });
  return minutes.map(({ from, to }) => ({ from: start + from * MINUTE, to: start + to * MINUTE }));
}

const startOf = (zone: string, day: number): Instant =>
  instantIn(zone, new Date(day * DAY).toISOString().slice(0, 19));

interface Minutes {
  from: number;
  to: number;
}

/** Returns the open minutes of a local day, as merged ranges in order. */
function openMinutes({ windows, holidays, closedDates }: TimedRule, day: number): Minutes[] {
  const date = new Date(day * DAY);
  const name = date.toISOString().slice(0, 10);
  if (closedDates.includes(name)) return [];
  if (holidays === "br" && brazilianHolidays(date.getUTCFullYear()).includes(name)) return [];
  if (windows.length === 0) return [{ from: 0, to: DAY / MINUTE }];
  const weekday = WEEKDAYS[date.getUTCDay()] as (typeof WEEKDAYS)[number];
  const ranges = windows
    .filter(({ days }) => days.includes(weekday))
    .map(({ from, to }) => ({ from: minuteOf(from), to: minuteOf(to) }))
    .sort((a, b) => a.from - b.from);
  const merged: Minutes[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else merged.push(range);
  }
  return merged;
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Returns the openings of a day on which the clocks change. Checks each minute, because the clocks skip or
 * repeat some.
 */
function openingsOfUnevenDay(
  minutes: readonly Minutes[],
  zone: string,
  { day, start, end }: { day: number; start: Instant; end: Instant },
): Opening[] {
  const openings: Opening[] = [];
  for (let at = start; at < end; at += MINUTE) {
    const minute = Math.floor((wallClock(zone, at) - day * DAY) / MINUTE);
    if (!minutes.some(({ from, to }) => from <= minute && minute < to)) continue;
    const last = openings.at(-1);
    if (last?.to === at) last.to = at + MINUTE;
    else openings.push({ from: at, to: at + MINUTE });
  }
  return openings;
}
