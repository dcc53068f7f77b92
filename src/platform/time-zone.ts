import { DAY, type Instant } from "./time";

/** Members of `Intl.Locale` that TypeScript's library lacks. Older versions of Node have only `timeZones`. */
interface LocaleZones {
  getTimeZones?(): string[] | undefined;
  timeZones?: string[];
}

/** Returns the IANA names of a country's time zones, from the tz database of Node. `country`: ISO 3166. */
export function timeZonesOfCountry(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as LocaleZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Returns whether Node knows the IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = "2-digit";
  const fields = { year: "numeric", month: two, day: two, hour: two, minute: two, second: two } as const;
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    calendar: "iso8601",
    era: "short",
    ...fields,
  } as Intl.DateTimeFormatOptions);
  formats.set(zone, format);
  return format;
}

/** Returns the local time of a zone, as if it were in UTC. */
export function wallClock(zone: string, at: Instant): Instant {
  const parts = formatOf(zone).formatToParts(new Date(at));
  const number = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const [month, day, hour] = [number("month") - 1, number("day"), number("hour")];
  return Date.UTC(number("year"), month, day, hour, number("minute"), number("second"));
}

/**
 * Returns the instant of a local time (`2026-12-01T09:00:00`) in a zone. A time that the zone skips is moved
 * forward by the length of the gap. A time that occurs twice means its first occurrence. Temporal's
 * `compatible` and RFC 5545 have the same rules.
 */
export function instantIn(zone: string, local: string): Instant {
  const wall = Date.parse(`${local}Z`);
  const offsetAt = (at: Instant) => wallClock(zone, at) - at;
  const before = wall - offsetAt(wall - DAY);
  const after = wall - offsetAt(wall + DAY);
  const first = [before, after].sort((a, b) => a - b).find((at) => wallClock(zone, at) === wall);
  return first ?? before;
}
