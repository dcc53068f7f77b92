import type { Knex } from "knex";
import type { Carrier } from "../carriers/carrier";
import { type Config, readConfig } from "../config";
import { schemaState } from "../db/migrate";
import { type IdMaker, idMaker } from "../ids";
import type { Clock } from "../time";
import { CommandError } from "./errors";

/** What commands need to know of a carrier. */
export type CarrierFacts = Pick<Carrier, "name" | "channels" | "defaultMaxPerSecond">;

/** The world around a command: given by `main.ts`, and by tests. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  databaseOf(config: Config): Knex;
  clockOf(config: Config, db: Knex): Promise<Clock>;
  carriersOf(config: Config): Iterable<CarrierFacts>;
  out(text: string): void;
  err(text: string): void;
}

/** What a command works with while it runs. */
export interface Session {
  config: Config;
  db: Knex;
  clock: Clock;
  ids: IdMaker;
  carriers: readonly CarrierFacts[];
}

/** Opens the service's own database, as its environment says, for the time that `work` takes. */
export async function withSession<T>(
  { env, databaseOf, clockOf, carriersOf }: Surroundings,
  { migrated }: { migrated: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const db = databaseOf(config);
  try {
    if (migrated) await refuseOtherSchema(db);
    const clock = await clockOf(config, db);
    return await work({ config, db, clock, ids: idMaker(clock), carriers: [...carriersOf(config)] });
  } finally {
    await db.destroy();
  }
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
