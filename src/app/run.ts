import type { Knex } from "knex";
import pino, { type Logger } from "pino";
import { firstKeyFile, firstStart } from "./first-start";
import { sandboxOf } from "./carriers";
import { type Composed, type ComposeOptions, compose, databaseOf } from "./compose";
import { ConfigError } from "../platform/config-error";
import { type Config, readConfig, sqliteFile } from "./config";
import { closeDataDir, prepareDataDir } from "./data-dir";
import { type Checkpoints, startCheckpoints } from "../platform/db/checkpoints";
import { isDatabaseAway, isDatabaseRefused, reasonOf } from "../platform/db/errors";
import { migrate, SchemaAheadError } from "../platform/db/migrate";
import { DirectoryInUse, lockDirectory } from "../platform/db/process-lock";
import { writeRefusal } from "../platform/db/write-probe";
import { DriverMissing } from "../platform/db/sqlite-driver";
import { bindFront } from "./front";
import { type Running, startService } from "./service";

/** After this long a stop no longer waits for what is under way, in milliseconds. */
const STOP_WITHIN_MS = 25_000;
/** Lines of the log are written when they come to so many bytes, and after so long at the latest, in milliseconds. */
const LOG_BYTES = 4_096;
const LOG_WITHIN_MS = 200;
/** What was deleted from SQLite stays in its log for so long at most, in milliseconds. */
const TRUNCATE_LOG_EVERY_MS = 60_000;

type Compose = (options: ComposeOptions) => Promise<Composed>;

/**
 * The whole life of a service process: starts what the environment describes, and ends the process on a signal, or
 * with the reason in one line when it cannot start. Another `composeApp` may put other parts in place.
 */
export async function runService(
  env: Readonly<Record<string, string | undefined>>,
  composeApp: Compose = compose,
): Promise<void> {
  try {
    const config = readConfig(env);
    // A call to the system for each line would cost each request some of its time: they go together, soon enough.
    const lines = pino.destination({
      ...{ dest: 1, sync: false },
      ...{ minLength: LOG_BYTES, periodicFlush: LOG_WITHIN_MS },
    });
    const log = pino({ level: config.logLevel, base: { service: "recado" } }, lines);
    await start(config, log, composeApp).catch((error: unknown) => {
      log.debug({ err: error }, "the start failed");
      throw error;
    });
  } catch (error) {
    process.stderr.write(`${complaint(error)}\n`);
    process.exit(1);
  }
}

/**
 * Lock, then port, then database: a start that does not get the first two has changed nothing that a running process
 * uses.
 */
async function start(config: Config, log: Logger, composeApp: Compose): Promise<void> {
  prepareDataDir(config.dataDir);
  const lock = config.databaseUrl === null ? await lockDirectory(config.dataDir) : null;
  const front = await bindFront(config, log).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  closeDataDir(config.dataDir, log);
  const db = databaseOf(config);
  await migrateWritable(config, db, log);
  const app = await composeApp({ config, db, log, processMetrics: true });
  const first = await firstStart(app, sandboxOf(app, config));
  // Before anything else can go wrong: the key is made once, and no later start would show it.
  if (first.key !== null) {
    process.stdout.write(firstWords(config, first.key));
  }
  if (config.console && config.roles.includes("api") && app.consolePage === null) {
    log.warn("the console is not offered: this process runs from sources, and its page is not built");
  }
  const starting = startService(app, front);
  let checkpoints: Checkpoints | null = null;
  // It answers before all of it has started, and whoever sees that may have it stopped at once.
  endOnSignal(config, log, async (how) => {
    const running = await starting;
    await Promise.all([running.stop(how), checkpoints?.stop()]);
    lock?.release();
  });
  await starting;
  if (config.databaseUrl === null) {
    checkpoints = startCheckpoints({
      file: sqliteFile(config),
      truncateEveryMs: TRUNCATE_LOG_EVERY_MS,
      onState(failure) {
        if (failure) log.error({ err: failure }, "the write-ahead log cannot be moved at the moment");
        else log.info("the write-ahead log is moved again");
      },
    });
  }
  log.info({ url: config.publicUrl, roles: config.roles }, "recado is ready");
}

/** What the first start tells whoever made it. */
function firstWords({ dataDir, publicUrl, console, roles }: Config, key: string): string {
  const made = `First start: the account "default" is ready. Its API key, shown this once and kept in ${firstKeyFile(dataDir)}:`;
  const signIn = `Sign in to the console with this key: ${publicUrl}/console`;
  const words = [made, `  ${key}`, ...(console && roles.includes("api") ? [signIn] : [])];
  return `\n${words.join("\n\n")}\n\n`;
}

/**
 * Ends the process on a signal, once it has stopped in order or the time for that is over. SIGTERM drains first; SIGINT
 * does not, and ends a drain.
 */
function endOnSignal({ drainSeconds }: Config, log: Logger, stop: Running["stop"]): void {
  const hurry = new AbortController();
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (signal === "SIGINT") hurry.abort();
    if (stopping) return;
    stopping = true;
    const drainMs = signal === "SIGTERM" ? drainSeconds * 1_000 : 0;
    log.info({ signal, drainMs }, "stopping");
    setTimeout(() => {
      log.error("work under way did not end in time; what was leased is taken up by the next start");
      process.exit(1);
    }, drainMs + STOP_WITHIN_MS).unref();
    stop({ drainMs, signal: hurry.signal }).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/** Brings the schema up to date; throws `ConfigError` where PostgreSQL takes no writes. SQLite may be busy, and is waited for. */
async function migrateWritable({ databaseUrl }: Config, db: Knex, log: Logger): Promise<void> {
  const refusal = databaseUrl === null ? null : await writeRefusal(db);
  if (refusal !== null) throw new ConfigError(`recado could not start: ${refusal}`);
  const migrated = await migrate(db);
  if (migrated.length > 0) log.info({ migrations: migrated }, "database schema brought up to date");
}

/** What is thrown with words for the operator. */
const WORDED = [ConfigError, DirectoryInUse, SchemaAheadError];

/** What the operator reads: one line for what is wrong around the service, and the stack for what is wrong in it. */
function complaint(error: unknown): string {
  if (WORDED.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isDatabaseAway(error) || isDatabaseRefused(error)) {
    return `recado could not start, the database cannot be used: ${reasonOf(error)}`;
  }
  if (error instanceof DriverMissing) return `recado could not start: ${error.message}`;
  return `recado could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
