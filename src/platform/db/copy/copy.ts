import type { Knex } from "knex";
import { type Limits, LONG_LIMITS, transactionWithin } from "../limits";
import { migrate, recordedMigrations } from "../migrate";
import { openBeside, type SqliteConnection } from "../sqlite-connection";
import { type Contents, contentsOf } from "./checksum";
import { CopyError } from "./copy-error";
import { copyRows } from "./rows";
import { setSequences } from "./sequences";
import { type CopiedTable, refuseRows, tablesToCopy } from "./tables";

export interface TableCopy {
  table: string;
  /** Number of rows in SQLite. */
  rows: number;
  /** Number of rows in PostgreSQL. */
  copied: number;
  /** Whether number and content of the rows are equal. */
  isEqual: boolean;
}

/** Error of a copy whose tables differ from the source. The copy was rolled back. */
export class CopyDiffers extends Error {
  override readonly name = "CopyDiffers";
  constructor(readonly tables: readonly TableCopy[]) {
    super("the copy differs from the source");
  }
}

/**
 * Limits of the copy. The transaction is idle while SQLite is read, which may take minutes for a large table.
 */
const COPY_LIMITS: Limits = { ...LONG_LIMITS, idle: LONG_LIMITS.statement };

type ReportRows = (table: string, rows: number, total: number) => void;

/**
 * Copies every table of a SQLite database into an empty PostgreSQL database, which is migrated first. Reads
 * one state of the source and changes nothing there. Writes all rows in one transaction, so a failed copy
 * leaves the tables empty. Throws `CopyError` if the target has rows, the schemas differ or PostgreSQL
 * refuses a row. Throws `CopyDiffers` if the copied rows differ from the source.
 */
export async function copyToPostgres(
  sqliteFile: string,
  target: Knex,
  report: ReportRows,
): Promise<TableCopy[]> {
  const source = openBeside(sqliteFile);
  try {
    await refuseRows(target);
    await migrate(target);
    source.exec("begin");
    await refuseOtherSchema(source, target);
    return await transactionWithin(target, COPY_LIMITS, (trx) => copyTables(source, trx, report));
  } finally {
    source.close();
  }
}

async function refuseOtherSchema(source: SqliteConnection, target: Knex): Promise<void> {
  const rows = source.prepare("select name from knex_migrations order by id").all([]) as { name: string }[];
  const ofSource = rows.map(({ name }) => name);
  const ofTarget = await recordedMigrations(target);
  const different =
    ofSource.find((name) => !ofTarget.includes(name)) ?? ofTarget.find((name) => !ofSource.includes(name));
  if (different === undefined) return;
  throw new CopyError(
    `The schemas differ: only one of the databases has the migration ${different}. Use the newest build for both`,
  );
}

/** A copied table, with the number of its rows in SQLite, and the number and checksum of the rows read. */
interface Source {
  table: CopiedTable;
  rows: number;
  read: Contents;
}

async function copyTables(
  source: SqliteConnection,
  trx: Knex.Transaction,
  report: ReportRows,
): Promise<TableCopy[]> {
  const tables = await tablesToCopy(source, trx);
  // The lock makes a service that starts on the target wait for the commit, instead of creating its first
  // account.
  await lockTables(trx, tables);
  await refuseRows(trx);
  // Triggers must not run: the source already has the rows that its triggers have written.
  for (const { name } of tables) await trx.raw("alter table ?? disable trigger user", [name]);
  const sources: Source[] = [];
  for (const table of tables) {
    const total = rowsIn(source, table);
    const read = await copyRows(source, trx, table, (rows) => report(table.name, rows, total));
    sources.push({ table, rows: total, read });
  }
  for (const { name } of tables) await trx.raw("alter table ?? enable trigger user", [name]);
  await setSequences(source, trx);
  const copies: TableCopy[] = [];
  for (const one of sources) copies.push(await compare(trx, one));
  if (copies.some(({ isEqual }) => !isEqual)) throw new CopyDiffers(copies);
  // Without statistics, the first queries would scan whole tables.
  await trx.raw(`analyze ${listed(tables)}`, namesOf(tables));
  return copies;
}

const listed = (tables: readonly CopiedTable[]) => tables.map(() => "??").join(", ");
const namesOf = (tables: readonly CopiedTable[]) => tables.map(({ name }) => name);

async function lockTables(trx: Knex.Transaction, tables: readonly CopiedTable[]): Promise<void> {
  await trx.raw(`lock table ${listed(tables)} in access exclusive mode`, namesOf(tables));
}

function rowsIn(source: SqliteConnection, { name }: CopiedTable): number {
  const [counted] = source.prepare(`select count(*) as rows from "${name}"`).all([]) as { rows: number }[];
  return counted?.rows ?? 0;
}

async function compare(trx: Knex.Transaction, { table, rows, read }: Source): Promise<TableCopy> {
  const written = await contentsOf(trx, table);
  const isEqual = rows === read.rows && rows === written.rows && read.checksum === written.checksum;
  return { table: table.name, rows, copied: written.rows, isEqual };
}
