import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { Knex } from "knex";
import { type Config, readConfig, sqliteFile } from "../app/config";
import { requireDirectory, unreadableReason } from "../app/data-dir";
import { ALL_SETTINGS } from "../app/settings";
import { ConfigError } from "../platform/config-error";
import { SECOND, systemClock } from "../platform/time";
import { withTimeout } from "../platform/with-timeout";
import {
  CHECK_WITHIN_MS,
  type Check,
  type CheckResult,
  CORRECT_ABOVE,
  doctorOutput,
  error,
  ok,
  runCheck,
  warning,
} from "./doctor-check";
import { databaseCheck, schemaCheck, serverChecks, writesCheck } from "./doctor-database";
import { diskCheck, sharedFilesCheck, storageCheck } from "./doctor-machine";
import { settingsFindings } from "./doctor-settings";
import { carrierResults, queueCheck, rulesCheck, secretsCheck, webhooksCheck } from "./doctor-work";
import { CommandError } from "./errors";
import { type Output, printable } from "./output";
import type { CommandContext } from "./session";

const CLOSE_WITHIN_MS = 2 * SECOND;

/** Names of the checks that need a database with a current schema. */
const NEED_SCHEMA = ["secrets", "carriers", "webhooks", "rules", "queue"] as const;

/** Runs all checks. Changes nothing but probe objects in the file storage, which it removes. */
async function doctor(context: CommandContext): Promise<Output> {
  const node = { check: "node", ...ok(`Node is ${process.version}`) };
  const read = readSettings(context.env);
  if ("failure" in read) {
    const advice = read.failure.includes(ALL_SETTINGS)
      ? "correct or remove it"
      : `correct it; ${ALL_SETTINGS}`;
    const notRun = warning("The other checks did not run: they need valid settings", CORRECT_ABOVE);
    return doctorOutput([
      node,
      { check: "settings", ...error(read.failure, advice) },
      { check: "doctor", ...notRun },
    ]);
  }
  const { config } = read;
  const settings = settingsFindings(context.env, config).map((one) => ({ check: "settings", ...one }));
  const machine = (await Promise.all([diskCheck(config), storageCheck(config, systemClock)].map(at))).flat();
  return doctorOutput([node, ...settings, ...machine, ...(await databaseResults(context, config))]);
}

const at = (check: Check) => runCheck(check);

function readSettings(env: CommandContext["env"]): { config: Config } | { failure: string } {
  try {
    const config = readConfig(env);
    requireDirectory(config.dataDir);
    return { config };
  } catch (failure) {
    if (failure instanceof ConfigError) return { failure: failure.message };
    throw failure;
  }
}

async function databaseResults(context: CommandContext, config: Config): Promise<CheckResult[]> {
  const unreadable = config.databaseUrl === null ? unreadableReason(config.dataDir) : null;
  if (unreadable !== null) {
    const foreign = error(unreadable, "run this command as the service's user");
    return [{ check: "database", ...foreign }, ...notChecked("the database is not readable")];
  }
  if (config.databaseUrl === null && !existsSync(sqliteFile(config))) {
    const missing = error(
      `There is no database in ${config.dataDir}`,
      "check RECADO_DATA_DIR; the first start of the service creates the database",
    );
    return [{ check: "database", ...missing }, ...notChecked("there is no database")];
  }
  const opened: { db: Knex | null } = { db: null };
  try {
    const reached = await at(databaseCheck(() => (opened.db = context.databaseOf(config))));
    const isReached = opened.db !== null && reached.every(({ status }) => status !== "error");
    if (opened.db === null || !isReached) return [...reached, ...notChecked("the database is not reached")];
    return [...reached, ...(await databaseChecks(context, config, opened.db))];
  } finally {
    await withTimeout(CLOSE_WITHIN_MS, opened.db?.destroy() ?? Promise.resolve()).catch(() => {});
  }
}

async function databaseChecks(context: CommandContext, config: Config, db: Knex): Promise<CheckResult[]> {
  const checks = [schemaCheck(db), writesCheck(db), ...serverChecks(db, config)];
  const [schema = [], ...others] = await Promise.all(checks.map(at));
  const before = [...schema, ...others.flat()];
  if (schema.some(({ status }) => status === "error")) {
    return [...before, ...notChecked("the schema does not match this build")];
  }
  const clock = await withTimeout(CHECK_WITHIN_MS, context.clockOf(config, db)).catch(() => systemClock);
  const session = { config, db, clock, kinds: context.kinds };
  const results = await Promise.all([
    ...(config.databaseUrl === null ? [] : [at(sharedFilesCheck(session))]),
    at(secretsCheck(session)),
    carrierResults(session),
    at(webhooksCheck(db)),
    at(rulesCheck(session)),
    at(queueCheck(session)),
  ]);
  return [...before, ...results.flat()];
}

const notChecked = (why: string): CheckResult[] =>
  NEED_SCHEMA.map((check) => ({
    check,
    ...warning(`Not checked: ${why}`, CORRECT_ABOVE),
  }));

export function doctorCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("doctor")
    .description(
      "check settings, machine, database, storage, carriers, webhooks, sending rules and queue; sends no message, and exits with 1 if a check finds an error",
    )
    .option("--json", "print JSON");
  command.action(async () => {
    const output = await doctor(context);
    context.out(printable(output, command.opts<{ json?: boolean }>().json === true));
    if (output.failure !== undefined) throw new CommandError(output.failure);
  });
}
