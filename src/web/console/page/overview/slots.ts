import type { Channel, UsageRow } from "../../../../client";
import { type Counts, deliveryOf, type Outcome, OUTCOMES } from "../parts/outcomes";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const CHANNELS = ["sms", "rcs", "voice"] as const satisfies readonly Channel[];

/** Groupings of messages that each bar of the chart can stack. */
export const STACKS = ["outcome", "channel"] as const;
export type Stack = (typeof STACKS)[number];

/** Period of the chart, divided into hours or days. */
export interface Span {
  by: "day" | "hour";
  /** Start of the period: an hour or a day, in the format of `slots`. */
  from: string;
  /** Hours (`2030-01-31T12:00:00Z`) or days (`2030-01-31`) of the period. */
  slots: readonly string[];
  /** Slots to compare with the slots of `before`. A period of days excludes today, which is not over. */
  compared: readonly string[];
  /** Period before `compared`: the same number of days, or yesterday up to the current hour. */
  before: { from: string; slots: readonly string[] };
}

const timestamp = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/**
 * Returns the period of the chart. One day has the hours of the local day. More days are the last UTC days,
 * including today.
 */
export function spanOf(days: number, now: Date): Span {
  if (days === 1) {
    const midnight = (later: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).getTime();
    // The API counts by UTC hour. If local midnight is within a UTC hour, the period starts with that hour.
    const first = Math.floor(midnight(0) / HOUR) * HOUR;
    const count = Math.ceil((midnight(1) - first) / HOUR);
    const slots = Array.from({ length: count }, (_, index) => timestamp(first + index * HOUR));
    // Yesterday counts only up to the current hour, because today is not over.
    const past = Math.floor((now.getTime() - first) / HOUR) + 1;
    const yesterday = Math.floor(midnight(-1) / HOUR) * HOUR;
    const earlier = Array.from({ length: past }, (_, index) => timestamp(yesterday + index * HOUR));
    return {
      by: "hour",
      from: timestamp(first),
      slots,
      compared: slots,
      before: { from: timestamp(yesterday), slots: earlier },
    };
  }
  const last = Math.floor(now.getTime() / DAY) * DAY;
  const daysUntil = (end: number) =>
    Array.from({ length: days }, (_, index) => timestamp(end - (days - 1 - index) * DAY).slice(0, 10));
  const slots = daysUntil(last);
  // The comparison excludes today, because today is not over.
  const [compared, earlier] = [daysUntil(last - DAY), daysUntil(last - DAY - days * DAY)];
  return {
    by: "day",
    from: slots[0] ?? "",
    slots,
    compared,
    before: { from: earlier[0] ?? "", slots: earlier },
  };
}

/** Returns the instant at which a period starts. A day of the API starts at midnight UTC. */
export const startOf = ({ by, from }: Pick<Span, "by" | "from">): string =>
  by === "hour" ? from : `${from}T00:00:00Z`;

export const rowsOf = (rows: readonly UsageRow[], slots: readonly string[]): UsageRow[] => {
  const wanted = new Set(slots);
  return rows.filter((row) => wanted.has(row.hour ?? row.day ?? ""));
};

/**
 * Returns the sum of a value for each slot, in order. A slot may have several rows, such as one per channel;
 * 0 for a slot without rows.
 */
export function valuesOf(
  rows: readonly UsageRow[],
  slots: readonly string[],
  value: (row: UsageRow) => number,
): number[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const slot = row.hour ?? row.day ?? "";
    sums.set(slot, (sums.get(slot) ?? 0) + value(row));
  }
  return slots.map((slot) => sums.get(slot) ?? 0);
}

/** Returns the sums of the rows' message counts by outcome. */
export const countsIn = (rows: readonly UsageRow[]): Counts =>
  Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, rows.reduce((sum, row) => sum + row[outcome], 0)]),
  ) as Counts;

/** Returns the share of delivered messages in each slot, in order; null for a slot without a share. */
export const ratesOf = (rows: readonly UsageRow[], slots: readonly string[]): (number | null)[] =>
  slots.map((slot) => deliveryOf(countsIn(rowsOf(rows, [slot]))).share);

export const begunSlots = (slots: readonly string[], now: Date): string[] =>
  slots.filter((slot) => Date.parse(slot) <= now.getTime());

/** Returns the change relative to `before`, such as 0.12; null if `before` is 0. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before;

/** Multiple of the bars' median above which a bar is an outlier. */
const OUTLIER = 5;
/** Minimum number of bars above zero for a chart to cut its outliers. */
const MIN_BARS = 4;

/**
 * Returns the end of a chart's scale if outliers would flatten the other bars. The chart cuts bars above this
 * end. Returns null without outliers, if more than a fifth of the bars are outliers, or for fewer than
 * `MIN_BARS` bars.
 */
export function scaleEnd(totals: readonly number[]): number | null {
  const some = totals.filter((total) => total > 0).sort((a, b) => a - b);
  const median = some[Math.floor(some.length / 2)] ?? 0;
  const usual = some.filter((total) => total <= median * OUTLIER);
  const isFew = (some.length - usual.length) * 5 <= some.length;
  if (some.length < MIN_BARS || usual.length === some.length || !isFew) return null;
  const end = (usual.at(-1) ?? 0) * 1.3;
  const unit = 10 ** Math.floor(Math.log10(end));
  return (Math.ceil((end / unit) * 2) / 2) * unit;
}

/** Message counts of one outcome or channel, one per hour or day. */
export interface Series {
  name: Outcome | Channel;
  counts: readonly number[];
}

const hasAny = ({ counts }: Series) => counts.some((count) => count > 0);

/** Returns each outcome's message counts per slot. Omits outcomes without messages. */
export const byOutcome = (rows: readonly UsageRow[], { slots }: Pick<Span, "slots">): Series[] =>
  OUTCOMES.map((name) => ({ name, counts: valuesOf(rows, slots, (row) => row[name]) })).filter(hasAny);

/** Returns each channel's message counts per slot. Omits channels without messages. */
export const byChannel = (
  channels: readonly { channel: Channel; rows: readonly UsageRow[] }[],
  { slots }: Pick<Span, "slots">,
): Series[] =>
  channels
    .map(({ channel, rows }) => ({ name: channel, counts: valuesOf(rows, slots, (row) => row.total) }))
    .filter(hasAny);
