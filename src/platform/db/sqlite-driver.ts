import { createRequire } from "node:module";
import type Sqlite from "better-sqlite3";

/** better-sqlite3 13 needs it: with less the process ends in a segmentation fault, and no error can be caught. */
const NODE_API_OF_13 = 10;

/**
 * The package that a Node loads SQLite from: better-sqlite3 13, or 12 where it is older than 22.14 (or 23.0 to 23.5).
 * 12 is not for the others: from 24.19 on it aborts the process when a prepared statement is collected.
 */
export const sqliteDriverFor = (nodeApi: number): string =>
  nodeApi >= NODE_API_OF_13 ? "better-sqlite3" : "better-sqlite3-12";

/** A thread, being plain JavaScript, is told this name and requires it; all others call `loadSqlite`. */
export const SQLITE_DRIVER = sqliteDriverFor(Number(process.versions.napi));

/** The driver is not installed, or was built for another Node. */
export class DriverMissing extends Error {
  override readonly name = "DriverMissing";
}

let loaded: typeof Sqlite | null = null;

export function loadSqlite(): typeof Sqlite {
  loaded ??= loadDriver(SQLITE_DRIVER);
  return loaded;
}

export function loadDriver(name: string): typeof Sqlite {
  try {
    const driver = createRequire(__filename)(name) as typeof Sqlite;
    // Its binary is looked for when the first database is opened.
    new driver(":memory:").close();
    return driver;
  } catch (error) {
    const [reason] = (error as Error).message.split("\n");
    throw new DriverMissing(
      `the SQLite driver (${name}) cannot be used with Node ${process.versions.node}; run "npm ci" with this Node: ${reason}`,
    );
  }
}
