import { existsSync } from "node:fs";
import type { Knex } from "knex";
import type { Carrier } from "../carriers/carrier";
import { type Config, readConfig, sqliteFile } from "../app/config";
import { secretsOf } from "../app/compose";
import { requireDirectory, unreadableReason } from "../app/data-dir";
import type { CarrierKinds } from "../features/connections/connection";
import type { SecretBox } from "../platform/secrets/secret-box";
import { schemaState } from "../platform/db/migrate";
import { type IdMaker, idMaker } from "../platform/ids";
import type { Clock } from "../platform/time";
import { CommandError } from "./errors";

export type CarrierFacts = Pick<Carrier, "name" | "channels" | "defaultMaxPerSecond">;

/** Dependencies of a command, provided by `main.ts` or by tests. */
export interface CommandContext {
  env: Readonly<Record<string, string | undefined>>;
  databaseOf(config: Config): Knex;
  clockOf(config: Config, db: Knex): Promise<Clock>;
  builtInCarriers: readonly CarrierFacts[];
  kinds: CarrierKinds;
  out(text: string): void;
  err(text: string): void;
}

export interface Session {
  config: Config;
  db: Knex;
  clock: Clock;
  ids: IdMaker;
  builtInCarriers: readonly CarrierFacts[];
  kinds: CarrierKinds;
  /** Unlocks the secrets. Without a configured key, the first call on a new database creates a key. */
  secrets(): Promise<SecretBox>;
}

/** Requirement of a command: a current schema, an existing database, or nothing. */
export type Needs = "schema" | "database" | "nothing";

export async function withSession<T>(
  { env, databaseOf, clockOf, builtInCarriers, kinds }: CommandContext,
  needs: Needs,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  if (needs !== "nothing") requireDatabase(config);
  const db = databaseOf(config);
  try {
    if (needs === "schema") await requireCurrentSchema(db);
    const clock = await clockOf(config, db);
    const secrets = () => secretsOf({ config, db });
    return await work({ config, db, clock, ids: idMaker(clock), builtInCarriers, kinds, secrets });
  } finally {
    await db.destroy();
  }
}

/**
 * Throws if the data directory is a file or not readable by this user, or if the SQLite file does not exist.
 * Opening a mistyped path would create an empty database.
 */
function requireDatabase(config: Config): void {
  if (config.databaseUrl !== null) return;
  requireDirectory(config.dataDir);
  const unreadable = unreadableReason(config.dataDir);
  if (unreadable !== null) throw new CommandError(`${unreadable}: run the command as the service's user`);
  if (existsSync(sqliteFile(config))) return;
  throw new CommandError(
    `There is no database in ${config.dataDir} (RECADO_DATA_DIR); "npm run recado -- migrate" or a start of the service creates it`,
  );
}

async function requireCurrentSchema(db: Knex): Promise<void> {
  const schema = await schemaState(db);
  if (schema.kind === "current") return;
  throw new CommandError(
    schema.kind === "ahead"
      ? schema.reason
      : `The database is not up to date (${schema.pending.join(", ")} missing): run "npm run recado -- migrate" first`,
  );
}
