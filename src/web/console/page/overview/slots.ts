import type { Channel, UsageRow } from "../../../../client";
import { type Outcome, OUTCOMES } from "../parts/outcomes";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const CHANNELS = ["sms", "rcs", "voice"] as const satisfies readonly Channel[];

/** Groupings that the chart offers for its bars. */
export const STACKS = ["outcome", "channel"] as const;
export type Stack = (typeof STACKS)[number];

/** Period of the chart, divided into hours or days. */
export interface Span {
  by: "day" | "hour";
  /** Start of the period in the API's format. */
  from: string;
  /** Hours or days of the period in the API's format. */
  slots: readonly string[];
}

const timestamp = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** Returns the period of the chart: the hours of the local day, or the last UTC days including today. */
export function spanOf(days: number, now: Date): Span {
  if (days === 1) {
    const midnight = (later: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).getTime();
    // The API counts UTC hours. If local midnight is within a UTC hour, the period starts with that hour.
    const first = Math.floor(midnight(0) / HOUR) * HOUR;
    const count = Math.ceil((midnight(1) - first) / HOUR);
    const slots = Array.from({ length: count }, (_, index) => timestamp(first + index * HOUR));
    return { by: "hour", from: timestamp(first), slots };
  }
  const last = Math.floor(now.getTime() / DAY) * DAY;
  const slots = Array.from({ length: days }, (_, index) =>
    timestamp(last - (days - 1 - index) * DAY).slice(0, 10),
  );
  return { by: "day", from: slots[0] ?? "", slots };
}

/** Message counts of one outcome or channel, by hour or day. */
export interface Series {
  name: Outcome | Channel;
  counts: readonly number[];
}

const countsOf = (rows: readonly UsageRow[], slots: readonly string[], count: (row: UsageRow) => number) => {
  const bySlot = new Map(rows.map((row) => [row.hour ?? row.day, count(row)]));
  return slots.map((slot) => bySlot.get(slot) ?? 0);
};

const hasAny = ({ counts }: Series) => counts.some((count) => count > 0);

/** Returns the counts of each outcome. Omits outcomes without messages. */
export const byOutcome = (rows: readonly UsageRow[], { slots }: Span): Series[] =>
  OUTCOMES.map((name) => ({ name, counts: countsOf(rows, slots, (row) => row[name]) })).filter(hasAny);

/** Returns the counts of each channel. Omits channels without messages. */
export const byChannel = (
  channels: readonly { channel: Channel; rows: readonly UsageRow[] }[],
  { slots }: Span,
): Series[] =>
  channels
    .map(({ channel, rows }) => ({ name: channel, counts: countsOf(rows, slots, (row) => row.total) }))
    .filter(hasAny);
