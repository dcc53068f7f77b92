import type { Knex } from "knex";
import type { DriverQuery } from "knex/lib/dialects/postgres/index.js";
import type { Client } from "pg";
import { isStandbyFailure } from "../errors";
import { type PostgresConfig, SafePostgresClient } from "../postgres-dialect";

export type ReplicaConfig = PostgresConfig & {
  /** Pool of the primary, which runs the statements that the standby cannot run. */
  primary: Knex;
  isUsable(): boolean;
  onFailure(error: unknown): void;
};

/** Connections of the primary's pool that a replica client has borrowed. */
const borrowed = new WeakSet<Client>();
const failedOnStandby = new WeakSet<object>();

/** Returns whether a transaction failed because of its standby, and not on the primary. */
export const hasFailedOnStandby = (error: unknown): boolean => failedOnStandby.has(error as object);

/**
 * Client that runs statements on a standby, and on the primary if the standby cannot be used or fails. A
 * transaction that fails on the standby is not repeated.
 */
export class ReplicaClient extends SafePostgresClient {
  private get own(): ReplicaConfig {
    return this.config as ReplicaConfig;
  }

  private get primary(): SafePostgresClient {
    return this.own.primary.client as SafePostgresClient;
  }

  override async acquireConnection(): Promise<Client> {
    if (!this.own.isUsable()) return this.borrow();
    try {
      const connection = await super.acquireConnection();
      if (this.own.isUsable() && (await this.validateConnection(connection))) return connection;
      // The standby is no longer usable, or the connection may be to another standby with an unknown delay.
      await super.releaseConnection(connection);
    } catch (error) {
      if (!isStandbyFailure(error)) throw error;
      this.own.onFailure(error);
    }
    return this.borrow();
  }

  private async borrow(): Promise<Client> {
    const connection = await this.primary.acquireConnection();
    borrowed.add(connection);
    return connection;
  }

  override releaseConnection(connection: Client): Promise<void> {
    return borrowed.delete(connection)
      ? this.primary.releaseConnection(connection)
      : super.releaseConnection(connection);
  }

  override async _query(connection: Client, query: DriverQuery): Promise<DriverQuery> {
    if (borrowed.has(connection)) return this.primary._query(connection, query);
    try {
      return await super._query(connection, query);
    } catch (error) {
      if (!isStandbyFailure(error)) throw error;
      this.own.onFailure(error);
      if (this.transacting) {
        failedOnStandby.add(error as object);
        throw error;
      }
      const other = await this.primary.acquireConnection();
      try {
        return await this.primary._query(other, query);
      } finally {
        await this.primary.releaseConnection(other);
      }
    }
  }
}
