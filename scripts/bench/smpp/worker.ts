// A worker of the service with an SMPP connection that is bound when the run begins.
import pino from "pino";
import { compose } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import { completeSettings } from "../../../src/carriers/settings";
import { smppKind } from "../../../src/carriers/smpp/smpp";
import { createDispatcher } from "../../../src/features/dispatch/dispatcher";
import { type DatabaseAddress, openAddress, serviceEnv } from "../databases";
import type { RunResult } from "../dispatch/worker";
import { perform } from "../processes";
import { ACCOUNT, SMSC } from "./names";

export interface SmppRun {
  address: DatabaseAddress;
  port: number;
  window: number;
  binds: number;
  /** Messages that wait in the database; the run ends when so many have been delivered. */
  messages: number;
}

/** How often the worker looks whether all is done, in milliseconds. */
const LOOK_EVERY = 5;
const AT_MOST_MS = 5 * 60_000;

export const workerTasks = {
  async send({ address, port, window, binds, messages }: SmppRun): Promise<RunResult> {
    const config = readConfig({ ...serviceEnv(address), RECADO_ROLES: "worker" });
    const db = openAddress(address, config.databasePool);
    const log = pino({ level: "warn" }, pino.destination(2));
    const app = await compose({ config, db, log });
    const { system_id, password } = ACCOUNT;
    const given = { host: "127.0.0.1", port, system_id, binds };
    const carrier = smppKind.open(
      {
        name: SMSC,
        settings: {
          ...completeSettings(smppKind.settings, given),
          window,
          timeout_seconds: 35,
          max_per_second: null,
        },
        secrets: { password, tls_ca: null },
        token: "",
      },
      {
        clock: app.clock,
        log,
        callbackUrl: "",
        media: () => Promise.reject(new Error("there are no files")),
      },
    );
    app.connections.use([carrier]);
    const dispatcher = createDispatcher(app);
    await carrier.start(app.deliveryReports.from(SMSC), async () => {});
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
    await carrier.stop();
    await app.wakeups.close();
    await app.reads.stop();
    await db.destroy();
    return { seconds, cpuSeconds: (user + system) / 1e6, rssBytes: highest };
  },
};

perform(workerTasks);
