import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "./chosen-language";
import type { Texts } from "./en";
import { textsOf } from "./loaded";

/** Name of each language in the language itself. */
export const LANGUAGES: Readonly<Record<Language, string>> = { "pt-BR": "Português", en: "English" };

export const LanguageContext = createContext<Language>("pt-BR");

/** Function that changes the language. */
export const SetLanguageContext = createContext<(language: Language) => void>(() => undefined);

export function useTexts(): { t: Texts; format: Format } {
  const language = useContext(LanguageContext);
  return { t: textsOf(language), format: formatOf(language) };
}

/**
 * Returns a hook that returns the texts in the user's language. Texts that few pages need are not part of
 * `Texts`, to keep the script `app` small.
 */
export const textsHook =
  <Words>(texts: Readonly<Record<Language, Words>>): (() => Words) =>
  () =>
    texts[useContext(LanguageContext)];

/** Returns the word for a value of the service, or the value itself if a newer service has added it. */
export const wordFor = (words: object, value: string): string =>
  Object.hasOwn(words, value) ? (words as Record<string, string>)[value]! : value;

export interface Format {
  /** Dialect of exported CSV files, from the contract. `excel_pt` opens in Portuguese Excel. */
  dialect: "standard" | "excel_pt";
  number(value: number): string;
  /** Formats a share from 0 to 1 as a percentage. A share between 0 and 1 does not become 0 % or 100 %. */
  share(value: number): string;
  /** Formats a relative change, such as 0.12, as a percentage with its sign, such as `+12%`. */
  change(value: number): string;
  /** Formats a difference of two shares in percentage points, with its sign, such as `+1,2`. */
  points(value: number): string;
  /** Formats millionths of a real, to the cent. An amount below one cent is not shown as zero. */
  money(micros: number): string;
  /** Formats the price of one message in millionths of a real, with two to four decimals. */
  unitPrice(micros: number): string;
  instant(timestamp: string): string;
  /** Formats an instant to the second, with the name of the browser's time zone. */
  zonedInstant(timestamp: string): string;
  /** Formats an instant to the minute. Default: the browser's time zone. */
  minute(timestamp: string, timeZone?: string): string;
  /** Formats a future instant with its weekday and time zone, such as `Mon, Dec 8, 08:00 AM GMT-3`. */
  planned(timestamp: string): string;
  /**
   * Formats an instant of the 24 hours before `now` as elapsed time, and any other instant as a short date
   * and time.
   */
  recent(timestamp: string, now: number): string;
  /** Formats an instant as local hours and minutes. */
  hour(timestamp: string): string;
  /** Formats a date such as `2026-01-31` without its year. */
  day(day: string): string;
  /** Formats a date such as `2026-01-31` with its year. */
  date(date: string): string;
  /** Formats a duration in seconds in the largest unit of which it has at least two, rounded up. */
  span(seconds: number): string;
  /** Formats a duration in seconds in the largest unit that divides it, such as `90 minutes`. */
  exactSpan(seconds: number): string;
  /** Formats an elapsed time in seconds, rounded down, such as `22 min`. */
  shortSpan(seconds: number): string;
  bytes(count: number): string;
  /** Joins words with commas and “and”. */
  list(words: readonly string[]): string;
}

const MICROS = 1_000_000;
const CENT = MICROS / 100;
const MEBIBYTE = 1024 * 1024;
const DAY_MS = 86_400_000;
const SPANS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;
/** Maximum number of decimals in a percentage. */
const MAX_SHARE_DIGITS = 6;

/** Returns the number of decimals with which a share differs from 0 % and from 100 %; usually one. */
function shareDigits(value: number): number {
  const distance = Math.min(value, 1 - value);
  if (distance <= 0) return 1;
  return Math.min(Math.max(Math.ceil(-Math.log10(distance)) - 2, 1), MAX_SHARE_DIGITS);
}

const formats = new Map<Language, Format>();

export function formatOf(language: Language): Format {
  const known = formats.get(language);
  if (known) return known;
  const number = new Intl.NumberFormat(language);
  const share = (maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits });
  const change = new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
  const reais = (maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, {
      style: "currency",
      currency: "BRL",
      minimumFractionDigits: 2,
      maximumFractionDigits,
    });
  const [sum, fine] = [reais(2), reais(4)];
  const dateStyle = language === "en" ? "medium" : "short";
  const instant = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "medium" });
  const zonedInstant = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "full" });
  const minuteOf = (timeZone?: string) =>
    new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "short", timeZone });
  const minute = minuteOf();
  const moment = (withYear: boolean) =>
    new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      ...(withYear ? { year: "numeric" } : {}),
    });
  const [ofThisYear, ofAnyYear] = [moment(false), moment(true)];
  const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const planned = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const inUnit = (value: number, unit: string, unitDisplay: "long" | "short" = "long") =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 }).format(
      value,
    );
  const list = new Intl.ListFormat(language);
  const made: Format = {
    list: (words) => list.format(words),
    dialect: language === "pt-BR" ? "excel_pt" : "standard",
    number: (value) => number.format(value),
    share: (value) => share(shareDigits(value)).format(value),
    change: (value) => change.format(value),
    points: (value) => points.format(value * 100),
    money: (micros) =>
      micros > 0 && micros < CENT
        ? textsOf(language).lessThan(sum.format(CENT / MICROS))
        : sum.format(micros / MICROS),
    unitPrice: (micros) => fine.format(micros / MICROS),
    instant: (timestamp) => instant.format(new Date(timestamp)),
    zonedInstant: (timestamp) => zonedInstant.format(new Date(timestamp)),
    minute: (timestamp, timeZone) =>
      (timeZone === undefined ? minute : minuteOf(timeZone)).format(new Date(timestamp)),
    // A no-break space prevents a line break between the date and the time in a narrow table column.
    planned: (timestamp) => planned.format(new Date(timestamp)).replaceAll(" ", "\u00a0"),
    recent(timestamp, now) {
      const then = new Date(timestamp);
      const elapsed = now - then.getTime();
      if (elapsed < 0 || elapsed >= DAY_MS) {
        return (then.getFullYear() === new Date(now).getFullYear() ? ofThisYear : ofAnyYear).format(then);
      }
      const { ago, now: words } = textsOf(language).elapsed;
      return elapsed < 60_000 ? words : ago(made.shortSpan(elapsed / 1_000));
    },
    hour: (timestamp) => hour.format(new Date(timestamp)),
    day: (value) => day.format(new Date(`${value}T00:00:00Z`)),
    date: (value) => date.format(new Date(`${value}T00:00:00Z`)),
    span: (seconds) => {
      const [size, unit] = SPANS.find(([least]) => seconds >= least * 2) ?? ([1, "second"] as const);
      return inUnit(Math.ceil(seconds / size), unit);
    },
    exactSpan: (seconds) => {
      const [size, unit] = SPANS.find(([length]) => seconds % length === 0) ?? ([1, "second"] as const);
      return inUnit(seconds / size, unit);
    },
    shortSpan: (seconds) => {
      const [size, unit] = SPANS.find(([least]) => seconds >= least) ?? ([1, "second"] as const);
      return inUnit(Math.floor(seconds / size), unit, "short");
    },
    bytes: (count) =>
      count >= MEBIBYTE ? `${number.format(count / MEBIBYTE)} MiB` : `${number.format(count / 1024)} KiB`,
  };
  formats.set(language, made);
  return made;
}
