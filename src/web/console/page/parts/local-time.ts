/** Formats an instant for `<input type="datetime-local">`: local time without seconds. */
export function toLocal(instant: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [String(instant.getFullYear()).padStart(4, "0"), two(instant.getMonth() + 1)];
  return `${[...day, two(instant.getDate())].join("-")}T${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

/** Converts a `datetime-local` value to RFC 3339 in UTC. Returns null for an incomplete value. */
export function fromLocal(text: string): string | null {
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString().replace(/\.\d+Z$/, "Z");
}

/**
 * Returns the local time zone with its offset at an instant, such as `America/Sao Paulo, GMT-3`. Omits the
 * offset if it is zero.
 */
export function zoneAt(instant: Date): string {
  const format = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" });
  const offset = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value;
  const zone = format.resolvedOptions().timeZone.replaceAll("_", " ");
  return offset === undefined || /^GMT([+-]0)?$/.test(offset) ? zone : `${zone}, ${offset}`;
}
