import type { Knex } from "knex";
import { dialectOf } from "../platform/db/dialect";
import { type Instant, MINUTE } from "../platform/time";
import type { Counted, RateCounter } from "./rate-limit";

/** SQLite belongs to one process, so the count may live in it; PostgreSQL is shared, so it keeps the count. */
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

/** A process takes one of so many parts of a limit at a time, and asks for no more than so many requests. */
const PARTS = 200;
const LARGEST_PART = 500;

/**
 * How many requests a process may count at a time without asking: what it then does not use is lost to the others in
 * that minute, so that small limits are taken one by one.
 */
export const partOf = (limit: number): number =>
  Math.max(1, Math.min(LARGEST_PART, Math.floor(limit / PARTS)));

/** Numbers of a window that belong to this process, from the next on. */
interface Part extends Counted {
  askedFor: Instant;
  end: number;
}

/** One count for all processes, of which each takes several numbers at a time where the limit is large. */
function sharedCounter(db: Knex): RateCounter {
  const parts = new Map<string, Part>();
  const takings = new Map<string, Promise<Part>>();

  async function take(accountId: string, askedFor: Instant, size: number): Promise<Part> {
    const { used, windowStart } = await takeNumbers(db, accountId, askedFor, size);
    const part = { askedFor, used: used - size, end: used, windowStart };
    parts.set(accountId, part);
    return part;
  }

  return {
    async count(accountId, windowStart, limit) {
      for (;;) {
        const part = parts.get(accountId);
        if (part?.askedFor === windowStart && part.used < part.end) {
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
 * Another process may be in the next minute a moment sooner. A window further ahead than that is of a clock that was
 * ahead: it would lock the account out until the present gets there, so it ends at once.
 */
async function takeNumbers(
  db: Knex,
  accountId: string,
  windowStart: Instant,
  size: number,
): Promise<Counted> {
  const { rows } = await db.raw<{ rows: Counted[] }>(
    `insert into rate_windows as w (account_id, window_start, used) values (?, ?, ?)
     on conflict (account_id) do update set
       used = case when w.window_start between excluded.window_start and ?
         then w.used + excluded.used else excluded.used end,
       window_start = case when w.window_start between excluded.window_start and ?
         then w.window_start else excluded.window_start end
     returning used, window_start as "windowStart"`,
    [accountId, windowStart, size, windowStart + MINUTE, windowStart + MINUTE],
  );
  return rows[0] ?? { used: size, windowStart };
}
