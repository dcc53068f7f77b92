import type { Channel, UsageRow } from "../../../../client";
import { type Outcome, OUTCOMES } from "../parts/outcomes";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const CHANNELS = ["sms", "rcs", "voice"] as const satisfies readonly Channel[];

/** What the bars are made of. */
export const STACKS = ["outcome", "channel"] as const;
export type Stack = (typeof STACKS)[number];

/** A time to look at, and the pieces that it is drawn in. */
export interface Span {
  by: "day" | "hour";
  /** What the service is asked from. */
  from: string;
  /** Every piece, as the service names it. */
  slots: readonly string[];
}

const timestamp = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** Today is the person's own, by hour; longer times are days of UTC, today the last of them. */
export function spanOf(days: number, now: Date): Span {
  if (days === 1) {
    const midnight = (later: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).getTime();
    // Hours are those of UTC: where midnight lies within one, the day begins with it.
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

/** What was counted in each slot of one thing that is stacked. */
export interface Series {
  name: Outcome | Channel;
  counts: readonly number[];
}

const countsOf = (rows: readonly UsageRow[], slots: readonly string[], count: (row: UsageRow) => number) => {
  const bySlot = new Map(rows.map((row) => [row.hour ?? row.day, count(row)]));
  return slots.map((slot) => bySlot.get(slot) ?? 0);
};

const hasAny = ({ counts }: Series) => counts.some((count) => count > 0);

/** One series for each outcome that there was. */
export const byOutcome = (rows: readonly UsageRow[], { slots }: Span): Series[] =>
  OUTCOMES.map((name) => ({ name, counts: countsOf(rows, slots, (row) => row[name]) })).filter(hasAny);

/** One series for each channel that was used. */
export const byChannel = (
  channels: readonly { channel: Channel; rows: readonly UsageRow[] }[],
  { slots }: Span,
): Series[] =>
  channels
    .map(({ channel, rows }) => ({ name: channel, counts: countsOf(rows, slots, (row) => row.total) }))
    .filter(hasAny);
