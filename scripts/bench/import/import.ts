import type { Knex } from "knex";
import { request } from "undici";
import { Api } from "../api";
import { assertEqual, type Bench, chosen, inTurn, progress } from "../bench";
import { rawRows } from "../../../src/platform/db/dialect";
import { seedList } from "../campaign/store";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import type { Options } from "../options";
import type { probeTasks, ProbeResult } from "../probe";
import { Helper, Service } from "../processes";
import type { Result } from "../report";
import { analyze, seedTenant } from "../seed";
import { compare, growthExponent, median } from "../stats";
import { until, watchMemory } from "../watch";
import type { floorTasks } from "./floor";
import { csvOf } from "./table";

const SIZE = 200_000;
const QUICK_SIZE = 20_000;
const MILLION = 1_000_000;
/** What memory at full size is compared with, and where the growth of time begins. */
const SMALL = 10_000;

/** Contacts that the account does not have yet, and the same file once more. */
const CASES = ["new", "known"] as const;
type CaseName = (typeof CASES)[number];

interface Run {
  seconds: number;
  cpuSeconds: number;
  /** Of the process that answers and of the one that works: on SQLite they are one. */
  peaks: number[];
  probe: ProbeResult;
}

/** A CSV from the request to import it until it is done, against the bare upsert of its rows. */
export const benchImport: Bench = async (databases, options, report) => {
  const size = options.million ? MILLION : options.quick ? QUICK_SIZE : SIZE;
  for (const kind of options.databases) {
    const bench = new ImportBench(databases, kind, options);
    for (const name of chosen(CASES, options, (name) => `import ${name}`)) {
      await bench.compare(name, size, report);
    }
  }
};

class ImportBench {
  constructor(
    private readonly databases: Databases,
    private readonly kind: DatabaseKind,
    private readonly options: Options,
  ) {}

  async compare(name: CaseName, size: number, report: (result: Result) => void): Promise<void> {
    const { kind, options } = this;
    const bench = `import ${name}`;
    progress(`${bench}, ${kind}: warm-up`);
    const small = await this.run(name, SMALL);
    const runs: Run[] = [];
    const [comparison] = await inTurn(
      options.pairs,
      async (turn) => {
        progress(`${bench}, ${kind}: turn ${turn + 1} of ${options.pairs}`);
        const run = await this.run(name, size);
        runs.push(run);
        return size / run.seconds;
      },
      [async () => size / (await this.floor(name, size))],
    );
    if (!comparison) throw new Error("nothing was compared");
    const seconds = median(runs.map((run) => run.seconds));
    const peakOf = (index: number) => Math.max(...runs.map(({ peaks }) => peaks[index] ?? NaN));
    const common = { db: kind, n: size, exponent: null, cpuMsPerRow: null, rssMb: null };
    const none = { p50: null, p99: null };
    report({
      ...{ ...common, ...none, ...comparison, bench, unit: "rows/s", aim: { atLeast: 0.5 } },
      cpuMsPerRow: median(runs.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / size)),
      rssMb: peakOf(1) / 1e6,
      exponent: growthExponent([
        { n: SMALL, seconds: small.seconds },
        { n: size, seconds },
      ]),
    });
    report({
      ...{ ...common, bench: `${bench}, slowest GET /healthz meanwhile, against ${SMALL} rows`, unit: "ms" },
      ...compare(runs.map(({ probe }) => ({ ours: probe.slowest, floor: small.probe.slowest }))),
      p50: median(runs.map(({ probe }) => probe.p50)),
      p99: median(runs.map(({ probe }) => probe.p99)),
      aim: { atMost: 50, of: "p99" },
    });
    const processes = kind === "sqlite" ? ["the process"] : ["the api", "the worker"];
    for (const [index, process] of processes.entries()) {
      report({
        ...{ ...common, ...none, bench: `${bench}, memory of ${process}, against ${SMALL} rows`, unit: "MB" },
        ...compare([{ ours: peakOf(index) / 1e6, floor: (small.peaks[index] ?? NaN) / 1e6 }]),
        aim: { atMost: process === "the worker" ? 160 : 300, of: "ours" },
      });
    }
  }

  /** A fresh database and service, a file and its import, checked. */
  private async run(name: CaseName, rows: number): Promise<Run> {
    const { address, db, accountId, key, listId } = await this.fresh();
    const start = (roles: string) =>
      Service.start(this.databases.scratch, {
        env: { ...serviceEnv(address), RECADO_ROLES: roles },
        profileDir: this.options.profileDir,
      });
    const worker = await start(this.kind === "sqlite" ? "api,worker" : "worker");
    const answering = this.kind === "sqlite" ? worker : await start("api");
    const api = new Api(answering.origin, key);
    const probe = Helper.start<typeof probeTasks>("probe.ts");
    try {
      const fileId = await uploaded(api, csvOf(rows));
      if (name === "known") await this.imported(api, db, listId, fileId);
      await analyze(db);
      await this.databases.settle();
      await probe.ask("begin", answering.origin);
      const memory = watchMemory([answering, worker]);
      const before = await worker.usage();
      const started = performance.now();
      const id = await this.imported(api, db, listId, fileId);
      const seconds = (performance.now() - started) / 1_000;
      const after = await worker.usage();
      const result = { probe: await probe.ask("end"), peaks: await memory.end() };
      await assertImported(api, db, { accountId, listId, id }, name, rows);
      return { seconds, cpuSeconds: after.cpuSeconds - before.cpuSeconds, ...result };
    } finally {
      await api.close();
      await probe.stop();
      for (const service of new Set([answering, worker])) await service.stop();
      await db.destroy();
      await this.databases.drop(address);
    }
  }

  /** Seconds of the bare statements, in a fresh database. */
  private async floor(name: CaseName, rows: number): Promise<number> {
    const { address, db, accountId, listId } = await this.fresh();
    const helper = Helper.start<typeof floorTasks>("import/floor.ts");
    try {
      const run = { address, accountId, listId, rows };
      if (name === "known") await helper.ask("upsert", run);
      await analyze(db);
      await this.databases.settle();
      return await helper.ask("upsert", run);
    } finally {
      await helper.stop();
      await db.destroy();
      await this.databases.drop(address);
    }
  }

  private async fresh() {
    const address: DatabaseAddress = await this.databases.create(this.kind);
    const db = openAddress(address, 2);
    const { accountId, key } = await seedTenant(db);
    const listId = await seedList(db, accountId, "Clientes", 0);
    return { address, db, accountId, key, listId };
  }

  /** Imports the file; answers the import's id once it has ended. */
  private async imported(api: Api, db: Knex, listId: string, fileId: string): Promise<string> {
    const id = await api.create(`/contact-lists/${listId}/imports`, { file_id: fileId });
    const running = () => db("imports").where({ id }).whereIn("status", ["pending", "running"]).first("id");
    await until("the import has ended", async () => (await running()) === undefined);
    return id;
  }
}

/** Announces, uploads and confirms a file, as a client does; answers its id. */
async function uploaded(api: Api, file: Buffer): Promise<string> {
  const { body } = await api.call<{ file_id: string; url: string }>("POST", "/files/upload-url", {
    usage: "contact_import",
    content_type: "text/csv",
    size_bytes: file.length,
  });
  const headers = { "content-type": "text/csv", "content-length": String(file.length) };
  const answer = await request(body.url, { method: "PUT", headers, body: file });
  if (answer.statusCode >= 300) throw new Error(`upload: ${answer.statusCode}: ${await answer.body.text()}`);
  await answer.body.dump();
  await api.call("POST", `/files/${body.file_id}/confirm`);
  return body.file_id;
}

/** Every row became a contact and a member, and the import and the counts say so. */
async function assertImported(
  api: Api,
  db: Knex,
  { accountId, listId, id }: { accountId: string; listId: string; id: string },
  name: CaseName,
  rows: number,
): Promise<void> {
  interface Told {
    status: string;
    rows_total: number;
    created: number;
    updated: number;
    rejected: number;
  }
  const { body } = await api.call<Told>("GET", `/contact-lists/${listId}/imports/${id}`);
  const { status, rows_total, created, updated, rejected } = body;
  const [fresh, known] = name === "new" ? [rows, 0] : [0, rows];
  assertEqual(
    "the import",
    { status, rows_total, created, updated, rejected },
    { status: "completed", rows_total: rows, created: fresh, updated: known, rejected: 0 },
  );
  const [found] = await rawRows<{ contacts: number; members: number; named: number }>(
    db,
    `select count(*) as contacts, count(m.contact_id) as members,
       sum(case when c.name like 'Contact %' and c.attributes like '%basic%' then 1 else 0 end) as named
     from contacts c left join list_members m
       on m.account_id = c.account_id and m.contact_id = c.id and m.list_id = ?
     where c.account_id = ?`,
    [listId, accountId],
  );
  const numbers = [found?.contacts, found?.members, found?.named].map(Number);
  assertEqual("contacts, members and those with name and attributes", numbers, [rows, rows, rows]);
  const list = await api.call<{ contact_count: number }>("GET", `/contact-lists/${listId}`);
  assertEqual("the count of the list", list.body.contact_count, rows);
}
