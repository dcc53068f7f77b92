import BetterSqlite3Client from "knex/lib/dialects/better-sqlite3/index.js";
import { loadSqlite } from "./sqlite-driver";

/** knex on SQLite, with the driver that is right for this Node. */
export class SqliteClient extends BetterSqlite3Client {
  override initializeDriver(): void {
    this.driver = loadSqlite();
  }
}
