// Starts the service like src/main.ts, but without dispatch. Messages stay pending, so that a benchmark
// measures only their creation.
import pino from "pino";
import { compose, databaseOf } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import { closeServer, httpServer } from "../../../src/http/server";
import { schedulePeriodicJobs } from "../../../src/queue/periodic";
import { startWorker } from "../../../src/queue/worker";
import { handlersOfJobs, httpSide, periodicJobsOf } from "../../../src/app/service";

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const db = databaseOf(config);
  const app = await compose({ config, db, log, processMetrics: true });
  const server = httpServer(await httpSide(app), app.ids);
  await new Promise<void>((resolve) => server.listen(config.port, config.host, resolve));
  const worker = config.roles.includes("worker");
  if (worker) await schedulePeriodicJobs(app, periodicJobsOf(app));
  const work = worker ? handlersOfJobs(app).map((handler) => startWorker(app, handler)) : [];
  process.once("SIGTERM", () => {
    closeServer(server)
      .then(() => Promise.all(work.map((one) => one.stop())))
      .then(() => app.wakeups.close())
      .then(() => app.reads.stop())
      .then(() => db.destroy())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  });
}

void main();
