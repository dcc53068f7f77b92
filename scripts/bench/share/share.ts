import type { Knex } from "knex";
import { rawRows } from "../../../src/platform/db/dialect";
import { Api } from "../api";
import { assertEqual, type Bench, progress } from "../bench";
import { seedList } from "../campaign/store";
import { type DatabaseAddress, type Databases, openAddress, serviceEnv } from "../databases";
import { Service } from "../processes";
import type { Aim, Result } from "../report";
import { analyze, seedContacts, seedTenant, SUPPRESSED_EACH, type Tenant } from "../seed";
import { compare, type Pair } from "../stats";
import { until, watchMemory } from "../watch";
import { ANSWER_MS, WINDOW } from "./carrier";

const SIZE = 8_000;
const QUICK_SIZE = 4_000;

/** Worker processes beside one, and what they are to come to. */
const SHARED: readonly { workers: number; aim: Aim }[] = [
  { workers: 2, aim: { atLeast: 1.8 } },
  { workers: 4, aim: { atLeast: 3.2 } },
];

/** One campaign over a slow carrier, by one worker process and by several: a SQLite file belongs to one process. */
export const benchShare: Bench = async (databases, options, report) => {
  if (!options.databases.includes("postgres")) return;
  const size = options.quick ? QUICK_SIZE : SIZE;
  const pairs = new Map(SHARED.map(({ workers }) => [workers, [] as Pair[]]));
  const runs = new Map<number, Run[]>();
  const run = async (workers: number, turn: number) => {
    progress(`share: ${size} contacts, ${workers} of a worker, turn ${turn + 1} of ${options.pairs}`);
    const done = await campaign(databases, { size, workers, profileDir: options.profileDir });
    runs.set(workers, [...(runs.get(workers) ?? []), done]);
    return size / done.seconds;
  };
  for (let turn = 0; turn < options.pairs; turn += 1) {
    const floor = await run(1, turn);
    for (const { workers } of SHARED) pairs.get(workers)?.push({ ours: await run(workers, turn), floor });
  }
  const common = {
    db: "postgres",
    n: size,
    unit: "messages/s",
    p50: null,
    p99: null,
    exponent: null,
  } as const;
  const costs = (workers: number): Pick<Result, "cpuMsPerRow" | "rssMb"> => {
    const of = runs.get(workers) ?? [];
    return {
      cpuMsPerRow: (of.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) * 1_000) / (size * of.length),
      rssMb: Math.max(...of.map(({ rssBytes }) => rssBytes)) / 1e6,
    };
  };
  // What the carrier's window allows for one process.
  const ideal = WINDOW / (ANSWER_MS / 1_000);
  const alone = (pairs.get(2) ?? []).map(({ floor }) => ({ ours: floor, floor: ideal }));
  report({
    ...common,
    ...compare(alone),
    ...costs(1),
    bench: "share, 1 worker, against the window",
    aim: null,
  });
  for (const { workers, aim } of SHARED) {
    const compared = compare(pairs.get(workers) ?? []);
    report({ ...common, ...compared, ...costs(workers), bench: `share, ${workers} workers, against 1`, aim });
  }
};

interface Run {
  /** From the request to launch until the last message is settled. */
  seconds: number;
  /** Of all workers. */
  cpuSeconds: number;
  /** Of the largest worker. */
  rssBytes: number;
}

interface RunOptions {
  size: number;
  workers: number;
  profileDir: string | null;
}

async function campaign(databases: Databases, { size, workers, profileDir }: RunOptions): Promise<Run> {
  const address = await databases.create("postgres");
  const db = openAddress(address, 2);
  const services: Service[] = [];
  const start = async (roles: string, script?: string) => {
    const env = { ...serviceEnv(address), RECADO_ROLES: roles, RECADO_DATABASE_POOL: "20" };
    const service = await Service.start(databases.scratch, { env, script, profileDir });
    services.push(service);
    return service;
  };
  try {
    const tenant = await seedTenant(db);
    await seedContacts(db, tenant.accountId, size);
    const listId = await seedList(db, tenant.accountId, "all", size);
    await analyze(db);
    const api = new Api((await start("api")).origin, tenant.key);
    const working: Service[] = [];
    for (let worker = 0; worker < workers; worker += 1) {
      working.push(await start("worker", "scripts/bench/share/service.ts"));
    }
    const result = await measured({ db, tenant, address }, api, working, listId);
    await assertShared(db, tenant, size);
    await api.close();
    return result;
  } finally {
    for (const service of services) await service.stop();
    await db.destroy();
    await databases.drop(address);
  }
}

async function measured(
  { db, tenant }: { db: Knex; tenant: Tenant; address: DatabaseAddress },
  api: Api,
  working: readonly Service[],
  listId: string,
): Promise<Run> {
  const content = { type: "text", text: "Seu pedido já saiu para entrega." };
  const templateId = await api.create("/templates", { name: "share", channel: "sms", content });
  const id = await api.create("/campaigns", { name: "share", template_id: templateId, list_id: listId });
  const cpu = async () =>
    (await Promise.all(working.map((service) => service.usage()))).reduce(
      (sum, one) => sum + one.cpuSeconds,
      0,
    );
  const memory = watchMemory(working);
  const before = await cpu();
  const started = performance.now();
  await api.call("POST", `/campaigns/${id}/launch`);
  await until("the campaign is completed", async () => {
    const row = (await db("campaigns").where({ account_id: tenant.accountId, id }).first("status")) as {
      status: string;
    };
    return row.status === "completed";
  });
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, cpuSeconds: (await cpu()) - before, rssBytes: Math.max(...(await memory.end())) };
}

/** Every contact has one message, which was handed over once unless its number is suppressed. */
async function assertShared(db: Knex, { accountId }: Tenant, size: number): Promise<void> {
  const rows = await rawRows<{ status: string; messages: number | string; contacts: number | string }>(
    db,
    `select status, count(*) as messages, count(distinct contact_id) as contacts from messages
     where account_id = ? group by status order by status`,
    [accountId],
  );
  const blocked = Math.ceil(size / SUPPRESSED_EACH);
  assertEqual(
    "messages and contacts by status",
    rows.map(({ status, messages, contacts }) => [status, Number(messages), Number(contacts)]),
    [
      ["blocked", blocked, blocked],
      ["sent", size - blocked, size - blocked],
    ],
  );
}
