import type { Knex } from "knex";

type Work = (trx: Knex.Transaction) => Promise<unknown>;

/** Returns the database with `run` around its transactions and around its commits in one statement. */
export const withCommits = (db: Knex, run: (commit: () => Promise<unknown>) => Promise<unknown>): Knex => {
  const raw = (sql: string, bindings: Knex.RawBinding[] = []) =>
    sql.includes("ended as (") ? run(async () => db.raw(sql, bindings)) : db.raw(sql, bindings);
  return new Proxy(
    withTransactions(db, (work) => run(() => db.transaction(work))),
    {
      get: (target, name) => (name === "raw" ? raw : (Reflect.get(target, name) as unknown)),
    },
  );
};

/** Returns the database with `run` as its `transaction`. `run` may delay, repeat or omit the work. */
export const withTransactions = (db: Knex, run: (work: Work) => Promise<unknown>): Knex =>
  new Proxy(db, {
    get: (target, name) => (name === "transaction" ? run : (Reflect.get(target, name) as unknown)),
  });

/** Returns the database whose raw statements and transactions fail if `fails` returns true. */
export function withFailures(db: Knex, fails: () => boolean): Knex {
  const fail = () => {
    if (fails()) throw new Error("the connection was lost");
  };
  const replaced = {
    transaction: (work: Work) =>
      db.transaction(async (trx) => {
        const result = await work(trx);
        fail();
        return result;
      }),
    raw: (...given: Parameters<Knex["raw"]>) => {
      fail();
      return db.raw(...given);
    },
  };
  return new Proxy(db, {
    get: (target, name) => Reflect.get(name in replaced ? replaced : target, name) as unknown,
  });
}
