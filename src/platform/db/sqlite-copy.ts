import type { Db } from "./dialect";
import { openBeside } from "./sqlite-connection";

/** Copies the database into an empty file in one read transaction, while other processes may write. */
export async function copySqlite(db: Db, file: string): Promise<void> {
  await db.raw("vacuum into ?", [file]);
}

/** Moves the write-ahead log into the database file, so that the file alone has all data. */
export async function emptyLog(db: Db): Promise<void> {
  await db.raw("pragma wal_checkpoint(truncate)");
}

/** Returns the newest migration of a SQLite file, and the number of rows of each table. */
export function contentOf<T extends string>(
  file: string,
  tables: readonly T[],
): { schema: string; counts: Record<T, number> } {
  const connection = openBeside(file);
  try {
    const value = (sql: string) => Object.values(connection.prepare(sql).all([])[0] as object)[0] as unknown;
    const counts = tables.map((table) => [table, Number(value(`select count(*) from ${table}`))] as const);
    return {
      schema: String(value("select name from knex_migrations order by id desc limit 1")),
      counts: Object.fromEntries(counts) as Record<T, number>,
    };
  } finally {
    connection.close();
  }
}
