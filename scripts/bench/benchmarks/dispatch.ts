import type { Knex } from "knex";
import { Client } from "pg";
import { secretsOf } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import type { graphileWorkerTasks } from "../baselines/graphile-worker";
import type { pgBossTasks } from "../baselines/pg-boss";
import type { settleTasks } from "../baselines/settle";
import { type DatabaseAddress, serviceEnv } from "../databases";
import { rateOf } from "../deployment";
import { EVENTS_PER_REQUEST } from "../events";
import { byPath, chunksOf, countedByStatus, DELIVERED, outcomesOf, rowsBy, tally } from "../outcomes";
import { assertEqual, type Baseline, benchmark, type Run, type Scope } from "../run";
import { seedEndpoint, seedTenant } from "../seed";
import { BATCH, seedMessages } from "../seed-messages";
import { growthExponent, median } from "../stats";
import type { workerTasks } from "../services/worker";

const SIZE = { quick: 20_000, usual: 200_000 };
const MILLION = 1_000_000;
const GROWTH = { quick: [5_000, 10_000], usual: [10_000, 100_000], million: [10_000, 100_000, MILLION] };

/** Measures pending → sent → delivered, against other job queues and bare statements. */
export const bench = benchmark(["dispatch"], String, async (run) => {
  const size = run.pick(SIZE);
  const worker = run.helper<typeof workerTasks>("services/worker.ts", { profiled: true });
  const dispatch = (messages: number, held = false) =>
    run.turn(async (scope) => {
      const { address, accountId } = await seeded(scope, messages);
      if (held) scope.defer(await holdSnapshot(address));
      const spent = await worker.call("dispatch", { address, messages });
      await scope.using(address, (db) => assertDispatched(db, accountId, messages));
      return { ...rateOf(messages, spent), seconds: spent.seconds };
    });

  run.say("warm-up");
  await dispatch(Math.max(BATCH, size / 10));
  await run.compare({
    n: size,
    unit: "messages/s",
    ours: () => dispatch(size),
    baselines: [...(run.kind === "postgres" ? queues(run, size) : []), bareStatements(run, size)],
    more: async (turns) => {
      const points = [{ n: size, seconds: median(turns.map(({ seconds }) => seconds)) }];
      for (const n of run.pick(GROWTH)) {
        run.say(`${n} messages`);
        points.push({ n, seconds: (await dispatch(n)).seconds });
      }
      return { exponent: growthExponent(points) };
    },
  });
  if (run.kind === "sqlite") return;
  const large = run.pick({ ...SIZE, million: MILLION });
  await run.compare({
    name: "dispatch, old snapshot held",
    n: large,
    unit: "messages/s",
    ours: () => dispatch(large, true),
    baselines: [{ aim: { atLeast: 0.8 }, turn: async () => (await dispatch(large)).value }],
  });
});

const seeded = (scope: Scope, messages: number) =>
  scope.seeded(async (db, address) => {
    const tenant = await seedTenant(db);
    const secrets = await secretsOf({ config: readConfig(serviceEnv(address)), db });
    const { id: webhookId } = await seedEndpoint({ db, secrets }, tenant.accountId);
    await seedMessages(db, tenant, messages);
    return { ...tenant, webhookId };
  });

function bareStatements(run: Run, size: number): Baseline {
  const turn = () =>
    run.turn(async (scope) => {
      const { address, accountId, webhookId } = await seeded(scope, size);
      const baseline = scope.helper<typeof settleTasks>("baselines/settle.ts");
      const requests = Math.ceil((2 * size) / EVENTS_PER_REQUEST);
      const outbox = { kind: "service", webhookId } as const;
      const seconds = await baseline.call("settle", { address, accountId, requests, outbox });
      const byStatus = await scope.using(address, (db) => rowsBy(db, "messages"));
      assertEqual("the baseline's messages", byStatus, { delivered: size });
      return size / seconds;
    });
  return { name: "bare SQL", aim: null, turn };
}

/** Returns a baseline for each other job queue. The jobs do nothing. */
function queues(run: Run, jobs: number): Baseline[] {
  const turnOf = (script: string) => () =>
    run.turn(async (scope) => {
      const address = await scope.database();
      const queue = scope.helper<typeof pgBossTasks | typeof graphileWorkerTasks>(script);
      await queue.call("open", address.url ?? "");
      await queue.call("add", jobs / 10);
      await queue.call("run", jobs / 10);
      await queue.call("add", jobs);
      await scope.settle(address);
      return jobs / (await queue.call("run", jobs));
    });
  return [
    { name: "pg-boss", aim: { atLeast: 3 }, turn: turnOf("baselines/pg-boss.ts") },
    { name: "graphile-worker", aim: { atLeast: 1 }, turn: turnOf("baselines/graphile-worker.ts") },
  ];
}

/** Holds a snapshot of the database, as a backup does. Returns a function that releases the snapshot. */
async function holdSnapshot({ url }: DatabaseAddress): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url ?? "" });
  await client.connect();
  await client.query("begin isolation level repeatable read");
  await client.query("select count(*) from jobs");
  return () => client.end();
}

interface StoredEvent {
  id: string;
  data: { message_id: string; status: string; previous_status: string; sequence: number };
}

/**
 * Throws unless each message was delivered, counted and reported with one event per status change, and only
 * webhook delivery jobs remain.
 */
async function assertDispatched(db: Knex, accountId: string, messages: number): Promise<void> {
  assertEqual("messages by their paths", byPath(await outcomesOf(db, accountId)), { [DELIVERED]: messages });
  assertEqual("counts by status", await countedByStatus(db), { delivered: messages });
  // This benchmark's worker delivers no webhooks, so delivery jobs remain.
  const { delivery: _, ...left } = await rowsBy(db, "jobs", "kind");
  assertEqual("jobs left", left, {});

  const ids = new Set<string>();
  const changes = new Set<string>();
  let [events, counted] = [0, 0];
  const payloads = () =>
    db("webhook_payloads as p")
      .join("webhook_deliveries as d", (on) => on.on("d.account_id", "p.account_id").andOn("d.id", "p.id"))
      .select("p.id", "p.events", "d.event_count");
  for await (const rows of chunksOf<{ id: string; events: string; event_count: number }>(
    payloads,
    200,
    "p.id",
  )) {
    for (const row of rows) {
      counted += row.event_count;
      for (const { id, data } of JSON.parse(row.events) as StoredEvent[]) {
        events += 1;
        ids.add(id);
        changes.add(`${data.message_id} ${data.previous_status} ${data.status} ${data.sequence}`);
      }
    }
  }
  assertEqual("the number of events", [events, counted, ids.size], Array(3).fill(2 * messages));
  const kinds = [...changes].map((change) => change.slice(change.indexOf(" ") + 1));
  const expected = { "pending sent 2": messages, "sent delivered 3": messages };
  assertEqual("the changes that events report", tally(kinds), expected);
}
