import type { components } from "../../../generated/schema";
import { limits } from "../../../generated/server/values";
import type { Logger } from "pino";
import { shortened } from "../../platform/text";
import type { LeasedJob } from "../../queue/job";
import { type Instant, MINUTE, SECOND, toTimestamp, toTimestampOrNull } from "../../platform/time";

/** Maximum backoff of a failing import, in milliseconds. */
export const MAX_IMPORT_PAUSE_MS = 5 * MINUTE;

export type ImportStatus = components["schemas"]["ImportStatus"];
/**
 * Reason why an import failed. The API never returns `list_deleted`, because it hides the imports of a
 * deleted list.
 */
export type ImportError = components["schemas"]["ImportError"] | { code: "list_deleted"; message: string };

export type ColumnChoice = components["schemas"]["ImportColumnInput"];

export interface Import {
  accountId: string;
  id: string;
  listId: string;
  fileId: string;
  status: ImportStatus;
  /** Number of rows; null until the file has been inspected. */
  rowsTotal: number | null;
  rowsProcessed: number;
  created: number;
  updated: number;
  rejected: number;
  /** Number of rejected rows that are stored for download. */
  listed: number;
  /** Headings of the file; null until the file has been inspected. */
  columns: readonly string[] | null;
  /** Column choices of the request; after the inspection, the use of each column. */
  choices: readonly ColumnChoice[];
  error: ImportError | null;
  createdAt: Instant;
  startedAt: Instant | null;
  /** End time of a completed, failed or canceled import. */
  completedAt: Instant | null;
}

export interface LeasedImport extends Import {
  job: LeasedJob;
}

export const toContract = (one: Import): components["schemas"]["Import"] => ({
  id: one.id,
  list_id: one.listId,
  file_id: one.fileId,
  columns: one.rowsTotal === null ? null : usedColumns(one.choices),
  status: one.status,
  rows_total: one.rowsTotal,
  rows_processed: one.rowsProcessed,
  created: one.created,
  updated: one.updated,
  rejected: one.rejected,
  error: one.error?.code === "list_deleted" ? null : one.error,
  created_at: toTimestamp(one.createdAt),
  started_at: toTimestampOrNull(one.startedAt),
  completed_at: toTimestampOrNull(one.completedAt),
});

const MAX_HEADING = limits.ImportColumn.heading.maxLength;

const usedColumns = (choices: readonly ColumnChoice[]): components["schemas"]["ImportColumn"][] =>
  choices.flatMap(({ heading, use, attribute = null }) =>
    use === "ignore" ? [] : [{ heading: shortened(heading, MAX_HEADING), use, attribute }],
  );

export interface Rejection {
  line: number;
  reason: string;
  cells: readonly string[];
}

export function logEnd(log: Logger, ended: Import): void {
  const { accountId, id, status, rowsTotal, created, updated, rejected, error } = ended;
  const seconds = ((ended.completedAt ?? 0) - (ended.startedAt ?? ended.createdAt)) / SECOND;
  log.info(
    { accountId, importId: id, status, code: error?.code, rowsTotal, created, updated, rejected, seconds },
    "import ended",
  );
}
