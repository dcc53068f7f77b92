import type { Knex } from "knex";
import pino, { type Logger } from "pino";
import { SANDBOX_FACTS } from "./carriers";
import { firstStart, firstStartText } from "./first-start";
import { type Composed, type ComposeOptions, compose, databaseOf } from "./compose";
import { ConfigError } from "../platform/config-error";
import { type Config, readConfig, sqliteFile } from "./config";
import { closeDataDir, prepareDataDir } from "./data-dir";
import { type Checkpoints, startCheckpoints } from "../platform/db/checkpoints";
import { isDatabaseAway, isDatabaseUnusable } from "../platform/db/errors";
import { errorText } from "../platform/error-text";
import { limitHeapGrowth } from "../platform/heap-growth";
import { migrate, SchemaAheadError } from "../platform/db/migrate";
import { DirectoryInUseError, lockDirectory } from "../platform/db/process-lock";
import { writeRefusal } from "../platform/db/write-probe";
import { DriverMissingError } from "../platform/db/sqlite-driver";
import { bindListeners } from "./listeners";
import { earlierNames } from "./settings";
import { loadApi, type Running, startService } from "./service";

/** Time that a stop waits for work in flight, in milliseconds. */
const STOP_WITHIN_MS = 25_000;
/** Limits at which buffered log lines are written, in bytes and milliseconds. */
const LOG_BYTES = 4_096;
const LOG_WITHIN_MS = 200;
/** Maximum size of log lines that wait while they cannot be written, in bytes. Later lines are dropped. */
const MAX_LOG_BYTES = 1_048_576;
/**
 * Interval of write-ahead log truncation, in milliseconds. Until its truncation, the log contains deleted
 * data.
 */
const TRUNCATE_LOG_EVERY_MS = 60_000;

type Compose = (options: ComposeOptions) => Promise<Composed>;

/**
 * Starts the service from environment variables, and ends the process on a signal. If the start fails, prints
 * the reason and exits with code 1. `composeApp` can replace parts of the service.
 */
export async function runService(
  env: Readonly<Record<string, string | undefined>>,
  composeApp: Compose = compose,
): Promise<void> {
  limitHeapGrowth();
  try {
    const config = readConfig(env);
    // Log lines are buffered, because a system call per line would slow every request.
    const lines = pino.destination({
      dest: 1,
      sync: false,
      minLength: LOG_BYTES,
      periodicFlush: LOG_WITHIN_MS,
      maxLength: MAX_LOG_BYTES,
    });
    outliveOutput(lines);
    const log = pino({ level: config.logLevel, base: { service: "recado" } }, lines);
    for (const renamed of earlierNames(env)) log.warn(renamed, "deprecated setting name");
    // Load the API before the port is bound: the load blocks the event loop, and probes expect a response.
    if (config.roles.includes("api")) loadApi();
    await start(config, log, composeApp).catch((error: unknown) => {
      log.debug({ err: error }, "start failed");
      throw error;
    });
  } catch (error) {
    process.stderr.write(`${complaint(error)}\n`);
    process.exit(1);
  }
}

/** Keeps the service running if its output cannot be written, as on a full disk. Reports the failure once. */
function outliveOutput(lines: ReturnType<typeof pino.destination>): void {
  let isReported = false;
  const report = (error: unknown) => {
    if (!isReported) process.stderr.write(`the log cannot be written: ${errorText(error)}\n`);
    isReported = true;
  };
  lines.on("error", report);
  process.stdout.on("error", report);
  process.stderr.on("error", () => {});
}

/** Starts the service. Takes the lock and the ports first, so that a failing start changes no data. */
async function start(config: Config, log: Logger, composeApp: Compose): Promise<void> {
  prepareDataDir(config.dataDir);
  const lock = config.databaseUrl === null ? await lockDirectory(config.dataDir) : null;
  const listeners = await bindListeners(config, log).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  closeDataDir(config.dataDir, log);
  const db = databaseOf(config);
  await migrateWritable(config, db, log);
  const app = await composeApp({ config, db, log, processMetrics: true });
  const first = await firstStart(app, SANDBOX_FACTS);
  // Print the key before a later step can fail, because no later start prints it.
  if (first.key !== null) process.stdout.write(firstStartText(config, first.key, process.stdout.isTTY));
  if (config.console && config.roles.includes("api") && app.consolePage === null) {
    log.warn("console unavailable: this process runs from sources, and the console's page is not built");
  }
  const starting = startService(app, listeners);
  let checkpoints: Checkpoints | null = null;
  // A signal can arrive before the start is complete, because the process already serves requests.
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
        if (failure) log.error({ err: failure }, "failed to checkpoint the write-ahead log");
        else log.info("write-ahead log is checkpointed again");
      },
    });
  }
  log.info({ url: config.publicUrl, roles: config.roles }, "recado is ready");
}

/**
 * Ends the process on a signal, after an orderly stop or the time limit. SIGTERM drains requests before the
 * stop. SIGINT skips or ends the drain.
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
      log.error({ note: "the next start picks up leased jobs" }, "drain timed out");
      process.exit(1);
    }, drainMs + STOP_WITHIN_MS).unref();
    stop({ drainMs, signal: hurry.signal }).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/** Migrates the schema. Throws `ConfigError` if PostgreSQL accepts no writes. */
async function migrateWritable({ databaseUrl }: Config, db: Knex, log: Logger): Promise<void> {
  const refusal = databaseUrl === null ? null : await writeRefusal(db);
  if (refusal !== null) throw new ConfigError(`recado could not start: ${refusal}`);
  const migrated = await migrate(db);
  if (migrated.length > 0) log.info({ migrations: migrated }, "database schema brought up to date");
}

/** Errors whose message is written for the operator. */
const WORDED = [ConfigError, DirectoryInUseError, SchemaAheadError];

/** Returns the message for the operator: one line, or a stack trace for a defect of the service. */
function complaint(error: unknown): string {
  if (WORDED.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isDatabaseAway(error) || isDatabaseUnusable(error)) {
    return `recado could not start, the database cannot be used: ${errorText(error)}`;
  }
  if (error instanceof DriverMissingError) return `recado could not start: ${error.message}`;
  return `recado could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
