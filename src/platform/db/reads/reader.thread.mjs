// Worker thread of sqlite-reader.ts, in plain JavaScript so that it also runs without a build.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const { driver, file } = workerData;
const Database = createRequire(import.meta.url)(driver);
const database = new Database(file, { readonly: true, fileMustExist: true });
database.pragma("busy_timeout = 5000");
database.pragma("cache_size = -65536");
database.pragma("temp_store = MEMORY");

/** Maximum cached statements. The service has fewer different long reads, so it prepares each one once. */
const MAX_STATEMENTS = 64;
const statements = new Map();

function statementOf(sql) {
  const statement = statements.get(sql) ?? database.prepare(sql);
  statements.delete(sql);
  statements.set(sql, statement);
  if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value);
  return statement;
}

parentPort?.postMessage("ready");
parentPort?.on("message", ({ id, sql, bindings }) => {
  try {
    parentPort?.postMessage({ id, rows: statementOf(sql).all(bindings) });
  } catch (error) {
    parentPort?.postMessage({ id, error: { message: error.message, code: error.code } });
  }
});
