import { existsSync } from "node:fs";
import type { Knex } from "knex";
import type { Carrier } from "../carriers/carrier";
import { type Config, readConfig, sqliteFile } from "../app/config";
import { secretsOf } from "../app/compose";
import type { CarrierKinds } from "../features/connections/connection";
import type { SecretBox } from "../platform/secrets/secret-box";
import { schemaState } from "../platform/db/migrate";
import { type IdMaker, idMaker } from "../platform/ids";
import type { Clock } from "../platform/time";
import { CommandError } from "./errors";

/** What commands need to know of a carrier. */
export type CarrierFacts = Pick<Carrier, "name" | "channels" | "defaultMaxPerSecond">;

/** The world around a command: given by `main.ts`, and by tests. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  databaseOf(config: Config): Knex;
  clockOf(config: Config, db: Knex): Promise<Clock>;
  /** Carriers that are there without a connection. */
  builtInCarriers: readonly CarrierFacts[];
  kinds: CarrierKinds;
  out(text: string): void;
  err(text: string): void;
}

/** What a command works with while it runs. */
export interface Session {
  config: Config;
  db: Knex;
  clock: Clock;
  ids: IdMaker;
  builtInCarriers: readonly CarrierFacts[];
  kinds: CarrierKinds;
  /** For what is stored encrypted; the first that asks may make the key. */
  secrets(): Promise<SecretBox>;
}

/**
 * What has to be there before a command runs: the schema as it is now, the database at least, or nothing, for
 * commands that make it or do not look at it.
 */
export type Needs = "schema" | "database" | "nothing";

/** Opens the service's own database, as its environment says, for the time that `work` takes. */
export async function withSession<T>(
  { env, databaseOf, clockOf, builtInCarriers, kinds }: Surroundings,
  needs: Needs,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  if (needs !== "nothing") refuseAbsentDatabase(config);
  const db = databaseOf(config);
  try {
    if (needs === "schema") await refuseOtherSchema(db);
    const clock = await clockOf(config, db);
    const secrets = () => secretsOf({ config, db });
    return await work({ config, db, clock, ids: idMaker(clock), builtInCarriers, kinds, secrets });
  } finally {
    await db.destroy();
  }
}

/** Opening a SQLite database makes it where there is none: a slip in a path would go unseen. */
function refuseAbsentDatabase(config: Config): void {
  if (config.databaseUrl !== null || existsSync(sqliteFile(config))) return;
  throw new CommandError(
    `There is no database in ${config.dataDir} (RECADO_DATA_DIR); "npm run recado -- migrate" or a start of the service makes one`,
  );
}

async function refuseOtherSchema(db: Knex): Promise<void> {
  const schema = await schemaState(db);
  if (schema.kind === "current") return;
  throw new CommandError(
    schema.kind === "ahead"
      ? schema.reason
      : `The database is not up to date (${schema.pending.join(", ")} missing): run "npm run recado -- migrate" first`,
  );
}
