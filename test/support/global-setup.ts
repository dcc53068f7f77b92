import { build } from "./build";
import { type PostgresServer, startPostgres } from "./postgres-server";
import { makePostgresTemplate, makeSqliteTemplate } from "./templates";

declare global {
  var recadoTestPostgres: PostgresServer | undefined;
}

/** Starts PostgreSQL, builds the project and creates a template database of each kind for all test files. */
export default async function globalSetup(): Promise<void> {
  const [postgres, sqliteFile] = await Promise.all([startPostgres(), makeSqliteTemplate(), build()]);
  globalThis.recadoTestPostgres = postgres;
  await makePostgresTemplate(postgres);
  process.env.RECADO_TEST_POSTGRES = postgres.url;
  process.env.RECADO_TEST_SQLITE = sqliteFile;
}
