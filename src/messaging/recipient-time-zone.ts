import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { boundedCache } from "../platform/bounded-cache";
import { instantIn, timeZonesOfCountry, wallClock } from "../platform/time-zone";
import type { Instant } from "../platform/time";

/**
 * Time zones of Brazilian area codes whose clocks differ from Brasilia's, by Anatel's numbering plan and Law
 * 12.876 of 2013. Brazil has no daylight saving time since Decree 9.772 of 2019. Area code 97 also covers
 * the west of Amazonas, at UTC-5, where few of its people live.
 */
const ZONES_BY_AREA: ReadonlyMap<string, string> = new Map([
  ["65", "America/Cuiaba"],
  ["66", "America/Cuiaba"],
  ["67", "America/Campo_Grande"],
  ["68", "America/Rio_Branco"],
  ["69", "America/Porto_Velho"],
  ["92", "America/Manaus"],
  ["95", "America/Boa_Vista"],
  ["97", "America/Manaus"],
]);

/**
 * Time zones by prefix in countries with a mainland and islands with another time. Mobile numbers do not show
 * where their owners live, and nearly all owners live on the mainland. The islands' fixed lines are from the
 * numbering plans of Anacom (Azores) and CNMC (Canary Islands). The first match counts.
 */
const ZONES_BY_PREFIX: readonly (readonly [prefix: RegExp, zone: string])[] = [
  [/^\+35129[256]/, "Atlantic/Azores"],
  [/^\+351/, "Europe/Lisbon"],
  [/^\+34[89]2[28]/, "Atlantic/Canary"],
  [/^\+34/, "Europe/Madrid"],
];

/** Maximum numbers outside Brazil whose time zones are cached, because parsing a number takes long. */
const KEPT_NUMBERS = 10_000;

const kept = boundedCache<readonly string[]>(KEPT_NUMBERS);

/** Returns the IANA names of the time zones in which a number in E.164 may be; none if unknown. */
export function timeZonesOf(phone: string): readonly string[] {
  if (phone.startsWith("+55")) return [ZONES_BY_AREA.get(phone.slice(3, 5)) ?? "America/Sao_Paulo"];
  const main = ZONES_BY_PREFIX.find(([prefix]) => prefix.test(phone));
  if (main) return [main[1]];
  return kept(phone, () => {
    const country = parsePhoneNumberFromString(phone)?.country;
    return country === undefined ? [] : timeZonesOfCountry(country);
  });
}

/**
 * Returns a function from a number in E.164 to the instant of a local time, such as `2026-12-01T09:00:00`, at
 * the number's place. If the place is unknown or may have several times, the zone `otherwise` applies.
 */
export function instantAtPlace(local: string, otherwise: string): (phone: string) => Instant {
  const byZone = new Map<string, Instant>();
  const of = (zone: string): Instant => {
    const at = byZone.get(zone) ?? instantIn(zone, local);
    byZone.set(zone, at);
    return at;
  };
  return (phone) => {
    const [at, ...others] = [...new Set(timeZonesOf(phone).map(of))];
    return at === undefined || others.length > 0 ? of(otherwise) : at;
  };
}

/**
 * Returns the first zone if all zones show the same time at the instant; else, or without zones, `otherwise`.
 */
export function commonTimeZone([zone, ...others]: readonly string[], at: Instant, otherwise: string): string {
  if (zone === undefined) return otherwise;
  const time = others.length === 0 ? null : wallClock(zone, at);
  return others.every((other) => wallClock(other, at) === time) ? zone : otherwise;
}
