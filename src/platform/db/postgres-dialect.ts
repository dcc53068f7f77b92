import type { Knex } from "knex";
import PostgresClient, { type DriverQuery } from "knex/lib/dialects/postgres/index.js";
import PostgresTransaction from "knex/lib/dialects/postgres/execution/pg-transaction.js";
import { Client, type ClientConfig, DatabaseError, Query, type QueryResult } from "pg";
import { isConnectionLost, isReadOnlyServer, markOutcomeUnknown } from "./errors";
import { type LimitedTransactionConfig, type Limits, LIMITS, limitStatements } from "./limits";
import { type Attempt, closeClient, cutOff, type PostgresServers } from "./postgres-servers";

// knex returns every connection to its pool, even if a statement is still running on it or the ROLLBACK was
// lost. The next transaction on it would then commit the changes of the previous one. Here a connection
// returns to the pool only if it is idle and outside of any transaction. Every other connection is closed,
// and PostgreSQL rolls back its open transaction.

/** Property that knex keeps on a connection but does not declare. */
interface Internals {
  /** Reason why the connection was disposed of. If set, knex's pool no longer uses the connection. */
  __knex__disposed?: unknown;
}

const internals = (connection: Client) => connection as unknown as Internals;

const pendingQueries = new WeakMap<Client, number>();
/** Response timeout of a connection whose transaction has separate limits, in milliseconds. */
const ownResponseLimit = new WeakMap<Client, number>();
/** Generation of the servers in which a connection was made. */
const madeIn = new WeakMap<Client, number>();

const isDiscarded = (connection: Client) => internals(connection).__knex__disposed !== undefined;

function discard(connection: Client, reason: unknown): void {
  internals(connection).__knex__disposed ??= reason;
  cutOff(connection);
}

function track(connection: Client, change: 1 | -1): void {
  pendingQueries.set(connection, (pendingQueries.get(connection) ?? 0) + change);
}

const isIdle = (connection: Client) =>
  !pendingQueries.get(connection) && connection.getTransactionStatus() === "I";

const isTransactionBound = (sql: string) => /^(BEGIN|COMMIT|ROLLBACK(?! TO))\b/.test(sql);

/**
 * Returns whether the state of the connection is known after an error: the server reported the error and is
 * ready again.
 */
const leavesKnownState = (error: unknown, sql: string) =>
  error instanceof DatabaseError && !isConnectionLost(error) && !isTransactionBound(sql);

const WRITE = /\b(insert into|update|delete from)\b/i;

/** Returns whether the statement commits: a COMMIT, or a write outside of a transaction (`isOutside`). */
const commits = (sql: string, isOutside: boolean): boolean =>
  sql.startsWith("COMMIT") || (isOutside && WRITE.test(sql));

/**
 * Returns whether the server may have carried out the statement. Returns false if the server reported an
 * error of the statement, or if the connection was already closed. SQLSTATEs that begin with 08 or 57P0 are
 * connection errors.
 */
const mayBeCarriedOut = (error: Error): boolean =>
  error instanceof DatabaseError
    ? /^(08|57P0)/.test(error.code ?? "")
    : !error.message.includes("is not queryable");

/**
 * Replaces each `?` by `$` and its number, and `\?` by the operator `?`. Takes less than half the time of
 * knex's regular expression.
 */
function numberPlaceholders(sql: string): string {
  let text = "";
  let from = 0;
  let number = 0;
  for (let at = sql.indexOf("?"); at !== -1; at = sql.indexOf("?", from)) {
    const isEscaped = sql[at - 1] === "\\";
    text += isEscaped ? `${sql.slice(from, at - 1)}?` : `${sql.slice(from, at)}$${++number}`;
    from = at + 1;
  }
  return text + sql.slice(from);
}

export type PostgresConfig = Knex.Config & { limits: Limits; servers: PostgresServers };

export class SafePostgresClient extends PostgresClient {
  get limits(): Limits {
    return (this.config as { limits?: Limits }).limits ?? LIMITS;
  }

  private get servers(): PostgresServers {
    return (this.config as PostgresConfig).servers;
  }

  override transaction(container: unknown, config: LimitedTransactionConfig, outer: never) {
    return new LimitedTransaction(this, container, config, outer) as never;
  }

  // The session's limits apply to statements outside of transactions. They are set by a statement, because
  // PgBouncer rejects them as startup parameters.
  override async _acquireOnlyConnection(): Promise<Client> {
    const { generation } = this.servers;
    const connection = await this.servers.connect((attempt) => this.open(attempt));
    madeIn.set(connection, generation);
    return this.orDiscard(connection, async () => {
      await connection.query(limitStatements(this.limits, "session"));
      return connection;
    });
  }

  private async open(attempt: Attempt): Promise<Client> {
    const connection = new Client({ ...(this.config.connection as ClientConfig), ...attempt });
    const dispose = (reason: unknown) => {
      internals(connection).__knex__disposed ??= reason;
    };
    connection.on("error", dispose);
    connection.on("end", () => dispose("the connection ended"));
    await connection.connect();
    return connection;
  }

  override async validateConnection(connection: Client): Promise<boolean> {
    return madeIn.get(connection) === this.servers.generation;
  }

  /** Number that changes when the pool replaces its connections. */
  get generation(): number {
    return this.servers.generation;
  }

  /** Replaces the pool's connections, because the server does not accept writes. */
  abandonServer(): void {
    this.servers.abandon(this.servers.generation);
  }

  override checkVersion(connection: Client): Promise<string> {
    return this.orDiscard(connection, () => super.checkVersion(connection));
  }

  override async _query(connection: Client, query: DriverQuery): Promise<DriverQuery> {
    const query_timeout = ownResponseLimit.get(connection) ?? this.limits.response;
    const isOutside = connection.getTransactionStatus() === "I";
    track(connection, 1);
    try {
      query.response = await this.send(connection, query, query_timeout);
    } catch (error) {
      // If the server is read-only, another server may be the primary by now.
      if (isReadOnlyServer(error)) this.servers.abandon(madeIn.get(connection) ?? -1);
      if (commits(query.sql, isOutside) && error instanceof Error && mayBeCarriedOut(error)) {
        markOutcomeUnknown(error);
      }
      if (!leavesKnownState(error, query.sql)) discard(connection, error);
      throw error;
    } finally {
      track(connection, -1);
    }
    // If a statement of the transaction has failed, PostgreSQL responds to COMMIT with success but rolls
    // back.
    if (query.sql.startsWith("COMMIT") && query.response?.command === "ROLLBACK") {
      throw new Error("the transaction was rolled back at its commit: a statement in it had failed");
    }
    return query;
  }

  /** Sends a statement as a text, because the driver copies a configuration object for each statement. */
  private send(connection: Client, { sql, bindings = [] }: DriverQuery, query_timeout: number) {
    return new Promise<QueryResult>((resolve, reject) => {
      const query = new Query(sql, bindings, (error, result) => (error ? reject(error) : resolve(result)));
      connection.query(Object.assign(query, { query_timeout }));
    });
  }

  override positionBindings(sql: string): string {
    return numberPlaceholders(sql);
  }

  override releaseConnection(connection: Client): Promise<void> {
    ownResponseLimit.delete(connection);
    if (!isIdle(connection)) discard(connection, "released before its work had ended");
    return super.releaseConnection(connection) as Promise<void>;
  }

  override async destroyRawConnection(connection: Client): Promise<void> {
    await closeClient(connection);
  }

  private async orDiscard<T>(connection: Client, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      discard(connection, error);
      throw error;
    }
  }
}

/**
 * A transaction that sends its limits together with BEGIN, in one round trip. Behind PgBouncer each
 * transaction may use a different session.
 */
class LimitedTransaction extends PostgresTransaction {
  private readonly limits: Limits;
  private readonly hasOwnLimits: boolean;

  constructor(
    client: SafePostgresClient,
    container: unknown,
    config: LimitedTransactionConfig | undefined,
    outer: PostgresTransaction | null,
  ) {
    super(client, container, config, outer);
    this.limits = config?.limits ?? client.limits;
    this.hasOwnLimits = config?.limits !== undefined;
  }

  override query(connection: Client, sql: string, status?: number, value?: unknown): Promise<unknown> {
    if (!sql.startsWith("BEGIN")) return super.query(connection, sql, status, value);
    if (this.hasOwnLimits) ownResponseLimit.set(connection, this.limits.response);
    return super.query(connection, `${sql} ${limitStatements(this.limits, "local")}`, status, value);
  }

  // On a closed connection, ROLLBACK would fail too and hide the original error.
  override rollback(connection: Client, error?: unknown): Promise<unknown> {
    if (!isDiscarded(connection)) return super.rollback(connection, error);
    this._completed = true;
    this._rejecter(error ?? internals(connection).__knex__disposed);
    return Promise.resolve();
  }
}
