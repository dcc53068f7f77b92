import { Client } from "pg";
import { secretsOf } from "../../../src/app/compose";
import { readConfig } from "../../../src/app/config";
import { type Bench, inTurn, progress, type Turn } from "../bench";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import { Helper } from "../processes";
import type { Aim, Result } from "../report";
import { analyze, seedEndpoint, seedTenant } from "../seed";
import { growthExponent, median } from "../stats";
import { assertDispatched } from "./check";
import type { floorTasks } from "./floor";
import type { graphileWorkerTasks } from "./graphile-worker";
import type { pgBossTasks } from "./pg-boss";
import { BATCH, seedMessages } from "./seed-messages";
import type { RunResult, workerTasks } from "./worker";

type Worker = Helper<typeof workerTasks>;

/** Messages of a run of the comparison. */
const SIZE = 200_000;
const QUICK_SIZE = 20_000;
const MILLION = 1_000_000;

/** pending → sent → delivered, with histories and events, against job queues and against the bare statements. */
export const benchDispatch: Bench = async (databases, options, report) => {
  const size = options.quick ? QUICK_SIZE : SIZE;
  const growth = options.quick ? [5_000, 10_000] : [10_000, 100_000, ...(options.million ? [MILLION] : [])];
  for (const kind of options.databases) {
    const worker = Helper.start<typeof workerTasks>("dispatch/worker.ts", { profileDir: options.profileDir });
    const bench = new DispatchBench(databases, kind, worker);
    try {
      progress(`dispatch, ${kind}: warm-up`);
      await bench.run(Math.max(BATCH, size / 10));
      await bench.compareAll(size, options.pairs, growth, report);
      if (kind === "postgres")
        await bench.compareSnapshot(options.million ? MILLION : size, options.pairs, report);
    } finally {
      await worker.stop();
    }
  }
};

class DispatchBench {
  constructor(
    private readonly databases: Databases,
    private readonly kind: DatabaseKind,
    private readonly worker: Worker,
  ) {}

  /** Our turn: a fresh database, seeded, dispatched and checked. */
  async run(
    messages: number,
    around: (address: DatabaseAddress) => Promise<() => Promise<void>> = noSnapshot,
  ) {
    const address = await this.seeded(messages);
    await this.databases.settle();
    const release = await around(address);
    const result = await this.worker.ask("dispatch", { address, messages });
    await release();
    await assertDispatched(address, messages);
    await this.databases.drop(address);
    return result;
  }

  async seeded(messages: number): Promise<DatabaseAddress> {
    const address = await this.databases.create(this.kind);
    const db = openAddress(address, 2);
    const tenant = await seedTenant(db);
    const secrets = await secretsOf({ config: readConfig(serviceEnv(address)), db });
    await seedEndpoint({ db, secrets }, tenant.accountId);
    await seedMessages(db, tenant, messages);
    await analyze(db);
    await db.destroy();
    return address;
  }

  async compareAll(
    size: number,
    pairs: number,
    growth: readonly number[],
    report: (result: Result) => void,
  ): Promise<void> {
    const results: RunResult[] = [];
    const ours: Turn = async (turn) => {
      progress(`dispatch, ${this.kind}: turn ${turn + 1} of ${pairs}`);
      const result = await this.run(size);
      results.push(result);
      return size / result.seconds;
    };
    const floors: { name: string; aim: Aim | null; turn: Turn }[] = [
      ...(this.kind === "postgres"
        ? [
            { name: "pg-boss", aim: { atLeast: 3 }, turn: async () => size / (await this.pgBoss(size)) },
            {
              name: "graphile-worker",
              aim: { atLeast: 1 },
              turn: async () => size / (await this.graphileWorker(size)),
            },
          ]
        : []),
      { name: "bare SQL", aim: null, turn: async () => size / (await this.bareSql(size)) },
    ];
    const compared = await inTurn(
      pairs,
      ours,
      floors.map(({ turn }) => turn),
    );
    const points = [{ n: size, seconds: median(results.map(({ seconds }) => seconds)) }];
    for (const n of growth) {
      progress(`dispatch, ${this.kind}: ${n} messages`);
      points.push({ n, seconds: (await this.run(n)).seconds });
    }
    for (const [index, comparison] of compared.entries()) {
      report({
        ...this.common(size, results),
        ...comparison,
        bench: `dispatch, ${floors[index]?.name}`,
        aim: floors[index]?.aim ?? null,
        exponent: growthExponent(points),
      });
    }
  }

  /** The rate while somebody holds an old snapshot, such as a backup, against the rate without. */
  async compareSnapshot(size: number, pairs: number, report: (result: Result) => void): Promise<void> {
    const results: RunResult[] = [];
    const withSnapshot: Turn = async (turn) => {
      progress(`dispatch, ${this.kind}: an old snapshot, turn ${turn + 1} of ${pairs}`);
      const result = await this.run(size, holdSnapshot);
      results.push(result);
      return size / result.seconds;
    };
    const clean: Turn = async () => size / (await this.run(size)).seconds;
    const [comparison] = await inTurn(pairs, withSnapshot, [clean]);
    if (!comparison) throw new Error("nothing was compared");
    const bench = "dispatch, old snapshot held";
    report({ ...this.common(size, results), ...comparison, bench, aim: { atLeast: 0.8 }, exponent: null });
  }

  private common(size: number, results: readonly RunResult[]) {
    return {
      db: this.kind,
      n: size,
      unit: "messages/s",
      p50: null,
      p99: null,
      cpuMsPerRow: median(results.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / size)),
      rssMb: Math.max(...results.map(({ rssBytes }) => rssBytes)) / 1e6,
    };
  }

  private async bareSql(messages: number): Promise<number> {
    const address = await this.seeded(messages);
    await this.databases.settle();
    const floor = Helper.start<typeof floorTasks>("dispatch/floor.ts");
    try {
      return await floor.ask("write", address);
    } finally {
      await floor.stop();
      await this.databases.drop(address);
    }
  }

  private async pgBoss(jobs: number): Promise<number> {
    const address = await this.databases.create(this.kind, { migrated: false });
    const rival = Helper.start<typeof pgBossTasks>("dispatch/pg-boss.ts");
    try {
      await rival.ask("open", address.url ?? "");
      await rival.ask("add", jobs / 10);
      await rival.ask("run", jobs / 10);
      await rival.ask("add", jobs);
      await this.analyzed(address);
      return await rival.ask("run", jobs);
    } finally {
      await rival.ask("close");
      await rival.stop();
      await this.databases.drop(address);
    }
  }

  private async graphileWorker(jobs: number): Promise<number> {
    const address = await this.databases.create(this.kind, { migrated: false });
    const connectionString = address.url ?? "";
    const rival = Helper.start<typeof graphileWorkerTasks>("dispatch/graphile-worker.ts");
    try {
      await rival.ask("open", connectionString);
      await rival.ask("add", { connectionString, jobs: jobs / 10 });
      await rival.ask("run", { connectionString, jobs: jobs / 10 });
      await rival.ask("add", { connectionString, jobs });
      await this.analyzed(address);
      return await rival.ask("run", { connectionString, jobs });
    } finally {
      await rival.stop();
      await this.databases.drop(address);
    }
  }

  private async analyzed(address: DatabaseAddress): Promise<void> {
    const db = openAddress(address, 1);
    await analyze(db);
    await db.destroy();
    await this.databases.settle();
  }
}

const noSnapshot = async () => async () => {};

/** Begins a transaction that sees the database as it is now, and answers how to end it. */
async function holdSnapshot({ url }: DatabaseAddress): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url ?? "" });
  await client.connect();
  await client.query("begin isolation level repeatable read");
  await client.query("select count(*) from jobs");
  return () => client.end();
}
