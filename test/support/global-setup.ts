import { build } from "./build";
import { type PostgresServer, startPostgres } from "./postgres-server";
import { makePostgresTemplate, makeSqliteTemplate } from "./templates";

declare global {
  var recadoTestPostgres: PostgresServer | undefined;
}

/**
 * Prepares what all test files share: one PostgreSQL server, a migrated template database of each kind, and
 * the built project. Everything is deleted after the run.
 */
export default async function globalSetup(): Promise<void> {
  const [postgres, sqliteFile] = await Promise.all([startPostgres(), makeSqliteTemplate(), build()]);
  globalThis.recadoTestPostgres = postgres;
  await makePostgresTemplate(postgres);
  process.env.RECADO_TEST_POSTGRES = postgres.url;
  process.env.RECADO_TEST_SQLITE = sqliteFile;
}
