import type { Knex } from "knex";
import type { Logger } from "pino";
import { machineClocks, SteadyTime, type ClockSources } from "../steady-clock";
import { type Clock, SECOND } from "../time";
import { rawRows } from "./dialect";

const READ_EVERY = 10 * SECOND;
/**
 * Number of readings at startup. The first reading waits for a connection, so the fastest reading is used.
 */
const FIRST_READINGS = 3;
/** Uncertainty above which a reading is ignored, in milliseconds. */
const MAX_UNCERTAINTY = SECOND / 2;
/** Deviation of this machine's clock above which the operator is warned, in milliseconds. */
export const WARN_FROM_MS = SECOND;

interface Reading {
  /** Time by which the database's clock is ahead of the monotonic clock, in milliseconds. */
  offset: number;
  /** Half of the round-trip time, in milliseconds. */
  uncertainty: number;
}

async function readClock(db: Knex, { monotonic }: ClockSources): Promise<Reading> {
  const before = monotonic();
  const [row] = await rawRows<{ now: number }>(
    db,
    "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now",
  );
  const after = monotonic();
  if (row === undefined) throw new Error("the database returned no time");
  return { offset: row.now - (before + after) / 2, uncertainty: (after - before) / 2 };
}

async function readFirst(db: Knex, sources: ClockSources): Promise<Reading> {
  let best = await readClock(db, sources);
  for (let count = 1; count < FIRST_READINGS; count++) {
    const next = await readClock(db, sources);
    if (next.uncertainty < best.uncertainty) best = next;
  }
  return best;
}

/** Returns a clock that is set once from PostgreSQL's time, for a process that lives for seconds. */
export async function databaseClock(db: Knex, sources: ClockSources = machineClocks): Promise<Clock> {
  const { offset } = await readFirst(db, sources);
  return new SteadyTime(sources.monotonic, offset);
}

export async function machineAheadMs(db: Knex, sources: ClockSources = machineClocks): Promise<number> {
  const { offset } = await readFirst(db, sources);
  return Math.round(sources.wall() - sources.monotonic() - offset);
}

interface FollowOptions {
  log: Pick<Logger, "warn" | "info" | "debug">;
  /** Receives the seconds by which this machine's clock is ahead of the database's clock. */
  onOffset?: (seconds: number) => void;
  sources?: ClockSources;
  everyMs?: number;
}

/**
 * Returns a clock that follows PostgreSQL's, so instants of all processes are comparable. Ignores this
 * machine's wall clock. While the database is unreachable, the clock continues from the last reading.
 */
export async function followDatabaseClock(
  db: Knex,
  { log, onOffset = () => {}, sources = machineClocks, everyMs = READ_EVERY }: FollowOptions,
): Promise<{ clock: Clock; stop(): void }> {
  const first = await readFirst(db, sources);
  const time = new SteadyTime(sources.monotonic, first.offset);
  let wasOff = false;
  let stopped = false;
  let timer: NodeJS.Timeout;

  const compare = ({ offset }: Reading) => {
    const aheadMs = Math.round(sources.wall() - sources.monotonic() - offset);
    onOffset(aheadMs / SECOND);
    const off = Math.abs(aheadMs) > WARN_FROM_MS;
    if (off && !wasOff)
      log.warn({ aheadMs }, "this machine's clock is off; the service follows the database's");
    if (!off && wasOff) log.info({ aheadMs }, "this machine's clock agrees with the database's again");
    wasOff = off;
  };
  const refresh = async () => {
    try {
      const reading = await readClock(db, sources);
      if (stopped || reading.uncertainty > MAX_UNCERTAINTY) return;
      time.observe(reading.offset, reading.uncertainty);
      compare(reading);
    } catch (error) {
      log.debug({ err: error }, "failed to read the database's time");
    }
  };
  const scheduleRefresh = () => {
    timer = setTimeout(
      () => void refresh().then(() => (stopped ? undefined : scheduleRefresh())),
      everyMs,
    ).unref();
  };

  compare(first);
  scheduleRefresh();
  return {
    clock: time,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
