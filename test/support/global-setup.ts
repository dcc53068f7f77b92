import { build } from "./build";
import { type PostgresServer, startPostgres } from "./postgres-server";
import { makePostgresTemplate, makeSqliteTemplate } from "./templates";

declare global {
  var recadoTestPostgres: PostgresServer | undefined;
}

/**
 * Starts what all test files share and none changes: one real PostgreSQL in a temporary folder, a migrated
 * database of each kind to copy, and the built project. All of it is deleted after the run.
 */
export default async function globalSetup(): Promise<void> {
  const [postgres, sqliteFile] = await Promise.all([startPostgres(), makeSqliteTemplate(), build()]);
  globalThis.recadoTestPostgres = postgres;
  await makePostgresTemplate(postgres);
  process.env.RECADO_TEST_POSTGRES = postgres.url;
  process.env.RECADO_TEST_SQLITE = sqliteFile;
}
