import { type Db, rawRows } from "../dialect";
import type { SqliteConnection } from "../sqlite-connection";

/** Sets every sequence of the target to the source's last value, so that new values continue after it. */
export async function setSequences(source: SqliteConnection, trx: Db): Promise<void> {
  const serials = await rawRows<{ table: string; column: string; sequence: string }>(
    trx,
    `select table_name as "table", column_name as "column",
            pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
       from information_schema.columns
       where table_schema = current_schema() and column_default like 'nextval(%'`,
  );
  for (const { table, column, sequence } of serials) {
    await setSequence(trx, sequence, lastSerial(source, table, column));
  }
  const [tick] = source.prepare("select value from membership_ticks").all([]) as { value: number }[];
  await setSequence(trx, "membership_ticks", tick?.value ?? 0);
}

/** Returns the last value that SQLite assigned, which may be of a deleted row. */
function lastSerial(source: SqliteConnection, table: string, column: string): number {
  const [row] = source
    .prepare(
      `select max(coalesce((select seq from sqlite_sequence where name = ?), 0),
                  coalesce((select max("${column}") from "${table}"), 0)) as last`,
    )
    .all([table]) as { last: number }[];
  return row?.last ?? 0;
}

/** Sets a sequence to its last value, unless no value was assigned: PostgreSQL refuses values below 1. */
async function setSequence(trx: Db, sequence: string, last: number): Promise<void> {
  if (last >= 1) await trx.raw("select setval(?::regclass, ?)", [sequence, last]);
}
