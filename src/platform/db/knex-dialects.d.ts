// Types of the parts of knex's dialects that the service uses. knex declares no types for these files.

declare module "knex/lib/dialects/better-sqlite3/index.js" {
  import knex from "knex";

  class BetterSqlite3Client extends knex.Client {
    /** Whether the client belongs to a transaction. */
    transacting?: boolean;
    config: knex.Knex.Config;
    acquireRawConnection(): Promise<unknown>;
    acquireConnection(): Promise<unknown>;
    /** Runs one statement within the current turn of the event loop. */
    _query<Q extends { sql: string }>(connection: unknown, query: Q): Promise<Q>;
    _formatBindings(bindings: readonly unknown[] | undefined): unknown[];
    destroyRawConnection(connection: unknown): Promise<void>;
  }
  export default BetterSqlite3Client;
}

declare module "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js" {
  import type { Knex } from "knex";

  class SqliteTransaction {
    constructor(client: unknown, container: unknown, config: unknown, outerTx: unknown);
    readonly client: { transacting?: boolean; config: Knex.Config };
    readonly trxClient: { query(connection: unknown, sql: string): Promise<unknown> };
    _completed: boolean;
    _rejecter(reason: unknown): void;
    /** Acquires a connection, begins the transaction, and runs the container. */
    _evaluateContainer(config: unknown, container: unknown): Promise<unknown>;
    begin(connection: unknown): Promise<unknown>;
    rollback(connection: unknown, error?: unknown): Promise<unknown>;
  }
  export default SqliteTransaction;
}

declare module "knex/lib/dialects/postgres/index.js" {
  import { type Knex, knex } from "knex";
  import type { Client, QueryResult } from "pg";

  export default class PostgresClient extends knex.Client {
    config: Knex.Config;
    /** Whether the client belongs to a transaction. */
    transacting?: boolean;
    acquireConnection(): Promise<Client>;
    _acquireOnlyConnection(): Promise<Client>;
    checkVersion(connection: Client): Promise<string>;
    /** Positions the placeholders, runs the statement, and emits `query` and `query-error`. */
    query(connection: Client, query: DriverQuery): Promise<DriverQuery>;
    _query(connection: Client, query: DriverQuery): Promise<DriverQuery>;
    validateConnection(connection: Client): Promise<boolean>;
  }

  export interface DriverQuery {
    sql: string;
    bindings?: unknown[];
    response?: QueryResult;
  }
}

declare module "knex/lib/dialects/postgres/execution/pg-transaction.js" {
  import type { Knex } from "knex";
  import type { Client } from "pg";

  export default class PostgresTransaction {
    constructor(
      client: Knex.Client,
      container: unknown,
      config: Knex.TransactionConfig | undefined,
      outerTx: PostgresTransaction | null,
    );
    _completed: boolean;
    _rejecter(error: unknown): void;
    query(connection: Client, sql: string, status?: number, value?: unknown): Promise<unknown>;
    rollback(connection: Client, error?: unknown): Promise<unknown>;
  }
}
