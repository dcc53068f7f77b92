import pino from "pino";
import { firstStart } from "./accounts/first-start";
import { compose, databaseOf, sandboxOf } from "./compose";
import { ConfigError, readConfig } from "./config";
import { migrate } from "./db/migrate";
import { startService } from "./service";

/** After this long a stop no longer waits for what is under way, in milliseconds. */
const STOP_WITHIN_MS = 25_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: { service: "recado" } });
  const db = databaseOf(config);
  const migrated = await migrate(db);
  if (migrated.length > 0) log.info({ migrations: migrated }, "database schema brought up to date");
  const app = await compose({ config, db, log, processMetrics: true });
  const first = await firstStart(app, sandboxOf(app));
  const running = await startService(app);
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
    running.stop().then(
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

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(
      `recado could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  process.exit(1);
});
