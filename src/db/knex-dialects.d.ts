// knex has no types for the dialects that its manual says to extend; these are the parts that sqlite-client.ts uses.

declare module "knex/lib/dialects/better-sqlite3/index.js" {
  import knex from "knex";

  class BetterSqlite3Client extends knex.Client {
    /** Set on the client of a transaction. */
    transacting?: boolean;
    /** Runs one statement on the connection, within this turn of the event loop. */
    _query<Q extends { sql: string }>(connection: unknown, query: Q): Promise<Q>;
  }
  export default BetterSqlite3Client;
}

declare module "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js" {
  class SqliteTransaction {
    constructor(client: unknown, container: unknown, config: unknown, outerTx: unknown);
    readonly client: { transacting?: boolean };
    readonly trxClient: { query(connection: unknown, sql: string): Promise<unknown> };
    _completed: boolean;
    _rejecter(reason: unknown): void;
    /** Takes a connection from the pool, begins, and runs the container. */
    _evaluateContainer(config: unknown, container: unknown): Promise<unknown>;
    begin(connection: unknown): Promise<unknown>;
    rollback(connection: unknown, error?: unknown): Promise<unknown>;
  }
  export default SqliteTransaction;
}
