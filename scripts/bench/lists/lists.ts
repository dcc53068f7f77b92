import { Api } from "../api";
import { assertEqual, type Bench, chosen, inTurn, progress } from "../bench";
import { type DatabaseKind, type Databases, openAddress, serviceEnv } from "../databases";
import type { Options } from "../options";
import { Helper, Service } from "../processes";
import type { Result } from "../report";
import { analyze, seedTenant } from "../seed";
import { median, percentile } from "../stats";
import { type Case, contactCases, messageCases } from "./cases";
import type { floorTasks } from "./floor";
import { seedContactStore, seedMessageStore } from "./store";

const SIZES = { contacts: 1_000_000, messages: 1_000_000 };
const QUICK_SIZES = { contacts: 50_000, messages: 100_000 };
/** Requests of a turn, one after the other. */
const REQUESTS = 60;
const QUICK_REQUESTS = 30;

interface Page {
  data?: unknown[];
  pagination?: { total: number };
}

/** Pages of large tables, with their exact totals, through HTTP: against the bare query of the same page. */
export const benchLists: Bench = async (databases, options, report) => {
  for (const kind of options.databases) await benchOn(databases, kind, options, report);
};

async function benchOn(
  databases: Databases,
  kind: DatabaseKind,
  options: Options,
  report: (result: Result) => void,
): Promise<void> {
  const { contacts, messages } = options.quick ? QUICK_SIZES : SIZES;
  progress(`lists, ${kind}: ${contacts} contacts and ${messages} messages`);
  const address = await databases.create(kind);
  const db = openAddress(address, 2);
  const tenant = await seedTenant(db);
  const { accountId, key } = tenant;
  const listId = await seedContactStore(db, accountId, contacts);
  const messageStore = await seedMessageStore(db, tenant, messages);
  await analyze(db);
  await db.destroy();
  await databases.settle();
  const store = { kind, accountId, contacts, listId, messages, messageStore };

  const service = await Service.start(databases.scratch, {
    env: { ...serviceEnv(address), RECADO_ROLES: "api" },
    profileDir: options.profileDir,
  });
  const api = new Api(service.origin, key);
  const floor = Helper.start<typeof floorTasks>("lists/floor.ts");
  try {
    await floor.ask("open", address);
    const sizes = [
      { n: contacts, cases: contactCases(store) },
      { n: messages, cases: messageCases(store) },
    ];
    for (const { n, cases } of sizes) {
      for (const one of chosen(cases, options, ({ name }) => `lists ${name}`)) {
        await benchCase(api, floor, one, options, (result) => report({ ...result, db: kind, n }));
      }
    }
  } finally {
    await api.close();
    await floor.stop();
    await service.stop();
  }
  await databases.drop(address);
}

async function benchCase(
  api: Api,
  floor: Helper<typeof floorTasks>,
  { name, path, floor: bare, p95, total }: Case,
  options: Options,
  report: (result: Omit<Result, "db" | "n">) => void,
): Promise<void> {
  const requests = options.quick ? QUICK_REQUESTS : REQUESTS;
  const all: number[] = [];
  const turns = (turn: number) => Array.from({ length: requests }, (_, index) => turn * requests + index);
  const ask = async (turn: number) => {
    const { body, milliseconds } = await api.call<Page>("GET", path(turn));
    if (total !== undefined) assertEqual(`the total of ${path(turn)}`, body.pagination?.total, total);
    if (body.data?.length === 0) throw new Error(`${path(turn)} found nothing`);
    return milliseconds;
  };
  // Warm-up: caches of the database and compiled code.
  for (const turn of turns(options.pairs).slice(0, requests / 5)) await ask(turn);
  const [comparison] = await inTurn(
    options.pairs,
    async (turn) => {
      const latencies: number[] = [];
      for (const each of turns(turn)) latencies.push(await ask(each));
      all.push(...latencies);
      return median(latencies);
    },
    [async (turn) => median(await floor.ask("query", turns(turn).map(bare)))],
  );
  if (!comparison) throw new Error("nothing was compared");
  report({
    ...comparison,
    bench: `lists ${name}`,
    unit: "ms",
    aim: { atMost: p95, of: "p95" },
    p50: percentile(all, 0.5),
    p95: percentile(all, 0.95),
    p99: percentile(all, 0.99),
    ...{ cpuMsPerRow: null, rssMb: null, exponent: null },
  });
}
