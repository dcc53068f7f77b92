import { instantIn } from "../../../../platform/time-zone";
import type { Format } from "../texts/language";

/** Formats an instant for `<input type="datetime-local">`: the browser's local time without seconds. */
export function toLocal(instant: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [String(instant.getFullYear()).padStart(4, "0"), two(instant.getMonth() + 1)];
  return `${[...day, two(instant.getDate())].join("-")}T${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

/** Converts a `datetime-local` value in local time to RFC 3339 in UTC; null for an incomplete value. */
export function fromLocal(text: string): string | null {
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Formats an instant as the local time of a time zone, for `<input type="datetime-local">`. */
export function toZone(instant: Date, zone: string): string {
  // Swedish dates have ISO 8601's order: year, month, day.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return format.format(instant).replace(" ", "T");
}

/** Converts a `datetime-local` value in a time zone to RFC 3339 in UTC; null for an incomplete value. */
export function fromZone(text: string, zone: string): string | null {
  if (fromLocal(text) === null) return null;
  return new Date(instantIn(zone, `${text.slice(0, 16)}:00`)).toISOString().replace(/\.\d+Z$/, "Z");
}

/**
 * Returns a time zone with its offset at an instant, such as `America/Sao Paulo, GMT-3`. Omits a zero offset.
 * Default: the browser's time zone.
 */
export function zoneAt(instant: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" });
  const offset = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value;
  const zone = format.resolvedOptions().timeZone.replaceAll("_", " ");
  return offset === undefined || /^GMT([+-]0)?$/.test(offset) ? zone : `${zone}, ${offset}`;
}

/**
 * Formats an instant to the minute in a time zone, followed by the zone and its offset. If the zone is
 * undefined, this is the browser's.
 */
export const minuteIn = (timeZone: string | undefined, timestamp: string, format: Format): string =>
  `${format.minute(timestamp, timeZone)} (${zoneAt(new Date(timestamp), timeZone)})`;
