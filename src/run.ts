import pino, { type Logger } from "pino";
import { firstStart } from "./accounts/first-start";
import { type Composed, type ComposeOptions, compose, databaseOf, sandboxOf } from "./compose";
import { type Config, ConfigError, readConfig, sqliteFile } from "./config";
import { prepareDataDir } from "./data-dir";
import { startCheckpoints } from "./db/checkpoints";
import { isDatabaseAway, isDatabaseRefused, reasonOf } from "./db/errors";
import { migrate } from "./db/migrate";
import { startService } from "./service";

/** After this long a stop no longer waits for what is under way, in milliseconds. */
const STOP_WITHIN_MS = 25_000;

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
    const log = pino({ level: config.logLevel, base: { service: "recado" } });
    await start(config, log, composeApp).catch((error: unknown) => {
      log.debug({ err: error }, "the start failed");
      throw error;
    });
  } catch (error) {
    process.stderr.write(`${complaint(error)}\n`);
    process.exit(1);
  }
}

async function start(config: Config, log: Logger, composeApp: Compose): Promise<void> {
  prepareDataDir(config.dataDir);
  const db = databaseOf(config);
  const migrated = await migrate(db);
  if (migrated.length > 0) log.info({ migrations: migrated }, "database schema brought up to date");
  const app = await composeApp({ config, db, log, processMetrics: true });
  const first = await firstStart(app, sandboxOf(app));
  const running = await startService(app).catch((error: unknown) => {
    throw isAboutAddress(error, config)
      ? new ConfigError(`HOST and PORT cannot be used: ${reasonOf(error)}`)
      : error;
  });
  const checkpoints =
    config.databaseUrl === null
      ? startCheckpoints(sqliteFile(config), (error) =>
          log.error({ err: error }, "checkpoints by thread ended"),
        )
      : null;
  log.info({ url: config.publicUrl, roles: config.roles }, "recado is ready");
  if (first.key !== null) {
    process.stdout.write(
      `\nFirst start: the account "default" is ready. Its API key, shown this once and kept in ${config.dataDir}/api-key:\n\n  ${first.key}\n\n`,
    );
  }

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error("work under way did not end in time; what was leased is taken up by the next start");
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    Promise.all([running.stop(), checkpoints?.stop()]).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Whether the address is taken, forbidden, not this machine's, or unknown. */
function isAboutAddress(error: unknown, { host }: Config): boolean {
  const { syscall, hostname } = (error ?? {}) as { syscall?: unknown; hostname?: unknown };
  return syscall === "listen" || (syscall === "getaddrinfo" && hostname === host);
}

/** What the operator reads: one line for what is wrong around the service, and the stack for what is wrong in it. */
function complaint(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (isDatabaseAway(error) || isDatabaseRefused(error)) {
    return `recado could not start, the database cannot be used: ${reasonOf(error)}`;
  }
  return `recado could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
