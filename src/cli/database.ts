import type { Command } from "commander";
import { sqliteFile } from "../app/config";
import { lockDirectory } from "../platform/db/process-lock";
import { compactSqlite } from "../platform/db/vacuum";
import { runs } from "./command";
import { CommandError } from "./errors";
import type { Output } from "./output";
import type { Session, CommandContext } from "./session";

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function compactDatabase({ db, config }: Session): Promise<Output> {
  if (config.databaseUrl !== null) {
    throw new CommandError("This command is for SQLite; PostgreSQL reclaims space itself (VACUUM)");
  }
  // The service takes the same lock, so it cannot run during the rewrite.
  const lock = await lockDirectory(config.dataDir);
  try {
    const { before, after } = await compactSqlite(db, sqliteFile(config));
    return {
      json: { bytes_before: before, bytes_after: after },
      text: `The database was rewritten: ${inMegabytes(before)} before, ${inMegabytes(after)} now`,
    };
  } finally {
    lock.release();
  }
}

export function databaseCommands(program: Command, context: CommandContext): void {
  const group = program.command("database").description("maintain the SQLite file");
  runs(
    group
      .command("compact")
      .description(
        "rewrite the file without deleted data, so that later deletions free space on disk; the service must be stopped",
      ),
    context,
    compactDatabase,
  );
}
