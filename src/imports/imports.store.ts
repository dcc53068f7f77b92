import { randomUUID } from "node:crypto";
import { type Db, fitting, rawChanges, typedBind } from "../db/dialect";
import type { PageRequest } from "../db/page";
import { type Instant, latestPlausible, MINUTE, SECOND } from "../time";
import type { Import, ImportError, ImportStatus, LeasedImport } from "./import";

/** How long a worker may hold an import without a sign of life, in milliseconds. */
export const LEASE = 15 * SECOND;
/** The longest that an import rests after a failure that is no fault of its own, in milliseconds. */
export const LONGEST_PAUSE = 5 * MINUTE;

/** Rows that one transaction stores: as many as keep SQLite, with its index of texts, from holding up requests. */
export const chunkRows = (db: Db) => fitting(db, { sqlite: 400, postgres: 1_000 });

/** As the partial indexes have it: with bound values SQLite would not use them. */
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
  error: string | null;
  lease: string | null;
  attempts: number;
  due_at: number;
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
  error: row.error === null ? null : (JSON.parse(row.error) as ImportError),
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
});

const toLeased = (row: ImportRow): LeasedImport => ({
  ...toImport(row),
  lease: row.lease ?? "",
  attempts: row.attempts,
});

type ListKey = Pick<Import, "accountId" | "listId">;
type ImportKey = Pick<Import, "accountId" | "id">;

const imports = (db: Db) => db<ImportRow>("imports");
const ofList = (db: Db, { accountId, listId }: ListKey) =>
  imports(db).where({ account_id: accountId, list_id: listId });

/** Queues an import. The index of active imports refuses a second one on the same list. */
export async function insertImport(
  trx: Db,
  { accountId, id, listId, fileId }: ImportKey & Pick<Import, "listId" | "fileId">,
  now: Instant,
): Promise<Import> {
  const [row] = await imports(trx)
    .insert({
      account_id: accountId,
      id,
      list_id: listId,
      file_id: fileId,
      status: "pending",
      due_at: now,
      created_at: now,
    })
    .returning("*");
  return toImport(row as ImportRow);
}

/** Whether an import into the list waits or runs. */
export async function hasActiveImport(db: Db, accountId: string, listId: string): Promise<boolean> {
  const row = await ofList(db, { accountId, listId }).whereRaw(ACTIVE).first("id");
  return row !== undefined;
}

/** Whether an import that waits or runs reads the file. */
export async function anyImportNeeds(db: Db, accountId: string, fileId: string): Promise<boolean> {
  const reading = imports(db).where({ account_id: accountId, file_id: fileId });
  return (await reading.whereRaw(ACTIVE).first("id")) !== undefined;
}

export async function findImport(db: Db, list: ListKey, importId: string): Promise<Import | null> {
  const row = await ofList(db, list).where({ id: importId }).first();
  return row ? toImport(row) : null;
}

/** The import, whatever list it is of. */
export async function findImportById(db: Db, { accountId, id }: ImportKey): Promise<Import | null> {
  const row = await imports(db).where({ account_id: accountId, id }).first();
  return row ? toImport(row) : null;
}

/** The imports into a list, newest first, and how many there are in all. */
export async function listImports(
  db: Db,
  list: ListKey,
  { limit, offset }: PageRequest,
): Promise<{ imports: Import[]; total: number }> {
  const rows = await ofList(db, list).orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await ofList(db, list).count({ total: "*" }).first<{ total: number }>();
  return { imports: rows.map(toImport), total: counted.total };
}

/** Cancels an active import at once: its worker stops at the next chunk. Null where none of that id is active. */
export async function cancelActive(
  db: Db,
  list: ListKey,
  importId: string,
  now: Instant,
): Promise<Import | null> {
  const [row] = await ofList(db, list)
    .where({ id: importId })
    .whereRaw(ACTIVE)
    .update({ status: "canceled", completed_at: now, lease: null })
    .returning("*");
  return row ? toImport(row) : null;
}

/** How many imports are looked at to find one that nobody else takes up at the same time. */
const CANDIDATES = 5;

/** How many imports of the same account are being worked on. */
const HELD = `(select count(*) from imports held where held.account_id = imports.account_id
  and held.status in ('pending', 'running') and held.lease is not null and held.due_at > ?)`;

/**
 * Takes up an import that waits, or one whose worker was not heard of: of the accounts with the fewest under way, so
 * that nobody waits for all the files of another, the one that has been due longest. Only the holder of the lease may
 * go on with it.
 */
export async function leaseImport(db: Db, now: Instant): Promise<LeasedImport | null> {
  const due = await imports(db)
    .select("account_id", "id", "due_at")
    .whereRaw(ACTIVE)
    .andWhere("due_at", "<=", now)
    .orderByRaw(`${HELD}, due_at, id`, [now])
    .limit(CANDIDATES);
  for (const candidate of due) {
    const rows = (await db("imports")
      .where(candidate)
      .whereRaw(ACTIVE)
      .update({
        status: "running",
        lease: randomUUID(),
        due_at: now + LEASE,
        attempts: db.raw("attempts + 1"),
        started_at: db.raw("coalesce(started_at, ?)", [now]),
      })
      .returning("*")) as ImportRow[];
    if (rows[0]) return toLeased(rows[0]);
  }
  return null;
}

const held = (db: Db, { accountId, id, lease }: LeasedImport) =>
  imports(db).where({ account_id: accountId, id, lease, status: "running" });

/** A sign of life; false when the lease is lost. */
export async function renewLease(db: Db, work: LeasedImport, now: Instant): Promise<boolean> {
  return (await held(db, work).update({ due_at: now + LEASE })) === 1;
}

/** Gives the lease up; the import may be taken up again from `dueAt` on. */
export async function releaseImport(db: Db, work: LeasedImport, dueAt: Instant): Promise<void> {
  await held(db, work).update({ lease: null, due_at: dueAt });
}

/** Writes down what looking through the file has shown; false when the lease is lost. */
export async function setLayout(
  db: Db,
  work: LeasedImport,
  { rowsTotal, columns }: { rowsTotal: number; columns: readonly string[] },
  now: Instant,
): Promise<boolean> {
  const changes = { rows_total: rowsTotal, columns: JSON.stringify(columns), due_at: now + LEASE };
  return (await held(db, work).update(changes)) === 1;
}

/**
 * The first statement of a chunk's transaction: moves on from the row that the chunk begins at, and keeps everybody
 * else off the import until the transaction ends. False when the lease is lost or the rows are taken already.
 */
export async function advance(
  trx: Db,
  work: LeasedImport,
  { from, rows }: { from: number; rows: number },
  now: Instant,
): Promise<boolean> {
  const changed = await rawChanges(
    trx,
    `update imports set rows_processed = ?, attempts = 0, due_at = ?
       where account_id = ? and id = ? and lease = ? and status = 'running' and rows_processed = ?`,
    [from + rows, now + LEASE, work.accountId, work.id, work.lease, from],
  );
  return changed === 1;
}

export interface Outcome {
  created: number;
  updated: number;
  rejected: number;
  /** Of the rejected rows those that are kept. */
  listed: number;
}

/** Counts what a chunk came to, in its transaction. */
export async function addOutcome(
  trx: Db,
  { accountId, id }: ImportKey,
  { created, updated, rejected, listed }: Outcome,
): Promise<void> {
  await rawChanges(
    trx,
    `update imports set created = created + ?, updated = updated + ?, rejected = rejected + ?, listed = listed + ?
       where account_id = ? and id = ?`,
    [created, updated, rejected, listed, accountId, id],
  );
}

/** Ends the import; null when the lease is lost. */
export async function endImport(
  db: Db,
  work: LeasedImport,
  { status, error = null }: { status: "completed" | "failed"; error?: ImportError | null },
  now: Instant,
): Promise<Import | null> {
  const [row] = await held(db, work)
    .update({
      status,
      error: error === null ? null : JSON.stringify(error),
      completed_at: now,
      lease: null,
    })
    .returning("*");
  return row ? toImport(row) : null;
}

/**
 * Brings back imports that are due later than any pause can have put them off: what waits is due now, a lease runs for
 * its full time from now. Answers how many there were.
 */
export async function boundImports(db: Db, now: Instant): Promise<number> {
  const instant = typedBind(db, "bigint");
  return rawChanges(
    db,
    `update imports set due_at = case when lease is null then ${instant} else ${instant} end
     where ${ACTIVE} and due_at > ?
       and due_at > case when lease is not null then ${instant} when attempts = 0 then ${instant} else ${instant} end`,
    [now, now + LEASE, ...[0, LEASE, 0, LONGEST_PAUSE].map((pause) => latestPlausible(now, pause))],
  );
}

/**
 * Ends every lease at once. Only for a database that belongs to this process alone: whoever held a lease is dead, and
 * its imports need not wait for the lease to run out.
 */
export async function endImportLeases(db: Db, now: Instant): Promise<void> {
  await imports(db).whereNotNull("lease").whereRaw(ACTIVE).update({ lease: null, due_at: now });
}
