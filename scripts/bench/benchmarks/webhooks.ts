import { secretsOf } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import { enqueueEvents } from "../../../src/features/webhooks/outbox";
import { updateEndpoint } from "../../../src/features/webhooks/webhooks.store";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import type { Api } from "../api";
import type { postTasks } from "../baselines/posts";
import { type DatabaseAddress, serviceEnv } from "../databases";
import { rateOf, spentOn, until } from "../deployment";
import { EVENTS_PER_REQUEST, someEvents } from "../events";
import type { Helper } from "../processes";
import type { receiverTasks } from "../receiver";
import { assertEqual, benchmark, type Measured, type Scope } from "../run";
import { seedEndpoint, seedTenant } from "../seed";

const SIZE = { quick: 50_000, usual: 500_000, million: 1_000_000 };
/** Events per transaction. */
const CHUNK = 1_000;

/** Measures the delivery of a full outbox until every event is marked as delivered, against bare posts. */
export const bench = benchmark(["webhooks"], String, async (run) => {
  const events = run.pick(SIZE);
  const receiver = run.helper<typeof receiverTasks>("receiver.ts");
  const poster = run.helper<typeof postTasks>("baselines/posts.ts");
  const origin = await receiver.call("listen");
  const bare = { origin, path: "/floor", secret: "whsec_" };
  await receiver.call("expect", bare);
  await poster.call("post", { ...bare, events: events / 10 });
  await run.compare({
    n: events,
    unit: "events/s",
    ours: (turn) => run.turn((scope) => oneTurn(scope, receiver, origin, events, turn)),
    baselines: [
      {
        aim: { atLeast: 0.6 },
        turn: async () => events / (await poster.call("post", { ...bare, events })),
      },
    ],
  });
  const { invalid } = await receiver.call("report", bare.path);
  assertEqual("the baseline's wrong signatures", invalid, 0);
});

interface Outbox {
  key: string;
  webhookId: string;
  path: string;
  secret: string;
  events: number;
}

/** Measures the delivery of a full outbox from the moment when its endpoint is enabled. */
async function oneTurn(
  scope: Scope,
  receiver: Helper<typeof receiverTasks>,
  receives: string,
  events: number,
  turn: number,
): Promise<Measured> {
  const address = await scope.database();
  const warmUp = await fill(scope, address, `${receives}/warm-up/${turn}`, events / 10, "enabled");
  const outbox = await fill(scope, address, `${receives}/${turn}`, events, "disabled");
  await scope.settle(address);
  for (const expected of [warmUp, outbox]) await receiver.call("expect", expected);
  const deployed = await scope.deploy(address, { env: { RECADO_WEBHOOK_ALLOW_PRIVATE: "1" } });
  const delivered = async (api: Api, some: Outbox) => {
    await receiver.call("received", some);
    await until("no delivery is pending", async () => (await deliveriesIn(api, some, "pending")) === 0);
  };
  await delivered(deployed.api(warmUp.key), warmUp);
  const api = deployed.api(outbox.key);
  const spent = await spentOn(
    () => deployed.working.usage(),
    async () => {
      await api.call("PATCH", `/webhooks/${outbox.webhookId}`, { status: "enabled" });
      await delivered(api, outbox);
    },
  );
  const requests = events / EVENTS_PER_REQUEST;
  assertEqual("the received events", await receiver.call("report", outbox.path), {
    requests,
    invalid: 0,
    events,
    ids: events,
    byStatus: { sent: events },
  });
  assertEqual("deliveries marked as delivered", await deliveriesIn(api, outbox, "delivered"), requests);
  return rateOf(events, spent);
}

function fill(
  scope: Scope,
  address: DatabaseAddress,
  url: string,
  events: number,
  status: "enabled" | "disabled",
): Promise<Outbox> {
  return scope.using(address, async (db) => {
    const secrets = await secretsOf({ config: readConfig(serviceEnv(address)), db });
    const path = new URL(url).pathname;
    const { accountId, key } = await seedTenant(db, { name: `bench ${path}` });
    const { id: webhookId, secret } = await seedEndpoint({ db, secrets }, accountId, url);
    const ids = idMaker(systemClock);
    for (let start = 0; start < events; start += CHUNK) {
      const some = someEvents(Math.min(CHUNK, events - start), ids);
      const batch = { accountId, type: "message_update", events: () => some } as const;
      await db.transaction((trx) => enqueueEvents(trx, batch, systemClock.now(), ids));
    }
    await updateEndpoint(db, accountId, webhookId, { status }, systemClock.now());
    return { key, webhookId, path, secret, events };
  });
}

const deliveriesIn = (api: Api, { webhookId }: Outbox, status: string) =>
  api.total(`/webhooks/${webhookId}/deliveries?status=${status}&limit=1`);
