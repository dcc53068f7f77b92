import { secretsOf } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { enqueueEvents } from "../../../src/features/webhooks/outbox";
import { updateEndpoint } from "../../../src/features/webhooks/webhooks.store";
import { Api } from "../api";
import { assertEqual, type Bench, inTurn, progress } from "../bench";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import { Helper, Service } from "../processes";
import type { receiverTasks } from "../receiver";
import { analyze, seedEndpoint, seedTenant } from "../seed";
import { median } from "../stats";
import { until } from "../watch";
import { EVENTS_PER_REQUEST, someEvents } from "./events";
import type { floorTasks } from "./floor";

/** Events of a turn. */
const SIZE = 500_000;
const QUICK_SIZE = 50_000;
const MILLION = 1_000_000;
/** Events of one transaction. */
const CHUNK = 1_000;

/** Events in the outbox until they are delivered and marked so, against the bare posts. */
export const benchWebhooks: Bench = async (databases, options, report) => {
  const events = options.million ? MILLION : options.quick ? QUICK_SIZE : SIZE;
  for (const kind of options.databases) {
    const receiver = Helper.start<typeof receiverTasks>("receiver.ts");
    const floor = Helper.start<typeof floorTasks>("webhooks/floor.ts");
    const bench = new WebhooksBench(databases, kind, receiver, await receiver.ask("listen"));
    const done: Run[] = [];
    try {
      const bare = { origin: bench.receives, path: "/floor", secret: "whsec_" };
      await receiver.ask("expect", bare);
      await floor.ask("post", { ...bare, events: events / 10 });
      const [comparison] = await inTurn(
        options.pairs,
        async (turn) => {
          progress(`webhooks, ${kind}: turn ${turn + 1} of ${options.pairs}`);
          const run = await bench.run(events, options.profileDir);
          done.push(run);
          return events / run.seconds;
        },
        [async () => events / (await floor.ask("post", { ...bare, events }))],
      );
      if (!comparison) throw new Error("nothing was compared");
      const { invalid } = await receiver.ask("report", bare.path);
      assertEqual("the floor's wrong signatures", invalid, 0);
      report({
        ...comparison,
        ...{ bench: "webhooks", db: kind, n: events, unit: "events/s" },
        ...{ aim: { atLeast: 0.6 }, p50: null, p99: null, exponent: null },
        cpuMsPerRow: median(done.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / events)),
        rssMb: Math.max(...done.map(({ rssBytes }) => rssBytes)) / 1e6,
      });
    } finally {
      await floor.stop();
      await receiver.stop();
    }
  }
};

interface Run {
  seconds: number;
  cpuSeconds: number;
  rssBytes: number;
}

/** An account with events in its outbox. */
interface Sending {
  key: string;
  webhookId: string;
  path: string;
  events: number;
}

class WebhooksBench {
  private made = 0;

  constructor(
    private readonly databases: Databases,
    private readonly kind: DatabaseKind,
    private readonly receiver: Helper<typeof receiverTasks>,
    readonly receives: string,
  ) {}

  /** A fresh service on an outbox that is full. The endpoint is enabled when the clock starts. */
  async run(events: number, profileDir: string | null): Promise<Run> {
    const address = await this.databases.create(this.kind);
    const warmUp = await this.seeded(address, events / 10, "enabled");
    const sending = await this.seeded(address, events, "disabled");
    await this.databases.settle();
    const services: Service[] = [];
    const start = async (roles: string) => {
      const env = { ...serviceEnv(address), RECADO_ROLES: roles, RECADO_WEBHOOK_ALLOW_PRIVATE: "1" };
      const service = await Service.start(this.databases.scratch, { env, profileDir });
      services.push(service);
      return service;
    };
    try {
      const worker = await start(this.kind === "sqlite" ? "api,worker" : "worker");
      const answering = this.kind === "sqlite" ? worker : await start("api");
      const warming = new Api(answering.origin, warmUp.key);
      await this.delivered(warming, warmUp);
      await warming.close();
      const api = new Api(answering.origin, sending.key);
      const before = await worker.usage();
      const started = performance.now();
      await api.call("PATCH", `/webhooks/${sending.webhookId}`, { status: "enabled" });
      await this.delivered(api, sending);
      const seconds = (performance.now() - started) / 1_000;
      const after = await worker.usage();
      await this.assertDelivered(api, sending);
      await api.close();
      return { seconds, cpuSeconds: after.cpuSeconds - before.cpuSeconds, rssBytes: after.rssBytes };
    } finally {
      await Promise.all(services.map((service) => service.stop()));
      await this.databases.drop(address);
    }
  }

  /** An account whose outbox has so many events. */
  private async seeded(
    address: DatabaseAddress,
    events: number,
    status: "enabled" | "disabled",
  ): Promise<Sending> {
    const db = openAddress(address, 2);
    const secrets = await secretsOf({ config: readConfig(serviceEnv(address)), db });
    const path = `/${++this.made}`;
    const { accountId, key } = await seedTenant(db, { name: `bench ${path}` });
    const { id: webhookId, secret } = await seedEndpoint({ db, secrets }, accountId, this.receives + path);
    const ids = idMaker(systemClock);
    for (let start = 0; start < events; start += CHUNK) {
      const some = someEvents(Math.min(CHUNK, events - start), ids);
      const batch = { accountId, type: "message_update", events: () => some } as const;
      await db.transaction((trx) => enqueueEvents(trx, batch, systemClock.now(), ids));
    }
    await updateEndpoint(db, accountId, webhookId, { status }, systemClock.now());
    await analyze(db);
    await db.destroy();
    await this.receiver.ask("expect", { path, secret });
    return { key, webhookId, path, events };
  }

  /** Everything has come, and nothing is left to be marked as delivered. */
  private async delivered(api: Api, sending: Sending): Promise<void> {
    await this.receiver.ask("received", sending);
    await until("no delivery is pending", async () => (await deliveriesIn(api, sending, "pending")) === 0);
  }

  private async assertDelivered(api: Api, sending: Sending): Promise<void> {
    const { path, events } = sending;
    const requests = events / EVENTS_PER_REQUEST;
    assertEqual("what was received", await this.receiver.ask("report", path), {
      ...{ requests, invalid: 0, events, ids: events },
      byStatus: { sent: events },
    });
    assertEqual("the deliveries marked", await deliveriesIn(api, sending, "delivered"), requests);
  }
}

/** How many deliveries have the status, as the API tells. */
async function deliveriesIn(api: Api, { webhookId }: Sending, status: string): Promise<number> {
  const path = `/webhooks/${webhookId}/deliveries?status=${status}&limit=1`;
  return (await api.call<{ pagination: { total: number } }>("GET", path)).body.pagination.total;
}
