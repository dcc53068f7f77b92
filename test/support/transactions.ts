import type { Knex } from "knex";

type Work = (trx: Knex.Transaction) => Promise<unknown>;

/** Returns the database with `run` as its `transaction`. `run` may delay, repeat or omit the work. */
export const withTransactions = (db: Knex, run: (work: Work) => Promise<unknown>): Knex =>
  new Proxy(db, {
    get: (target, name) => (name === "transaction" ? run : (Reflect.get(target, name) as unknown)),
  });
