import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { storageKey } from "../files/addresses";
import { InvalidFileError } from "../../messaging/contact-file/invalid-file";
import { blocks } from "./blocks";
import { type ImportError, type LeasedImport, logEnd } from "./import";
import { chunkRows, endImport, setLayout } from "./imports.store";
import { inspect, type Layout } from "./inspect";
import { choicesOf } from "../../messaging/contact-file/header";
import { loadChunk, type Loaded, type LoadDeps } from "./load";
import { readBlock } from "./rows";

export type ImportDeps = LoadDeps & Pick<Platform, "log"> & { storage: Storage };

/** Size at which a chunk ends, in bytes, for files with long rows. */
const CHUNK_BYTES = 256 * 1024;

class FileMissing extends Error {}

/**
 * Runs a leased import: inspects the file, then stores chunks from the current progress. Returns when the
 * import has ended or was canceled, or when the lease is lost. Throws temporary errors, such as an
 * unreachable database. Yields after each step, so that the caller can stop there.
 */
export async function* runImport(deps: ImportDeps, work: LeasedImport): AsyncGenerator<void, void> {
  try {
    const layout = await inspectFile(deps, work);
    if (layout === null) return;
    yield;
    yield* loadRows(deps, work, layout);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    await end(deps, work, failure);
  }
}

/** Returns the error that ends an import permanently; null for other errors. */
function failureOf(error: unknown): ImportError | null {
  if (error instanceof InvalidFileError) return { code: "file_unreadable", message: error.message };
  if (error instanceof FileMissing) return { code: "file_gone", message: "The file no longer exists." };
  return null;
}

async function bytesOf({ storage }: ImportDeps, work: LeasedImport, start: number) {
  const key = storageKey({ accountId: work.accountId, id: work.fileId });
  const stored = await storage.stat(key);
  if (stored === null) throw new FileMissing();
  return stored.sizeBytes > start ? storage.read(key, { start, end: stored.sizeBytes - 1 }) : [];
}

/** Inspects the file and stores the result. Returns null if the lease is lost or the import was canceled. */
async function inspectFile(deps: ImportDeps, work: LeasedImport): Promise<Layout | null> {
  const layout = await inspect(await bytesOf(deps, work, 0), work.choices);
  const { log, db, clock } = deps;
  const found = {
    rowsTotal: layout.rows,
    columns: layout.columns.names,
    choices: choicesOf(layout.columns),
  };
  if (!(await setLayout(db, work, found, clock.now()))) return null;
  const { encoding, rows } = layout;
  log.info(
    { accountId: work.accountId, importId: work.id, encoding, rows, from: work.rowsProcessed },
    "import started",
  );
  return layout;
}

async function* loadRows(deps: ImportDeps, work: LeasedImport, layout: Layout): AsyncGenerator<void, void> {
  const { delimiter, dataLine: line, dataStart } = layout;
  const options = {
    delimiter,
    line,
    skip: work.rowsProcessed,
    maxRecords: chunkRows(deps.db),
    maxBytes: CHUNK_BYTES,
  };
  let { rowsProcessed: from, listed } = work;
  /** Chunk that is being stored while the next chunk is read. */
  let storing: Promise<Loaded> | null = null;
  const settled = async () => {
    const loaded = await storing;
    storing = null;
    if (loaded === null) return true;
    if (loaded === "lost") return false;
    if (loaded === "list_deleted") {
      await end(deps, work, { code: "list_deleted", message: "The contact list no longer exists." });
      return false;
    }
    listed += loaded.listed;
    return true;
  };
  try {
    for await (const block of blocks(await bytesOf(deps, work, dataStart), options)) {
      const batch = await readBlock(block, layout);
      if (!(await settled())) return;
      storing = loadChunk(deps, work, { from, listed }, batch);
      // The next step awaits the promise. Until then, a rejection must not count as unhandled.
      storing.catch(() => {});
      from += batch.rows;
      yield;
    }
    if (await settled()) await end(deps, work, null);
  } finally {
    await (storing as Promise<Loaded> | null)?.catch(() => {});
  }
}

/** Ends the import, unless another worker has leased it or it was canceled. */
async function end(
  { db, clock, log, metrics }: ImportDeps,
  work: LeasedImport,
  error: ImportError | null,
): Promise<void> {
  const status = error === null ? "completed" : "failed";
  const ended = await endImport(db, work, { status, error }, clock.now());
  if (ended === null) return;
  metrics.imports.inc({ status });
  logEnd(log, ended);
}
