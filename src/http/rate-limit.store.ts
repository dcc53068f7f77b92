import type { Knex } from "knex";
import { dialectOf } from "../db/dialect";
import { MINUTE } from "../time";
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

/**
 * Another process may be in the next minute a moment sooner. A window further ahead than that is of a clock that was
 * ahead: it would lock the account out until the present gets there, so it ends at once.
 */
function sharedCounter(db: Knex): RateCounter {
  return {
    async count(accountId, windowStart) {
      const { rows } = await db.raw<{ rows: Counted[] }>(
        `insert into rate_windows as w (account_id, window_start, used) values (?, ?, 1)
         on conflict (account_id) do update set
           used = case when w.window_start between excluded.window_start and ? then w.used + 1 else 1 end,
           window_start = case when w.window_start between excluded.window_start and ?
             then w.window_start else excluded.window_start end
         returning used, window_start as "windowStart"`,
        [accountId, windowStart, windowStart + MINUTE, windowStart + MINUTE],
      );
      return rows[0] ?? { used: 1, windowStart };
    },
  };
}
