/** Where the report is, and recordings unless told otherwise. */
export const FOLDER = "dist/contract-coverage";

/** Makes tests record: `1`, or the folder to record into. */
export const SWITCH = "RECADO_CONTRACT_COVERAGE";

/** The folder of recordings, in which each worker has a file of its own; null where nothing is to be recorded. */
export const recordingsBy = (setting: string | undefined): string | null =>
  !setting ? null : setting === "1" ? FOLDER : setting;
