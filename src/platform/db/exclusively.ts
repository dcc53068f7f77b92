import type { Knex } from "knex";
import { lockName } from "./dialect";
import { PATIENT_LIMITS, transactionWithin } from "./limits";

/** A transaction that may take long, and of whose name there is one at a time; it holds up no other work. */
export function exclusively<T>(
  db: Knex,
  name: string,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return transactionWithin(db, PATIENT_LIMITS, async (trx) => {
    await lockName(trx, name);
    return work(trx);
  });
}
