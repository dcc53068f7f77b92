import { LEASE_MS } from "../../queue/lease-lengths";
import { type Db, fitting, rawChanges } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import { enqueueJobs } from "../../queue/jobs.store";
import { renewLeases, settleJobs } from "../../queue/leases.store";
import type { Instant } from "../../platform/time";
import type { ColumnChoice, Import, ImportError, ImportStatus, LeasedImport } from "./import";

/** Returns the maximum rows per transaction. On SQLite, more rows would block requests for too long. */
export const chunkRows = (db: Db) => fitting(db, { sqlite: 400, postgres: 1_000 });

/**
 * Condition of the partial indexes of active imports. SQLite uses a partial index only for literal values.
 */
const ACTIVE = "status in ('pending', 'running')";

interface ImportRow {
  account_id: string;
  id: string;
  list_id: string;
  file_id: string;
  status: ImportStatus;
  rows_total: number | null;
  rows_processed: number;
  created: number;
  updated: number;
  rejected: number;
  listed: number;
  columns: string | null;
  column_choices: string;
  error: string | null;
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
}

const toImport = (row: ImportRow): Import => ({
  accountId: row.account_id,
  id: row.id,
  listId: row.list_id,
  fileId: row.file_id,
  status: row.status,
  rowsTotal: row.rows_total,
  rowsProcessed: row.rows_processed,
  created: row.created,
  updated: row.updated,
  rejected: row.rejected,
  listed: row.listed,
  columns: row.columns === null ? null : (JSON.parse(row.columns) as string[]),
  choices: JSON.parse(row.column_choices) as ColumnChoice[],
  error: row.error === null ? null : (JSON.parse(row.error) as ImportError),
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
});

type ListKey = Pick<Import, "accountId" | "listId">;
type ImportKey = Pick<Import, "accountId" | "id">;

const imports = (db: Db) => db<ImportRow>("imports");
const ofList = (db: Db, { accountId, listId }: ListKey) =>
  imports(db).where({ account_id: accountId, list_id: listId });

/** Queues an import. The unique index of active imports rejects a second import into the same list. */
export async function insertImport(
  trx: Db,
  { accountId, id, listId, fileId, choices }: ImportKey & Pick<Import, "listId" | "fileId" | "choices">,
  now: Instant,
): Promise<Import> {
  const [row] = await imports(trx)
    .insert({
      account_id: accountId,
      id,
      list_id: listId,
      file_id: fileId,
      column_choices: JSON.stringify(choices),
      status: "pending",
      created_at: now,
    })
    .returning("*");
  const times = { dueAt: now, createdAt: now, attempt: 0 };
  const of = { kind: "import", accountId, key: accountId, id } as const;
  await enqueueJobs(trx, [{ ...of, ...times, priority: 0, weight: 1, tag: null, payload: null }]);
  return toImport(row as ImportRow);
}

export async function hasActiveImport(db: Db, accountId: string, listId: string): Promise<boolean> {
  const row = await ofList(db, { accountId, listId }).whereRaw(ACTIVE).first("id");
  return row !== undefined;
}

export async function anyImportNeeds(db: Db, accountId: string, fileId: string): Promise<boolean> {
  const reading = imports(db).where({ account_id: accountId, file_id: fileId });
  return (await reading.whereRaw(ACTIVE).first("id")) !== undefined;
}

export async function findImport(db: Db, list: ListKey, importId: string): Promise<Import | null> {
  const row = await ofList(db, list).where({ id: importId }).first();
  return row ? toImport(row) : null;
}

export async function findImportById(db: Db, { accountId, id }: ImportKey): Promise<Import | null> {
  const row = await imports(db).where({ account_id: accountId, id }).first();
  return row ? toImport(row) : null;
}

export async function listImports(
  db: Db,
  list: ListKey,
  { limit, offset }: PageRequest,
): Promise<{ imports: Import[]; total: number }> {
  const rows = await ofList(db, list).orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await ofList(db, list).count({ total: "*" }).first<{ total: number }>();
  return { imports: rows.map(toImport), total: counted.total };
}

/** Cancels an active import; its worker stops at the next chunk. Returns null if the import is not active. */
export async function cancelActive(
  db: Db,
  list: ListKey,
  importId: string,
  now: Instant,
): Promise<Import | null> {
  const [row] = await ofList(db, list)
    .where({ id: importId })
    .whereRaw(ACTIVE)
    .update({ status: "canceled", completed_at: now })
    .returning("*");
  return row ? toImport(row) : null;
}

const running = (db: Db, { accountId, id }: ImportKey) =>
  imports(db).where({ account_id: accountId, id, status: "running" });

/** Marks an import as running; returns null if it has ended. */
export async function beginImport(db: Db, key: ImportKey, now: Instant): Promise<Import | null> {
  const [row] = await imports(db)
    .where({ account_id: key.accountId, id: key.id })
    .whereRaw(ACTIVE)
    .update({ status: "running", started_at: db.raw("coalesce(started_at, ?)", [now]) })
    .returning("*");
  return row ? toImport(row) : null;
}

/** Renews the lease, which locks the job's row until the commit. Returns false if the lease is lost. */
const hold = async (trx: Db, { job }: LeasedImport, now: Instant): Promise<boolean> =>
  (await renewLeases(trx, [job], now + LEASE_MS.import)).size === 1;

interface Inspection {
  rowsTotal: number;
  columns: readonly string[];
  choices: readonly ColumnChoice[];
}

/** Stores the result of the inspection. Returns false if the lease is lost or the import was canceled. */
export async function setLayout(
  db: Db,
  work: LeasedImport,
  { rowsTotal, columns, choices }: Inspection,
  now: Instant,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    if (!(await hold(trx, work, now))) return false;
    const changes = {
      rows_total: rowsTotal,
      columns: JSON.stringify(columns),
      column_choices: JSON.stringify(choices),
    };
    return (await running(trx, work).update(changes)) === 1;
  });
}

/**
 * Advances the progress past a chunk and locks the import. Must come first in the transaction. Returns false
 * if the lease is lost, the import no longer runs (such as after a cancellation), or the rows are already
 * stored.
 */
export async function advance(
  trx: Db,
  work: LeasedImport,
  { from, rows }: { from: number; rows: number },
  now: Instant,
): Promise<boolean> {
  if (!(await hold(trx, work, now))) return false;
  const changed = await running(trx, work)
    .where({ rows_processed: from })
    .update({ rows_processed: from + rows });
  return changed === 1;
}

export interface ChunkCounts {
  created: number;
  updated: number;
  rejected: number;
  listed: number;
}

export async function addCounts(
  trx: Db,
  { accountId, id }: ImportKey,
  { created, updated, rejected, listed }: ChunkCounts,
): Promise<void> {
  await rawChanges(
    trx,
    `update imports set created = created + ?, updated = updated + ?, rejected = rejected + ?, listed = listed + ?
       where account_id = ? and id = ?`,
    [created, updated, rejected, listed, accountId, id],
  );
}

/** Ends the import. Returns null if the lease is lost or the import was canceled. */
export async function endImport(
  db: Db,
  work: LeasedImport,
  { status, error = null }: { status: "completed" | "failed"; error?: ImportError | null },
  now: Instant,
): Promise<Import | null> {
  return db.transaction(async (trx) => {
    if ((await settleJobs(trx, [work.job])).size === 0) return null;
    const [row] = await running(trx, work)
      .update({ status, error: error === null ? null : JSON.stringify(error), completed_at: now })
      .returning("*");
    return row ? toImport(row) : null;
  });
}
