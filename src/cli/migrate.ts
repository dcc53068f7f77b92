import type { Command } from "commander";
import { migrate, rollbackAll, type SchemaStatus, schemaStatus } from "../platform/db/migrate";
import { runs } from "./command";
import { UsageError } from "./errors";
import { fields, type Output } from "./output";
import type { Session, CommandContext } from "./session";

interface MigrateOptions {
  status?: boolean;
  down?: boolean;
  all?: boolean;
}

async function migrateDatabase(
  session: Pick<Session, "db">,
  { status, down, all }: MigrateOptions,
): Promise<Output> {
  const { db } = session;
  if (status) {
    if (down || all)
      throw new UsageError("--status changes nothing: it cannot be combined with --down or --all");
    return statusOutput(await schemaStatus(db));
  }
  if (Boolean(down) !== Boolean(all)) {
    throw new UsageError(
      "--down deletes all tables and all data: it requires --all, and --all requires --down",
    );
  }
  const names = down ? await rollbackAll(db) : await migrate(db);
  const done = down ? "Rolled back" : "Applied";
  return {
    json: { [down ? "taken_back" : "applied"]: names, changed: names.length > 0 },
    text: names.length === 0 ? "The database is up to date" : `${done}: ${names.join(", ")}`,
  };
}

const FAILURES: Partial<Record<SchemaStatus["state"], string>> = {
  behind:
    'The schema is behind this build: run "npm run recado -- migrate", or start the service, which migrates first',
  ahead: "The schema is ahead of this build: run the newer build that migrated it",
};

function statusOutput(status: SchemaStatus): Output {
  const { schema, build, state, pending, unknown } = status;
  const failure = FAILURES[state];
  const list = (names: readonly string[]) => (names.length === 0 ? null : names.join(", "));
  return {
    json: status,
    text: fields([
      ["schema of the database", schema],
      ["schema of this build", build],
      ["state", state],
      ["pending migrations", list(pending)],
      ["migrations of a newer build", list(unknown)],
    ]),
    ...(failure === undefined ? {} : { failure }),
  };
}

export function migrateCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("migrate")
    .description("bring the database to the newest schema")
    .option(
      "--status",
      "only compare the schema with this build: exits with 1 if migrations are pending, or if the schema is too new for this build; with 0 otherwise",
    )
    .option("--down", "roll back every migration: DELETES ALL DATA, requires --all")
    .option("--all", "with --down: confirms that all data is deleted");
  runs<[], MigrateOptions>(
    command,
    context,
    (session, _args, options) => migrateDatabase(session, options),
    ({ down, status }) => (down || status ? "database" : "nothing"),
  );
}
