import type { components } from "../../../generated/schema";
import { limits } from "../../../generated/server/values";
import type { Logger } from "pino";
import { shortened } from "../../platform/text";
import type { LeasedJob } from "../../queue/job";
import { type Instant, SECOND, toTimestamp, toTimestampOrNull } from "../../platform/time";

export type ImportStatus = components["schemas"]["ImportStatus"];
/** Why an import failed. Nobody can read one whose list is gone: that reason is for the log and the operator. */
export type ImportError = components["schemas"]["ImportError"] | { code: "list_deleted"; message: string };

/** What a request says of a column. */
export type ColumnChoice = components["schemas"]["ImportColumnInput"];

/** The bulk load of a file's contacts into a list. */
export interface Import {
  accountId: string;
  id: string;
  listId: string;
  fileId: string;
  status: ImportStatus;
  /** Null until the file has been looked through. */
  rowsTotal: number | null;
  rowsProcessed: number;
  created: number;
  updated: number;
  rejected: number;
  /** Rejected rows that are kept, to be downloaded. */
  listed: number;
  /** The file's own names of its columns; null until the file has been looked through. */
  columns: readonly string[] | null;
  /** What the request says of columns; once the file has been looked through, what each column is used for. */
  choices: readonly ColumnChoice[];
  error: ImportError | null;
  createdAt: Instant;
  startedAt: Instant | null;
  /** When it ended, however it did. */
  completedAt: Instant | null;
}

/** An import that this process works on, as long as it holds its job. */
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

/** A row that is not taken, and why. */
export interface Rejection {
  line: number;
  reason: string;
  cells: readonly string[];
}

/** What became of an import, without anything of what is in it. */
export function logEnd(log: Logger, ended: Import): void {
  const { accountId, id, status, rowsTotal, created, updated, rejected, error } = ended;
  const seconds = ((ended.completedAt ?? 0) - (ended.startedAt ?? ended.createdAt)) / SECOND;
  log.info(
    { accountId, importId: id, status, code: error?.code, rowsTotal, created, updated, rejected, seconds },
    "import ended",
  );
}
