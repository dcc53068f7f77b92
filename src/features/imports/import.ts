import type { components } from "../../../generated/schema";
import { limits } from "../../../generated/server/values";
import type { Logger } from "pino";
import { shortened } from "../../platform/text";
import type { LeasedJob } from "../../queue/job";
import { type Instant, MINUTE, SECOND, toTimestamp, toTimestampOrNull } from "../../platform/time";

/** Longest backoff of a failing import, in milliseconds. */
export const LONGEST_IMPORT_PAUSE = 5 * MINUTE;

export type ImportStatus = components["schemas"]["ImportStatus"];
/**
 * Reason why an import failed. An import whose list was deleted can no longer be read, so that reason is only
 * for the log and the operator.
 */
export type ImportError = components["schemas"]["ImportError"] | { code: "list_deleted"; message: string };

/** The request's choice for a column. */
export type ColumnChoice = components["schemas"]["ImportColumnInput"];

/** The bulk load of a file's contacts into a list. */
export interface Import {
  accountId: string;
  id: string;
  listId: string;
  fileId: string;
  status: ImportStatus;
  /** Null until the file has been inspected. */
  rowsTotal: number | null;
  rowsProcessed: number;
  created: number;
  updated: number;
  rejected: number;
  /** Number of rejected rows that are stored for download. */
  listed: number;
  /** Column names in the file; null until the file has been inspected. */
  columns: readonly string[] | null;
  /** The request's column choices; after the inspection, the use of each column. */
  choices: readonly ColumnChoice[];
  error: ImportError | null;
  createdAt: Instant;
  startedAt: Instant | null;
  /** End time, for any result. */
  completedAt: Instant | null;
}

/** An import that this process works on while it holds its job. */
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

/** Logs the result of an import, without its content. */
export function logEnd(log: Logger, ended: Import): void {
  const { accountId, id, status, rowsTotal, created, updated, rejected, error } = ended;
  const seconds = ((ended.completedAt ?? 0) - (ended.startedAt ?? ended.createdAt)) / SECOND;
  log.info(
    { accountId, importId: id, status, code: error?.code, rowsTotal, created, updated, rejected, seconds },
    "import ended",
  );
}
