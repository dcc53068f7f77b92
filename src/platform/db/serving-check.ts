import { type Db, dialectOf } from "./dialect";
import { isStorageFailure } from "./errors";
import { schemaState } from "./migrate";
import { writeRefusal } from "./write-probe";

/**
 * Returns why a process cannot serve with this database, or null. On SQLite, rethrows errors that do not
 * concern the files, such as a busy connection, because they do not show whether the process can serve.
 */
export async function servingRefusal(db: Db): Promise<string | null> {
  try {
    const state = await schemaState(db);
    if (state.kind === "behind") return "The database schema is not up to date: run the migrations";
    if (state.kind === "ahead") return state.reason;
    return await writeRefusal(db);
  } catch (error) {
    if (dialectOf(db) === "sqlite" && !isStorageFailure(error)) throw error;
    return "The database does not respond";
  }
}
