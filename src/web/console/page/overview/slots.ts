import type { Channel, UsageRow } from "../../../../client";
import { type Outcome, OUTCOMES } from "../parts/outcomes";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const CHANNELS = ["sms", "rcs", "voice"] as const satisfies readonly Channel[];

/** Groupings of the bars. */
export const STACKS = ["outcome", "channel"] as const;
export type Stack = (typeof STACKS)[number];

/** The displayed period, divided into slots. */
export interface Span {
  by: "day" | "hour";
  /** Start of the period, as the API takes it. */
  from: string;
  /** All slots, as the API names them. */
  slots: readonly string[];
}

const timestamp = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/**
 * Returns the period of the last days. One day is the local day by hour; longer periods are UTC days up to
 * today.
 */
export function spanOf(days: number, now: Date): Span {
  if (days === 1) {
    const midnight = (later: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).getTime();
    // The API counts UTC hours. If local midnight falls inside a UTC hour, the day begins with that hour.
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

/** Counts of one outcome or channel by slot. */
export interface Series {
  name: Outcome | Channel;
  counts: readonly number[];
}

const countsOf = (rows: readonly UsageRow[], slots: readonly string[], count: (row: UsageRow) => number) => {
  const bySlot = new Map(rows.map((row) => [row.hour ?? row.day, count(row)]));
  return slots.map((slot) => bySlot.get(slot) ?? 0);
};

const hasAny = ({ counts }: Series) => counts.some((count) => count > 0);

/** Returns a series for each outcome that occurred. */
export const byOutcome = (rows: readonly UsageRow[], { slots }: Span): Series[] =>
  OUTCOMES.map((name) => ({ name, counts: countsOf(rows, slots, (row) => row[name]) })).filter(hasAny);

/** Returns a series for each channel that was used. */
export const byChannel = (
  channels: readonly { channel: Channel; rows: readonly UsageRow[] }[],
  { slots }: Span,
): Series[] =>
  channels
    .map(({ channel, rows }) => ({ name: channel, counts: countsOf(rows, slots, (row) => row.total) }))
    .filter(hasAny);
