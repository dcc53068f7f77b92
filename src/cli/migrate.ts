import type { Command } from "commander";
import { migrate, rollbackAll } from "../platform/db/migrate";
import { runs } from "./command";
import { UsageError } from "./errors";
import type { Output } from "./output";
import type { Session, Surroundings } from "./session";

interface MigrateOptions {
  down?: boolean;
  all?: boolean;
}

export async function migrateDatabase({ db }: Session, { down, all }: MigrateOptions): Promise<Output> {
  if (Boolean(down) !== Boolean(all)) {
    throw new UsageError(
      "--down takes every table away with all it holds: it needs --all to say so, and --all needs it",
    );
  }
  const names = down ? await rollbackAll(db) : await migrate(db);
  const done = down ? "Rolled back" : "Applied";
  return {
    json: { [down ? "taken_back" : "applied"]: names },
    text: names.length === 0 ? "The database is up to date" : `${done}: ${names.join(", ")}`,
  };
}

export function migrateCommand(program: Command, surroundings: Surroundings): void {
  const command = program
    .command("migrate")
    .description("bring the database to the newest schema")
    .option("--down", "take every migration back: DELETES ALL DATA, and needs --all")
    .option("--all", "with --down: yes, all of it");
  runs<[], MigrateOptions>(
    command,
    surroundings,
    (session, _args, options) => migrateDatabase(session, options),
    ({ down }) => (down ? "database" : "nothing"),
  );
}
