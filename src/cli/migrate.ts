import type { Command } from "commander";
import { migrate, rollbackAll } from "../platform/db/migrate";
import { runs } from "./command";
import { UsageError } from "./errors";
import type { Output } from "./output";
import type { Session, CommandContext } from "./session";

interface MigrateOptions {
  down?: boolean;
  all?: boolean;
}

export async function migrateDatabase({ db }: Session, { down, all }: MigrateOptions): Promise<Output> {
  if (Boolean(down) !== Boolean(all)) {
    throw new UsageError(
      "--down deletes all tables and all data: it requires --all, and --all requires --down",
    );
  }
  const names = down ? await rollbackAll(db) : await migrate(db);
  const done = down ? "Rolled back" : "Applied";
  return {
    json: { [down ? "taken_back" : "applied"]: names },
    text: names.length === 0 ? "The database is up to date" : `${done}: ${names.join(", ")}`,
  };
}

export function migrateCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("migrate")
    .description("bring the database to the newest schema")
    .option("--down", "roll back every migration: DELETES ALL DATA, requires --all")
    .option("--all", "with --down: yes, all of it");
  runs<[], MigrateOptions>(
    command,
    context,
    (session, _args, options) => migrateDatabase(session, options),
    ({ down }) => (down ? "database" : "nothing"),
  );
}
