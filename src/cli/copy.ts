import { join } from "node:path";
import type { Command } from "commander";
import type { Knex } from "knex";
import { type Config, readConfig, sqliteFile } from "../app/config";
import { ConfigError } from "../platform/config-error";
import { CopyDiffers, copyToPostgres, type TableCopy } from "../platform/db/copy/copy";
import { lockDirectory } from "../platform/db/process-lock";
import { secretKeyFile } from "../platform/secrets/unlock";
import { type Clock, SECOND } from "../platform/time";
import { runs } from "./command";
import { UsageError } from "./errors";
import { type Output, table } from "./output";
import type { CommandContext, Session } from "./session";

const PROGRESS_EVERY_MS = 5 * SECOND;

/** Returns the URL of `--to`. Throws a `UsageError` unless `DATABASE_URL` may have the URL as its value. */
function targetUrl(to: string): string {
  if (to === "") throw new UsageError("--to must be a URL beginning with postgres:// or postgresql://");
  try {
    return readConfig({ DATABASE_URL: to }).databaseUrl ?? to;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UsageError(error.message.replaceAll("DATABASE_URL", "--to"));
  }
}

function progressReport(clock: Clock, print: (text: string) => void) {
  let reportedAt = clock.now();
  return (name: string, rows: number, total: number) => {
    const now = clock.now();
    if (now - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = now;
    print(`${name}: ${rows} of ${total} rows\n`);
  };
}

const toJson = (tables: readonly TableCopy[]) =>
  tables.map(({ table: name, rows, copied, isEqual }) => ({ table: name, rows, copied, equal: isEqual }));

const asText = (tables: readonly TableCopy[]) =>
  table(
    ["table", "rows", "copied", "equal"],
    tables.map(({ table: name, rows, copied, isEqual }) => [name, rows, copied, isEqual]),
  );

function nextSteps(config: Config): string[] {
  const { dataDir, s3, secretKey } = config;
  return [
    `Rename ${sqliteFile(config)}: a start without DATABASE_URL would send the pending messages again.`,
    secretKey === null
      ? `Keep RECADO_DATA_DIR, or set RECADO_SECRET_KEY to the content of ${secretKeyFile(dataDir)}: the secrets in the database are encrypted with this key.`
      : "Keep RECADO_SECRET_KEY: the secrets in the database are encrypted with this key.",
    s3 === null
      ? `The uploaded files were not copied: keep RECADO_DATA_DIR, or copy ${join(dataDir, "files")} to the store of all processes.`
      : `The uploaded files stay in the bucket ${s3.bucket}: keep the settings of the store.`,
    "Start the service with DATABASE_URL.",
  ];
}

async function copyService(
  { config, clock }: Pick<Session, "config" | "clock">,
  openTarget: () => Knex,
  print: (text: string) => void,
): Promise<Output> {
  // The lock prevents a service from starting on the source during the copy.
  const lock = await lockDirectory(config.dataDir);
  const target = openTarget();
  try {
    const tables = await copyToPostgres(sqliteFile(config), target, progressReport(clock, print));
    const rows = tables.reduce((sum, { copied }) => sum + copied, 0);
    const steps = nextSteps(config);
    return {
      json: { copied: true, rows, tables: toJson(tables), next_steps: steps },
      text: `${asText(tables)}\n\nCopied ${rows} rows. Next:\n${steps.map((step) => `- ${step}`).join("\n")}`,
    };
  } catch (error) {
    if (!(error instanceof CopyDiffers)) throw error;
    const differing = error.tables.filter(({ isEqual }) => !isEqual).map(({ table: name }) => name);
    return {
      json: { copied: false, rows: 0, tables: toJson(error.tables) },
      text: asText(error.tables),
      failure: `The copy differs from the source (${differing.join(", ")}) and was rolled back. The target is still empty`,
    };
  } finally {
    await target.destroy();
    lock.release();
  }
}

export function copyCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("copy")
    .description(
      "copy the SQLite database in RECADO_DATA_DIR into an empty PostgreSQL database, without uploaded files; the service must be stopped",
    )
    .requiredOption(
      "--to <url>",
      "postgres://… of the empty database; without a password in the URL, PGPASSWORD is used",
    );
  // The source is the SQLite file, even if the operator has already set the service to PostgreSQL.
  const unset = {
    DATABASE_URL: undefined,
    RECADO_DATABASE_DIRECT_URL: undefined,
    RECADO_DATABASE_READ_URL: undefined,
  };
  const onSqlite = { ...context, env: { ...context.env, ...unset } };
  runs<[], { to: string }>(command, onSqlite, (session, _args, { to }) => {
    const databaseUrl = targetUrl(to);
    return copyService(session, () => context.databaseOf({ ...session.config, databaseUrl }), context.err);
  });
}
