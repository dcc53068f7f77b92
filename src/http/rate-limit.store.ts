import type { Knex } from "knex";
import { dialectOf, rawRows } from "../platform/db/dialect";
import { type Instant, MINUTE } from "../platform/time";
import type { Counted, RateCounter } from "./rate-limit";

/** Returns a counter in memory for SQLite, which has one process, or in the database for PostgreSQL. */
export function rateCounter(db: Knex): RateCounter {
  return dialectOf(db) === "sqlite" ? processCounter() : sharedCounter(db);
}

function processCounter(): RateCounter {
  const windows = new Map<string, { start: number; used: number }>();
  return {
    async count(accountId, windowStart) {
      const window = windows.get(accountId);
      if (window?.start === windowStart) return { used: ++window.used, windowStart };
      windows.set(accountId, { start: windowStart, used: 1 });
      return { used: 1, windowStart };
    },
  };
}

/** A process reserves 1/200 of a limit at a time, and at most 500 requests. */
const PARTS = 200;
const LARGEST_PART = 500;

/**
 * Returns how many requests a process reserves at a time. Other processes cannot use the rest of a
 * reservation, so a process reserves single requests if the limit is small.
 */
const partOf = (limit: number): number => Math.max(1, Math.min(LARGEST_PART, Math.floor(limit / PARTS)));

/** Request numbers of a window that this process has reserved: `used + 1` to `end`. */
interface Part extends Counted {
  requestedWindow: Instant;
  end: number;
}

/** Returns a counter that reserves several request numbers per query if the limit is large. */
function sharedCounter(db: Knex): RateCounter {
  const parts = new Map<string, Part>();
  const takings = new Map<string, Promise<Part>>();

  async function take(accountId: string, requestedWindow: Instant, size: number): Promise<Part> {
    const { used, windowStart } = await takeNumbers(db, accountId, requestedWindow, size);
    const part = { requestedWindow, used: used - size, end: used, windowStart };
    parts.set(accountId, part);
    return part;
  }

  return {
    async count(accountId, windowStart, limit) {
      for (;;) {
        const part = parts.get(accountId);
        if (part?.requestedWindow === windowStart && part.used < part.end) {
          return { used: ++part.used, windowStart: part.windowStart };
        }
        let taking = takings.get(accountId);
        if (taking === undefined) {
          taking = take(accountId, windowStart, partOf(limit)).finally(() => takings.delete(accountId));
          takings.set(accountId, taking);
        }
        await taking;
      }
    },
  };
}

/**
 * Reserves `size` request numbers of a window. If the stored window is the next minute, another process has
 * already begun it. The statement then reserves numbers of that window. A stored window further ahead comes
 * from a wrong clock and would block the account, so the statement replaces it.
 */
async function takeNumbers(
  db: Knex,
  accountId: string,
  windowStart: Instant,
  size: number,
): Promise<Counted> {
  const [counted] = await rawRows<Counted>(
    db,
    `insert into rate_windows as w (account_id, window_start, used) values (?, ?, ?)
     on conflict (account_id) do update set
       used = case when w.window_start between excluded.window_start and ?
         then w.used + excluded.used else excluded.used end,
       window_start = case when w.window_start between excluded.window_start and ?
         then w.window_start else excluded.window_start end
     returning used, window_start as "windowStart"`,
    [accountId, windowStart, size, windowStart + MINUTE, windowStart + MINUTE],
  );
  return counted ?? { used: size, windowStart };
}
