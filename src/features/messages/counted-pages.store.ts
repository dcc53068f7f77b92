import type { Db } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { LongRead } from "../../platform/db/reads/reads";
import type { Condition } from "../../platform/db/reads/conditions";
import { scan, type Scanned, scanRanges } from "../../platform/db/reads/scan";
import type { IdRange, Source } from "../../platform/db/reads/source";
import { firstIdAt, lastIdAt, ROLLBACK_ALLOWANCE_MS } from "../../platform/ids";
import { DAY, HOUR, type Instant, SECOND } from "../../platform/time";
import {
  type CountFilter,
  countsByPeriod,
  isCountedByHour,
  LAST_PERIOD,
  type PeriodCount,
} from "./counts.store";

// The stored counts say on which day and in which hour the messages of a filter were created. The read of a
// page at a large offset therefore begins at the hour (or day) of its first message. In a time window, only
// the messages before the first and after the last whole hour (or day) are counted one by one.

interface CountedMessages {
  accountId: string;
  /**
   * Filter of the counts. It selects the same messages as `source.scope`, `source.anyOf` and `conditions`
   * together.
   */
  filter: CountFilter;
  source: Source;
  conditions: readonly Condition[];
  /** Converts a condition on messages to a condition on rows of the source. */
  onSource: (condition: Condition) => Condition;
  /** First and last second of the creation time, as the instants at which these seconds begin. */
  from?: Instant;
  to?: Instant;
}

/** Returns the ids of a page of messages, newest first, and the total number of matching messages. */
export async function countedPage(
  read: LongRead,
  messages: CountedMessages,
  page: PageRequest,
): Promise<Scanned> {
  const { source, conditions } = messages;
  const whole = wholePeriods(messages);
  if (whole === null) return scan(read, source, conditions, page);
  const periods = await windowPeriods(read, messages, whole);
  const total = sumOf(periods);
  const limit = Math.min(page.limit, total - page.offset);
  if (limit <= 0) return { ids: [], total };
  const { top, skipped, rest } = await startOf(read, messages, periods, page);
  const remaining = { limit, offset: page.offset - skipped };
  const ranges = rangesOf(source, top, rest, limit + remaining.offset);
  return { ids: await scanRanges(read, source, ranges, conditions, remaining), total };
}

const sumOf = (periods: readonly PeriodCount[]) => periods.reduce((sum, { messages }) => sum + messages, 0);

/** Start and exclusive end of the whole days or hours within the window. */
type Whole = Pick<PeriodCount, "start" | "end">;

/**
 * Returns the whole periods of the window. Returns null if the window has no whole hour, or no whole day if
 * the filter is counted by day only.
 */
function wholePeriods({ filter, from, to }: CountedMessages): Whole | null {
  const length = isCountedByHour(filter) ? HOUR : DAY;
  const start = from === undefined ? 0 : Math.ceil(from / length) * length;
  const end = to === undefined ? Infinity : Math.floor((to + SECOND) / length) * length;
  return start < end ? { start, end } : null;
}

/**
 * Returns the periods of the window that have messages, newest first: its whole days or hours, and the
 * incomplete periods at its start and end. The stored counts cover whole periods only, so the messages of the
 * incomplete periods are counted one by one.
 */
async function windowPeriods(
  read: LongRead,
  messages: CountedMessages,
  whole: Whole,
): Promise<PeriodCount[]> {
  const { source, conditions, from = 0, to } = messages;
  const past = to === undefined ? Infinity : to + SECOND;
  const countIds = async (range: IdRange) =>
    (await scan(read, { ...source, ...range }, conditions, { limit: 0, offset: 0 })).total;
  const periods = await read.step((db) => countPeriods(db, messages, whole));
  // Windows are bounded by ids, and the stored counts by creation times. A message whose id is after the
  // period of its creation counts in that period, and not in the incomplete period after it.
  if (to !== undefined) {
    const range = { from: firstIdAt(whole.end), to: source.to };
    const count = whole.end < past ? await countIds(range) : 0;
    const ahead = await idsAhead(read, messages, whole.end);
    periods.unshift({ start: whole.end, end: past, messages: count - ahead });
  }
  if (from > 0) {
    const range = { from: source.from, to: lastIdAt(whole.start - 1) };
    const count = from < whole.start ? await countIds(range) : 0;
    const ahead = await idsAhead(read, messages, whole.start);
    periods.push({ start: from, end: whole.start, messages: count + ahead });
  }
  // Keep negative counts. If the window ends with a whole period, the empty period after it has a negative
  // count. It subtracts the messages of the whole period whose ids are after the window.
  return periods.filter((period) => period.messages !== 0);
}

/** Counts the whole days by day, and the remaining hours by hour. */
async function countPeriods(
  db: Db,
  { accountId, filter }: CountedMessages,
  { start, end }: Whole,
): Promise<PeriodCount[]> {
  const counts = (period: "day" | "hour", first: Instant, past: Instant) => {
    const length = period === "day" ? DAY : HOUR;
    const bounds = [first / length, Math.min(past / length - 1, LAST_PERIOD)] as const;
    return first < past ? countsByPeriod(db, accountId, filter, period, bounds) : [];
  };
  const firstDay = Math.ceil(start / DAY) * DAY;
  const pastDay = end === Infinity ? Infinity : Math.floor(end / DAY) * DAY;
  if (firstDay >= pastDay) return counts("hour", start, end);
  return [
    ...(await counts("hour", pastDay, end)),
    ...(await counts("day", firstDay, pastDay)),
    ...(await counts("hour", start, firstDay)),
  ];
}

/**
 * Returns the number of messages that were created before the instant, but have an id at or after it. Ids
 * always rise within a process, so an id can be up to `ROLLBACK_ALLOWANCE_MS` later than its message.
 */
async function idsAhead(
  read: LongRead,
  { source, conditions, onSource }: CountedMessages,
  instant: Instant,
): Promise<number> {
  const range = { from: firstIdAt(instant), to: lastIdAt(instant + ROLLBACK_ALLOWANCE_MS) };
  const created = onSource({ columns: ["created_at"], sql: (db) => db.raw("created_at < ?", [instant]) });
  const page = { limit: 0, offset: 0 };
  // Do not count the messages of these few seconds as examined. The limit on examined messages then depends
  // only on the filter.
  const unlimited = { ...source, ...range, examined: undefined };
  return (await scan(read, unlimited, [...conditions, created], page)).total;
}

interface Start {
  /** Largest id to read; undefined without a bound. */
  top: string | undefined;
  /** Number of messages of the window with larger ids. */
  skipped: number;
  /** The periods from the page's first message on, newest first. */
  rest: readonly PeriodCount[];
}

/**
 * Finds the newest period to read: the period of the page's offset, or a newer period if ids are ahead of
 * creation times.
 */
async function startOf(
  read: LongRead,
  messages: CountedMessages,
  periods: readonly PeriodCount[],
  page: PageRequest,
): Promise<Start> {
  const exact = await withHours(read, messages, periods, page);
  for (let index = periodAt(exact, page.offset); index > 0; index -= 1) {
    const instant = exact[index]?.end ?? 0;
    const skipped = sumOf(exact.slice(0, index)) + (await idsAhead(read, messages, instant));
    if (skipped <= page.offset) return { top: lastIdAt(instant - 1), skipped, rest: exact.slice(index) };
  }
  return { top: messages.source.to, skipped: 0, rest: exact };
}

function periodAt(periods: readonly PeriodCount[], offset: number): number {
  let past = 0;
  const index = periods.findIndex(({ messages }) => (past += messages) > offset);
  return index === -1 ? periods.length - 1 : index;
}

/** Returns the periods, with the days of the page split into hours if the filter is counted by hour. */
async function withHours(
  read: LongRead,
  { accountId, filter }: CountedMessages,
  periods: readonly PeriodCount[],
  { limit, offset }: PageRequest,
): Promise<readonly PeriodCount[]> {
  if (!isCountedByHour(filter)) return periods;
  const page = periods.slice(periodAt(periods, offset), periodAt(periods, offset + limit - 1) + 1);
  const days = page.filter(({ start, end }) => end - start === DAY);
  const [newest, oldest] = [days[0], days.at(-1)];
  if (!newest || !oldest) return periods;
  const bounds = [oldest.start / HOUR, newest.end / HOUR - 1] as const;
  const hours = await read.step((db) => countsByPeriod(db, accountId, filter, "hour", bounds));
  return [
    ...periods.filter(({ start }) => start >= newest.end),
    ...hours,
    ...periods.filter(({ end }) => end <= oldest.start),
  ];
}

/** Maximum ranges of a page. Each range takes a few statements. */
const MAX_RANGES = 32;

/**
 * Returns the ranges of ids that have the first `needed` messages of the periods. Leaves out the gaps between
 * periods, up to `MAX_RANGES` ranges. The last range reaches down to the window's oldest id.
 */
function rangesOf(
  { from }: IdRange,
  top: string | undefined,
  periods: readonly PeriodCount[],
  needed: number,
): IdRange[] {
  const ranges: { from?: string; to?: string }[] = [];
  let previous: PeriodCount | undefined;
  let expected = 0;
  for (const period of periods) {
    if (expected >= needed) break;
    const current = ranges.at(-1);
    if (!current || !previous || (period.end < previous.start && ranges.length < MAX_RANGES)) {
      if (current && previous) current.from = firstIdAt(previous.start);
      ranges.push({ to: lower(current ? undefined : top, newestIdOf(period)) });
    }
    expected += period.messages;
    previous = period;
  }
  const last = ranges.at(-1);
  if (last) last.from = from;
  return ranges;
}

/** Returns the largest id that a message of the period can have. */
const newestIdOf = ({ end }: PeriodCount) => lastIdAt(end - 1 + ROLLBACK_ALLOWANCE_MS);

const lower = (one: string | undefined, other: string) => (one !== undefined && one < other ? one : other);
