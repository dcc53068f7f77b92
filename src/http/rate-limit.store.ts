import type { Knex } from "knex";
import { dialectOf } from "../db/dialect";
import type { RateCounter } from "./rate-limit";

/** SQLite belongs to one process, so the count may live in it; PostgreSQL is shared, so it keeps the count. */
export function rateCounter(db: Knex): RateCounter {
  return dialectOf(db) === "sqlite" ? processCounter() : sharedCounter(db);
}

function processCounter(): RateCounter {
  const windows = new Map<string, { start: number; used: number }>();
  return {
    async count(accountId, windowStart) {
      const window = windows.get(accountId);
      if (window?.start === windowStart) return ++window.used;
      windows.set(accountId, { start: windowStart, used: 1 });
      return 1;
    },
  };
}

function sharedCounter(db: Knex): RateCounter {
  return {
    async count(accountId, windowStart) {
      const { rows } = await db.raw<{ rows: { used: number }[] }>(
        `insert into rate_windows as w (account_id, window_start, used) values (?, ?, 1)
         on conflict (account_id) do update set
           used = case when w.window_start >= excluded.window_start then w.used + 1 else 1 end,
           window_start = greatest(w.window_start, excluded.window_start)
         returning used`,
        [accountId, windowStart],
      );
      return rows[0]?.used ?? 1;
    },
  };
}
