// A worker that only dispatches; webhook events stay in the outbox. It submits to the sandbox and over the
// connections in the database.
import pino from "pino";
import { carrierSinks } from "../../../src/app/carriers";
import { compose } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import { createDispatcher } from "../../../src/features/dispatch/dispatcher";
import { type DatabaseAddress, openAddress, serviceEnv } from "../databases";
import { holdsWithin, type Spent, spentOn } from "../deployment";
import { ownUsage, perform } from "../processes";

interface DispatchRun {
  address: DatabaseAddress;
  messages: number;
}

const READ_EVERY = 5;
const MAX_MS = 10 * 60_000;

const log = pino({ level: "warn" }, pino.destination(2));

export const workerTasks = {
  async dispatch({ address, messages }: DispatchRun): Promise<Spent> {
    const env = { ...serviceEnv(address), RECADO_SANDBOX_DELAY_MS: "0", RECADO_ROLES: "worker" };
    const config = readConfig(env);
    const db = openAddress(address, config.databasePool);
    const app = await compose({ config, db, log });
    const dispatcher = createDispatcher(app);
    await app.connections.refresh();
    await app.connections.start(carrierSinks(app));
    app.connections.poll();
    const delivered = async () => {
      const { values } = await app.metrics.messageTransitions.get();
      return values.find(({ labels }) => labels.status === "delivered")?.value ?? 0;
    };
    let rssBytes = 0;
    const isDone = async () => {
      rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
      return (await delivered()) >= messages;
    };
    const { seconds, cpuSeconds, result } = await spentOn(
      async () => ownUsage(),
      () => {
        dispatcher.start();
        return holdsWithin(MAX_MS, READ_EVERY, isDone);
      },
    );
    if (!result) throw new Error("the messages were not delivered in time");
    await dispatcher.stop();
    await app.connections.stop();
    await app.wakeups.close();
    await app.reads.stop();
    await db.destroy();
    return { seconds, cpuSeconds, rssBytes };
  },
};

perform(workerTasks);
