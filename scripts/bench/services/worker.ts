// A worker that only dispatches; webhook events stay in the outbox. It submits to the sandbox or over an SMPP
// connection.
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { type Composed, compose } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import type { Carrier } from "../../../src/carriers/carrier";
import { completeSettings } from "../../../src/carriers/settings";
import { smppKind } from "../../../src/carriers/smpp/smpp";
import { createDispatcher } from "../../../src/features/dispatch/dispatcher";
import { type DatabaseAddress, openAddress, serviceEnv } from "../databases";
import type { Spent } from "../deployment";
import { ownUsage, perform } from "../processes";

export interface SmppConnection {
  name: string;
  port: number;
  account: { system_id: string; password: string };
  window: number;
  binds: number;
}

export interface DispatchRun {
  address: DatabaseAddress;
  messages: number;
  smpp?: SmppConnection;
}

const READ_EVERY = 5;
const MAX_MS = 10 * 60_000;

const log = pino({ level: "warn" }, pino.destination(2));

function smppCarrier(app: Composed, { name, port, account, window, binds }: SmppConnection): Carrier {
  const given = { host: "127.0.0.1", port, system_id: account.system_id, binds };
  const settings = {
    ...completeSettings(smppKind.settings, given),
    ...{ window, timeout_seconds: 35, max_per_second: null },
  };
  const media = () => Promise.reject(new Error("there are no files"));
  return smppKind.open(
    { name, settings, secrets: { password: account.password, tls_ca: null }, token: "" },
    { clock: app.clock, log, callbackUrl: "", media },
  );
}

export const workerTasks = {
  async dispatch({ address, messages, smpp }: DispatchRun): Promise<Spent> {
    const env = { ...serviceEnv(address), RECADO_SANDBOX_DELAY_MS: "0", RECADO_ROLES: "worker" };
    const config = readConfig(env);
    const db = openAddress(address, config.databasePool);
    const app = await compose({ config, db, log });
    const carriers = smpp ? [smppCarrier(app, smpp)] : [...app.carriers.values()];
    if (smpp) app.connections.use(carriers);
    const dispatcher = createDispatcher(app);
    for (const carrier of carriers)
      await carrier.start(app.deliveryReports.from(carrier.name), async () => {});
    const delivered = async () => {
      const { values } = await app.metrics.messageTransitions.get();
      return values.find(({ labels }) => labels.status === "delivered")?.value ?? 0;
    };
    let highest = 0;
    const before = ownUsage();
    const started = performance.now();
    dispatcher.start();
    while ((await delivered()) < messages) {
      if (performance.now() - started > MAX_MS) throw new Error("the messages were not delivered in time");
      highest = Math.max(highest, process.memoryUsage.rss());
      await pause(READ_EVERY);
    }
    const seconds = (performance.now() - started) / 1_000;
    const cpuSeconds = ownUsage().cpuSeconds - before.cpuSeconds;
    await dispatcher.stop();
    for (const carrier of carriers) await carrier.stop();
    await app.wakeups.close();
    await app.reads.stop();
    await db.destroy();
    return { seconds, cpuSeconds, rssBytes: highest };
  },
};

perform(workerTasks);
