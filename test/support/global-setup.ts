import { openDatabase } from "../../src/db/connection";
import { migrate } from "../../src/db/migrate";
import { type PostgresServer, startPostgres } from "./postgres-server";

/** The migrated database that every test's own is a copy of. */
export const TEMPLATE_DATABASE = "recado_template";

declare global {
  var recadoTestPostgres: PostgresServer | undefined;
}

/** One real PostgreSQL for the whole run, in a temporary folder; gone with it. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startPostgres();
  await postgres.createDatabase(TEMPLATE_DATABASE);
  const { url } = postgres;
  const template = openDatabase({ url: `${url}/${TEMPLATE_DATABASE}`, sqliteFile: "", poolSize: 2 });
  await migrate(template);
  await template.destroy();
  globalThis.recadoTestPostgres = postgres;
  process.env.RECADO_TEST_POSTGRES = url;
}
