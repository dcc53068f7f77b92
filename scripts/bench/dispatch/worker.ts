// A worker of the service that has its dispatch alone: what it enqueues for webhooks stays in the outbox.
import pino from "pino";
import { compose } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import { createDispatcher } from "../../../src/features/dispatch/dispatcher";
import { type DatabaseAddress, openAddress, serviceEnv } from "../databases";
import { perform } from "../processes";

export interface DispatchRun {
  address: DatabaseAddress;
  /** Messages that wait in the database; the run ends when so many have been delivered. */
  messages: number;
}

export interface RunResult {
  seconds: number;
  cpuSeconds: number;
  rssBytes: number;
}

/** How often the worker looks whether all is done, in milliseconds. */
const LOOK_EVERY = 5;
const AT_MOST_MS = 10 * 60_000;

export const workerTasks = {
  async dispatch({ address, messages }: DispatchRun): Promise<RunResult> {
    const config = readConfig({
      ...serviceEnv(address),
      RECADO_SANDBOX_DELAY_MS: "0",
      RECADO_ROLES: "worker",
    });
    const db = openAddress(address, config.databasePool);
    const app = await compose({ config, db, log: pino({ level: "warn" }, pino.destination(2)) });
    const dispatcher = createDispatcher(app);
    for (const carrier of app.carriers.values())
      await carrier.start(app.deliveryReports.from(carrier.name), async () => {});
    const delivered = async () => {
      const { values } = await app.metrics.messageTransitions.get();
      return values.find(({ labels }) => labels.status === "delivered")?.value ?? 0;
    };
    let highest = 0;
    const cpu = process.cpuUsage();
    const started = performance.now();
    dispatcher.start();
    while ((await delivered()) < messages) {
      if (performance.now() - started > AT_MOST_MS)
        throw new Error("the messages were not delivered in time");
      highest = Math.max(highest, process.memoryUsage.rss());
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    const seconds = (performance.now() - started) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    await dispatcher.stop();
    for (const carrier of app.carriers.values()) await carrier.stop();
    await app.wakeups.close();
    await app.reads.stop();
    await db.destroy();
    return { seconds, cpuSeconds: (user + system) / 1e6, rssBytes: highest };
  },
};

perform(workerTasks);
