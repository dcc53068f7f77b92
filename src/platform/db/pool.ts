import type { Db } from "./dialect";

/** Methods of knex's connection pool. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Number of connections by state, and number of requests that wait for a connection. */
interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
}

/** Returns the use of the connection pool. On SQLite, the pool is the one connection for transactions. */
export function poolUse(db: Db): PoolUse {
  const { pool } = db.client as { pool: Pool };
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() };
}
