import type { Knex } from "knex";
import { lockName } from "./dialect";
import { LOCK_WAIT_LIMITS, transactionWithin } from "./limits";

/** Runs a long transaction under the exclusive lock of a name. */
export function exclusively<T>(
  db: Knex,
  name: string,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return transactionWithin(db, LOCK_WAIT_LIMITS, async (trx) => {
    await lockName(trx, name);
    return work(trx);
  });
}
