import { createRequire } from "node:module";
import type Sqlite from "better-sqlite3";

/**
 * Node-API version that better-sqlite3 13 needs. With an older version, the process ends in a segmentation
 * fault, which cannot be caught.
 */
const NODE_API_OF_13 = 10;
const OLDER_DRIVER = "better-sqlite3-12";

/**
 * Returns the package of the SQLite driver for a Node version: better-sqlite3 13, or 12 for Node before 22.14
 * (or 23.0 to 23.5). Version 12 must not be used elsewhere: from Node 24.19 it aborts the process when a
 * prepared statement is collected.
 */
export const sqliteDriverFor = (nodeApi: number): string =>
  nodeApi >= NODE_API_OF_13 ? "better-sqlite3" : OLDER_DRIVER;

/**
 * Name of the driver's package. Threads are plain JavaScript, receive this name and require it; all other
 * code calls `loadSqlite`.
 */
export const SQLITE_DRIVER = sqliteDriverFor(Number(process.versions.napi));

/** Error of a driver that is not installed, or that was built for another Node version. */
export class DriverMissingError extends Error {
  override readonly name = "DriverMissingError";
}

let loaded: typeof Sqlite | null = null;

export function loadSqlite(): typeof Sqlite {
  loaded ??= loadDriver(SQLITE_DRIVER);
  return loaded;
}

/** Returns which Node to use if `name` is the older driver, which release archives lack; otherwise empty. */
export const remedyFor = (name: string): string =>
  name === OLDER_DRIVER ? "use Node 22.14 or newer, but not 23.0 to 23.5, or " : "";

export function loadDriver(name: string): typeof Sqlite {
  try {
    const driver = createRequire(__filename)(name) as typeof Sqlite;
    // Open a database, because the driver loads its binary only when the first database is opened.
    new driver(":memory:").close();
    return driver;
  } catch (error) {
    const [reason] = (error as Error).message.split("\n");
    const remedy = remedyFor(name);
    throw new DriverMissingError(
      `the SQLite driver (${name}) cannot be used with Node ${process.versions.node}; ${remedy}run "npm ci" with this Node: ${reason}`,
    );
  }
}
