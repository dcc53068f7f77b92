import type { Knex } from "knex";
import { type Db, dialectOf } from "../dialect";
import type { PageRequest } from "../page";
import type { Condition } from "./conditions";
import { type LongRead, nextSize, type Reading } from "./reads";
import {
  type Bounds,
  counted,
  type IdRange,
  inOrder,
  isMerged,
  keyOf,
  ordered,
  type Place,
  rows,
  indexRangesOf,
  type Source,
} from "./source";

export interface Scanned {
  ids: string[];
  total: number;
}

/** Returns a counter of rows for `Source.examined`. The counter throws the error once it exceeds `max`. */
export function upTo(max: number, error: () => Error): (rows: number) => void {
  let counted = 0;
  return (rows) => {
    counted += rows;
    if (counted > max) throw error();
  };
}

/**
 * Returns a page of the ids that pass the filter, in the source's order, and their total. Reads slice by
 * slice, so that each step is short whatever the filter matches. Reads to the end unless the total is known.
 */
export async function scan(
  read: LongRead,
  source: Source,
  filter: readonly Condition[],
  page: PageRequest,
  knownTotal?: number,
): Promise<Scanned> {
  const progress = begin(read);
  const enough = () =>
    knownTotal !== undefined && (progress.ids.length === page.limit || page.offset >= knownTotal);
  await advance(read, source, filter, page, progress, enough);
  return { ids: progress.ids, total: knownTotal ?? progress.passed };
}

/** Returns whether the source has more than `max` rows. Counts index entries and stops after `max`. */
export async function hasMoreThan(read: LongRead, source: Source, max: number): Promise<boolean> {
  const { id } = source;
  let left = max;
  for (const run of indexRangesOf(source)) {
    left -= await read.step((db) => {
      const entries = rows(db, run, {}).select(id).orderBy(id, "desc");
      return counted(db, db.from(entries.limit(left + 1).as("entries")), []);
    });
    if (left < 0) return true;
  }
  return false;
}

/**
 * Returns a page of the ids in the ranges that pass the filter. The ranges are disjoint, newest first. Stops
 * when the page is full.
 */
export async function scanRanges(
  read: LongRead,
  source: Source,
  ranges: readonly IdRange[],
  filter: readonly Condition[],
  page: PageRequest,
): Promise<string[]> {
  const progress = begin(read);
  const enough = () => progress.ids.length >= page.limit;
  for (const { from, to } of ranges) {
    await advance(read, { ...source, from, to }, filter, page, progress, enough);
  }
  return progress.ids;
}

interface Progress {
  ids: string[];
  /** Number of rows so far that pass the filter. */
  passed: number;
  /** Number of rows of the next slice. */
  size: number;
}

const begin = ({ slices }: LongRead): Progress => ({ ids: [], passed: 0, size: slices.first });

/** Number of index entries that take as long to read as one row. */
const ENTRIES = 5;

/** Reads slices of the source, in its order, until its end or until `enough` returns true. */
async function advance(
  read: LongRead,
  source: Source,
  filter: readonly Condition[],
  page: PageRequest,
  progress: Progress,
  enough: () => boolean,
): Promise<void> {
  const { slices } = read;
  const sizes = filter.length === 0 ? { ...slices, max: ENTRIES * slices.max } : slices;
  let after: Place | undefined;
  while (!enough()) {
    const slice: Slice = { after, size: progress.size };
    const { passed, last, found, took } = await read.step(async (db) => {
      const begun = read.stopwatch();
      const needed = {
        skip: Math.max(0, page.offset - progress.passed),
        take: page.limit - progress.ids.length,
      };
      const part = await readSlice(db, source, filter, slice, needed);
      return { ...part, took: read.stopwatch() - begun };
    });
    if (filter.length > 0 && last !== undefined) source.examined?.(slice.size);
    progress.ids.push(...found);
    progress.passed += passed;
    progress.size = nextSize(progress.size, took, sizes);
    if (last === undefined) break;
    after = last;
  }
}

/**
 * Yields all ids that pass the filter, newest first. Reads a slice, with its own time budget, when the
 * previous slice is consumed.
 */
export async function* scanAll(
  reading: Reading,
  source: Source,
  filter: readonly Condition[],
): AsyncGenerator<string[]> {
  let after: Place | undefined;
  let size: number | undefined;
  do {
    const slice = await reading(async ({ slices, stopwatch, step }) => {
      const now = size ?? slices.first;
      return step(async (db) => {
        const begun = stopwatch();
        const last = await endOfSlice(db, source, { after, size: now });
        const ids = rows(db, source, { after, through: last }).select(source.id);
        for (const { sql } of filter) void ids.where(sql(db));
        const found = (await inOrder(db, source, ids).limit(now).pluck(source.id)) as string[];
        return { found, last, next: nextSize(now, stopwatch() - begun, slices) };
      });
    });
    if (slice.found.length > 0) yield slice.found;
    ({ last: after, next: size } = slice);
  } while (after !== undefined);
}

interface Slice {
  /** Last row of the previous slice; absent for the first slice. */
  after?: Place;
  size: number;
}

/** Counts a slice and reads its part of the page. `last` is its last row; undefined for the last slice. */
async function readSlice(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  { after, size }: Slice,
  { skip, take }: { skip: number; take: number },
): Promise<{ passed: number; found: string[]; last: Place | undefined }> {
  // Without conditions, counting the rows of several values is faster than merging them in order.
  const isCountedByValue = isMerged(source) && filter.length === 0;
  const last = await (isCountedByValue ? endOfRuns : endOfSlice)(db, source, { after, size });
  const bounds = { after, through: last };
  const isFull = last !== undefined && filter.length === 0 && !isCountedByValue;
  const passed = isFull ? size : await countRows(db, source, filter, bounds, size);
  if (take === 0 || passed <= skip) return { passed, found: [], last };
  const found = inOrder(db, source, rows(db, source, bounds).select(source.id));
  for (const { sql } of filter) void found.where(sql(db));
  return { passed, found: (await found.offset(skip).limit(take).pluck(source.id)) as string[], last };
}

/** Returns the last row of the slice, from the index alone; undefined if fewer rows are left. */
async function endOfSlice(db: Db, source: Source, { after, size }: Slice): Promise<Place | undefined> {
  const { id } = source;
  // The query merges the ranges of the values.
  const [first, ...others] = indexRangesOf(source).map((run) => {
    const newest = rows(db, run, { after }).select(id).orderBy(id, "desc").limit(size);
    return db.from(newest.as("run")).select(id);
  });
  const all: Knex.QueryBuilder =
    first && others.length > 0
      ? db.from(first.unionAll(others).as("runs")).orderBy(id, "desc")
      : ordered(db, source, rows(db, source, { after }));
  const key = keyOf(source);
  const [last] = (await all
    .offset(size - 1)
    .limit(1)
    .select(...key)) as Readonly<Record<string, string>>[];
  return last && key.map((column) => last[column] as string);
}

/**
 * Returns the last row of a slice in which one value has `size` rows and no value has more. Returns undefined
 * if every value has fewer rows left.
 */
async function endOfRuns(db: Db, source: Source, { after, size }: Slice): Promise<Place | undefined> {
  const { id } = source;
  const [first, ...others] = indexRangesOf(source).map((run) => {
    const end = rows(db, run, { after })
      .select(id)
      .orderBy(id, "desc")
      .offset(size - 1)
      .limit(1);
    return db.from(end.as("run")).select(id);
  });
  if (!first) return undefined;
  const ends = db.from(first.unionAll(others).as("runs")).orderBy(id, "desc").limit(1);
  const [last] = (await ends.pluck(id)) as string[];
  return last === undefined ? undefined : [last];
}

async function countRows(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  bounds: Bounds,
  size: number,
): Promise<number> {
  const query = rows(db, source, bounds);
  if (dialectOf(db) === "postgres" && !isMerged(source)) {
    // The order makes PostgreSQL use the ordered index, whatever its row estimates are. It also makes
    // PostgreSQL read the slice from its oldest row on, as in the file, so the operating system reads ahead.
    void ordered(db, source, query, "asc").limit(size);
    const columns = new Set([source.id, ...filter.flatMap(({ columns }) => columns)]);
    const slice = query.select(...columns).as("slice");
    return counted(db, db.from(slice), filter);
  }
  return counted(db, query, filter);
}
