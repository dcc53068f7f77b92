import type { Filters } from "./filter-values";

/** Number of days in each preset period. Today is the last day. */
export const PERIODS = { today: 1, "7d": 7, "30d": 30 } as const satisfies Record<string, number>;
type Period = keyof typeof PERIODS;

const isPeriod = (text: string): text is Period => Object.hasOwn(PERIODS, text);

/** Returns whether a period's start or end is an instant, as in the overview's links, or a local date. */
export const isInstant = (bound: string): boolean => bound.includes("T") && !Number.isNaN(Date.parse(bound));

/** Returns a time of day on a local date as an ISO timestamp in UTC; undefined for an invalid date. */
const timeOf = (day: string, hours: number, minutes: number, seconds: number): string | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date, hours, minutes, seconds).toISOString();
};

const startOfDay = (day: string) => timeOf(day, 0, 0, 0);
/** Returns the last second of a local date. The service's filter includes the whole second. */
const endOfDay = (day: string) => timeOf(day, 23, 59, 59);

/** Returns local midnight at the start of the last `days` days, which include today, as an ISO timestamp. */
const startOf = (days: number, now: Date): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();

export function rangeOf({ period, from, to }: Filters<"period" | "from" | "to">, now: Date) {
  if (isPeriod(period)) return { from: startOf(PERIODS[period], now), to: undefined };
  return {
    from: isInstant(from) ? from : startOfDay(from),
    to: isInstant(to) ? to : endOfDay(to),
  };
}
