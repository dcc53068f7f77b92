import type { Knex } from "knex";

type Work = (trx: Knex.Transaction) => Promise<unknown>;

type RunRaw = () => Promise<unknown>;

/** Returns the database with `around` around its raw statements outside of transactions. */
export function withRaw(db: Knex, around: (sql: string, run: RunRaw) => Promise<unknown>): Knex {
  const raw = (sql: string, bindings: Knex.RawBinding[] = []) => {
    // A fragment of another statement is never awaited.
    const built = db.raw(sql, bindings);
    const run = async () => (await built) as unknown;
    return replacing(built, {
      then: (...given: Parameters<Promise<unknown>["then"]>) => around(sql, run).then(...given),
    });
  };
  // On PostgreSQL, most raw statements run on the client.
  const ofClient = db.client as { query(connection: unknown, query: { sql: string }): Promise<unknown> };
  const query = (connection: unknown, given: { sql: string }) =>
    around(given.sql, () => ofClient.query(connection, given));
  const client = replacing(ofClient, { query });
  return replacing(db, { raw, client });
}

const replacing = <T extends object>(target: T, replaced: Record<string, unknown>): T =>
  new Proxy(target, {
    get: (of, name) =>
      (Object.hasOwn(replaced, name) ? replaced[name as string] : Reflect.get(of, name)) as unknown,
  });

/** Returns a PostgreSQL database without a server, whose raw statements return what `rowsOf` returns. */
export const fakePostgres = (rowsOf: (sql: string) => unknown, client: object = {}): Knex => {
  const query = async (_connection: unknown, { sql }: { sql: string }) => ({
    response: { rows: await rowsOf(sql) },
  });
  const connects = { acquireConnection: async () => ({}), releaseConnection: async () => {}, emit() {} };
  return {
    client: Object.defineProperties(
      { dialect: "postgresql", query, ...connects },
      Object.getOwnPropertyDescriptors(client),
    ),
  } as unknown as Knex;
};

/** Returns the database with `run` around its transactions and around its commits in one statement. */
export const withCommits = (db: Knex, run: (commit: () => Promise<unknown>) => Promise<unknown>): Knex =>
  withTransactions(
    withRaw(db, (sql, commit) => (sql.includes("ended as (") ? run(commit) : commit())),
    (work) => run(() => db.transaction(work)),
  );

/** Returns the database with `run` as its `transaction`. `run` may delay, repeat or omit the work. */
export const withTransactions = (db: Knex, run: (work: Work) => Promise<unknown>): Knex =>
  replacing(db, { transaction: run });

/** Returns the database whose raw statements and transactions fail if `fails` returns true. */
export function withFailures(db: Knex, fails: () => boolean): Knex {
  const fail = () => {
    if (fails()) throw new Error("the connection was lost");
  };
  const failing = withRaw(db, async (_sql, run) => {
    fail();
    return run();
  });
  return withTransactions(failing, (work) =>
    db.transaction(async (trx) => {
      const result = await work(trx);
      fail();
      return result;
    }),
  );
}
