import { setTimeout as pause } from "node:timers/promises";
import type { Knex } from "knex";
import { Api } from "../api";
import { assertEqual, type Bench, chosen, inTurn, progress } from "../bench";
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
import type { Aim, Result } from "../report";
import { analyze, seedContacts, seedTenant, type Tenant } from "../seed";
import { compare, growthExponent, median, percentile } from "../stats";
import type { floorTasks } from "./floor";
import { assertExpanded, blacklistOf, clearMessages, seedList, writtenCharacters } from "./store";
import { type CaseName, CASES, TEXTS } from "./texts";

const SIZE = 200_000;
const QUICK_SIZE = 20_000;
const MILLION = 1_000_000;
/** What launches at full size are compared with. */
const SMALL = 1_000;
/** From here on the growth of time is looked at. */
const GROWTH_FROM = 10_000;
/** Launches at either size whose answers are timed. */
const LAUNCHES = 20;
const AT_MOST_MS = 10 * 60_000;

const AIMS: Readonly<Record<DatabaseKind, Aim>> = {
  postgres: { atLeast: 0.6 },
  sqlite: { atLeast: 0.45 },
};

/** A campaign's messages, from the launch on, against one statement that inserts them. */
export const benchCampaign: Bench = async (databases, options, report) => {
  for (const kind of options.databases) {
    const bench = await CampaignBench.start(databases, kind, options, report);
    try {
      for (const name of chosen(CASES, options, (name) => `campaign ${name}`)) await bench.expansion(name);
      await bench.launches();
      bench.memory();
    } finally {
      await bench.stop();
    }
  }
};

interface Run {
  seconds: number;
  cpuSeconds: number;
  /** Characters written. */
  characters: number;
  probe: ProbeResult;
}

/** A launch and what came of it first, in milliseconds since the request was sent. */
interface Launch {
  id: string;
  answered: number;
  first: number;
}

class CampaignBench {
  private readonly lists = new Map<number, string>();
  private readonly peaks: { n: number; bytes: number[] }[] = [];
  private made = 0;

  private constructor(
    private readonly databases: Databases,
    private readonly address: DatabaseAddress,
    private readonly db: Knex,
    private readonly tenant: Tenant,
    /** The process that answers, and the one that creates messages: on SQLite the same. */
    private readonly processes: readonly [Service, Service],
    private readonly api: Api,
    private readonly probe: Helper<typeof probeTasks>,
    private readonly floor: Helper<typeof floorTasks>,
    private readonly size: number,
    private readonly options: Options,
    private readonly report: (result: Result) => void,
  ) {}

  static async start(
    databases: Databases,
    kind: DatabaseKind,
    options: Options,
    report: (result: Result) => void,
  ): Promise<CampaignBench> {
    const size = options.million ? MILLION : options.quick ? QUICK_SIZE : SIZE;
    progress(`campaign, ${kind}: ${size} contacts`);
    const address = await databases.create(kind);
    const db = openAddress(address, 2);
    const tenant = await seedTenant(db);
    await seedContacts(db, tenant.accountId, size);
    const lists: [number, string][] = [];
    for (const n of new Set([SMALL, GROWTH_FROM, size / 2, size])) {
      lists.push([n, await seedList(db, tenant.accountId, `${n} contacts`, n)]);
    }
    await analyze(db);
    const start = (roles: string, script?: string) =>
      Service.start(databases.scratch, {
        env: { ...serviceEnv(address), RECADO_ROLES: roles },
        profileDir: options.profileDir,
        script,
      });
    const script = "scripts/bench/campaign/service.ts";
    const worker = await start(kind === "sqlite" ? "api,worker" : "worker", script);
    const answering = kind === "sqlite" ? worker : await start("api");
    const bench = new CampaignBench(
      databases,
      address,
      db,
      tenant,
      [answering, worker],
      new Api(answering.origin, tenant.key),
      Helper.start<typeof probeTasks>("probe.ts"),
      Helper.start<typeof floorTasks>("campaign/floor.ts"),
      size,
      options,
      report,
    );
    for (const [n, id] of lists) bench.lists.set(n, id);
    return bench;
  }

  /** Launch to last message, at several sizes and then in turn with the floor. */
  async expansion(name: CaseName): Promise<void> {
    const { size, floor, options } = this;
    const bench = `campaign ${name}`;
    const template = { name: bench, channel: "sms", content: { type: "text", text: TEXTS[name] } };
    const templateId = await this.api.create("/templates", template);
    const runs: Run[] = [];
    progress(`${bench}, ${this.address.kind}: warm-up and growth`);
    const points: { n: number; seconds: number }[] = [];
    await this.run(templateId, GROWTH_FROM);
    for (const n of [GROWTH_FROM, size / 2]) {
      points.push({ n, seconds: (await this.run(templateId, n)).seconds });
    }
    const run = {
      address: this.address,
      accountId: this.tenant.accountId,
      listId: this.listOf(size),
      blacklistId: await blacklistOf(this.db, this.tenant.accountId),
      templateId,
      text: TEXTS[name],
    };
    let turns = 0;
    const [comparison] = await inTurn(
      options.pairs,
      async () => {
        progress(`${bench}, ${this.address.kind}: turn ${++turns} of ${options.pairs}`);
        const result = await this.run(templateId, size);
        runs.push(result);
        return size / result.seconds;
      },
      [
        async () => {
          const seconds = await floor.ask("insert", run);
          assertEqual("characters of the floor", await writtenCharacters(this.db), runs.at(-1)?.characters);
          return size / seconds;
        },
      ],
      () => this.clear(),
    );
    if (!comparison) throw new Error("nothing was compared");
    points.push({ n: size, seconds: median(runs.map(({ seconds }) => seconds)) });
    const common = { db: this.address.kind, n: size, rssMb: this.peakOf(1) / 1e6 };
    this.report({
      ...{ ...common, ...comparison, bench, unit: "messages/s", aim: AIMS[this.address.kind] },
      ...{ p50: null, p99: null, exponent: growthExponent(points) },
      cpuMsPerRow: median(runs.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / size)),
    });
    if (this.address.kind === "sqlite") await this.holds(bench, runs);
  }

  /** How long one piece of work held everything else up, against the same service at rest. */
  private async holds(bench: string, runs: readonly Run[]): Promise<void> {
    await this.clear();
    await this.probe.ask("begin", this.processes[0].origin);
    await pause(2_000);
    const idle = await this.probe.ask("end");
    const probes = runs.map(({ probe }) => probe);
    this.report({
      ...compare(probes.map(({ slowest }) => ({ ours: slowest, floor: idle.slowest }))),
      ...{
        bench: `${bench}, slowest GET /healthz meanwhile`,
        db: this.address.kind,
        n: this.size,
        unit: "ms",
      },
      p50: median(probes.map(({ p50 }) => p50)),
      p99: median(probes.map(({ p99 }) => p99)),
      ...{ aim: { atMost: 50, of: "p99" }, cpuMsPerRow: null, rssMb: null, exponent: null },
    });
  }

  /** What a launch takes at full size, against a launch at a small one: its answer, and its first messages. */
  async launches(): Promise<void> {
    progress(`campaign launches, ${this.address.kind}`);
    const content = { type: "text", text: TEXTS.variables };
    const templateId = await this.api.create("/templates", { name: "launches", channel: "sms", content });
    await this.clear();
    const timed = new Map<number, Launch[]>([SMALL, this.size].map((n) => [n, []]));
    for (let turn = 0; turn < LAUNCHES; turn += 1) {
      for (const [n, launches] of timed) {
        const launch = await this.launch(templateId, n);
        launches.push(launch);
        await this.api.call("POST", `/campaigns/${launch.id}/stop`);
      }
    }
    const [small = [], full = []] = [...timed.values()];
    const aims = { answered: 50, first: 200 } as const;
    for (const what of ["answered", "first"] as const) {
      const ours = full.map((launch) => launch[what]);
      const floor = small.map((launch) => launch[what]);
      this.report({
        ...compare([{ ours: median(ours), floor: median(floor) }]),
        bench: `campaign, launch to ${what === "first" ? "first messages" : "answer"}, against ${SMALL} contacts`,
        ...{ db: this.address.kind, n: this.size, unit: "ms", aim: { atMost: aims[what], of: "p99" } },
        ...{ p50: median(ours), p99: percentile(ours, 0.99) },
        ...{ cpuMsPerRow: null, rssMb: null, exponent: null },
      });
    }
    await this.clear();
  }

  /** The most memory that was used, against that after a small campaign. */
  memory(): void {
    const small = this.peaks.find(({ n }) => n === GROWTH_FROM);
    const names = ["api", "worker"] as const;
    for (const [index, name] of names.entries()) {
      if (this.address.kind === "sqlite" && index === 1) continue;
      const both = this.address.kind === "sqlite";
      this.report({
        ...compare([{ ours: this.peakOf(index) / 1e6, floor: (small?.bytes[index] ?? NaN) / 1e6 }]),
        bench: `campaign, memory of ${both ? "the process" : `the ${name}`}, against ${GROWTH_FROM} contacts`,
        ...{ db: this.address.kind, n: this.size, unit: "MB" },
        aim: { atMost: name === "api" ? 300 : 160, of: "ours" },
        ...{ p50: null, p99: null, cpuMsPerRow: null, rssMb: null, exponent: null },
      });
    }
  }

  private peakOf(index: number): number {
    return Math.max(...this.peaks.map(({ bytes }) => bytes[index] ?? 0));
  }

  private listOf(n: number): string {
    const id = this.lists.get(n);
    if (id === undefined) throw new Error(`there is no list of ${n}`);
    return id;
  }

  /** One campaign to `n` contacts, checked. */
  private async run(templateId: string, n: number): Promise<Run> {
    const { db, probe, processes } = this;
    const [answering, worker] = processes;
    await this.clear();
    await probe.ask("begin", answering.origin);
    const before = await worker.usage();
    const started = performance.now();
    const { id } = await this.launch(templateId, n);
    const watch = this.watchMemory(n);
    await this.until(async () => this.isExpanded(id));
    const seconds = (performance.now() - started) / 1_000;
    const after = await worker.usage();
    const [result] = [await probe.ask("end"), await watch()];
    await assertExpanded(db, this.tenant.accountId, id, n);
    const { body } = await this.api.call<{ progress: { total: number } }>("GET", `/campaigns/${id}`);
    assertEqual("the total of its progress", body.progress.total, n);
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
    return { seconds, cpuSeconds, characters: await writtenCharacters(db), probe: result };
  }

  /** Makes a campaign and launches it, until its first batch is there. */
  private async launch(templateId: string, n: number): Promise<Launch> {
    const name = `campaign ${++this.made}`;
    const body = { name, template_id: templateId, list_id: this.listOf(n) };
    const id = await this.api.create("/campaigns", body);
    const started = performance.now();
    const { milliseconds: answered } = await this.api.call("POST", `/campaigns/${id}/launch`);
    const account = { account_id: this.tenant.accountId };
    await this.until(
      async () =>
        (await this.db("batches")
          .where({ ...account, campaign_id: id })
          .first("id")) !== undefined,
    );
    return { id, answered, first: performance.now() - started };
  }

  private async isExpanded(id: string): Promise<boolean> {
    const row = (await this.db("campaigns")
      .where({ account_id: this.tenant.accountId, id })
      .first("expanded")) as { expanded: boolean | number } | undefined;
    return Boolean(row?.expanded);
  }

  private async until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + AT_MOST_MS;
    while (!(await holds())) {
      if (performance.now() > deadline) throw new Error("the campaign was not expanded in time");
      await pause(2);
    }
  }

  /** Looks at the memory of both processes again and again; answers how to end it. */
  private watchMemory(n: number): () => Promise<void> {
    const peak = { n, bytes: [0, 0] };
    this.peaks.push(peak);
    let on = true;
    const look = async () => {
      for (const [index, service] of this.processes.entries()) {
        const { rssBytes } = await service.usage();
        peak.bytes[index] = Math.max(peak.bytes[index] ?? 0, rssBytes);
      }
    };
    const watching = (async () => {
      while (on) {
        await pause(250);
        await look();
      }
    })();
    return async () => {
      on = false;
      await watching;
    };
  }

  /** So that each turn finds the same: no messages, and nothing of the last turn left to be written out. */
  private async clear(): Promise<void> {
    await clearMessages(this.db);
    await this.databases.settle();
  }

  async stop(): Promise<void> {
    await this.api.close();
    await this.probe.stop();
    await this.floor.stop();
    for (const service of new Set(this.processes)) await service.stop();
    await this.db.destroy();
    await this.databases.drop(this.address);
  }
}
