import type { Knex } from "knex";
import { Api } from "../api";
import { assertEqual } from "../bench";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import type { probeTasks, ProbeResult } from "../probe";
import { Helper, Service } from "../processes";
import { analyze, seedContacts, seedTenant, type Tenant } from "../seed";
import { until, watchMemory } from "../watch";
import type { floorTasks } from "./floor";
import { assertExpanded, blacklistOf, clearMessages, seedList, writtenCharacters } from "./store";

/** What one campaign took. */
export interface Run {
  n: number;
  seconds: number;
  cpuSeconds: number;
  /** Characters written. */
  characters: number;
  probe: ProbeResult;
  /** The most memory of the process that answers and of the one that works, in bytes. On SQLite they are one. */
  peaks: number[];
}

/** A launch and what came of it first, in milliseconds since the request was sent. */
export interface Launch {
  id: string;
  answered: number;
  first: number;
}

/** A service without dispatch on a database with lists of several sizes, ready to run campaigns. */
export class CampaignRuns {
  private made = 0;

  private constructor(
    private readonly databases: Databases,
    private readonly address: DatabaseAddress,
    private readonly db: Knex,
    private readonly tenant: Tenant,
    private readonly lists: ReadonlyMap<number, string>,
    /** The process that answers, and the one that creates messages: on SQLite the same. */
    private readonly processes: readonly [Service, Service],
    private readonly api: Api,
    private readonly probe = Helper.start<typeof probeTasks>("probe.ts"),
    private readonly bare = Helper.start<typeof floorTasks>("campaign/floor.ts"),
  ) {}

  static async start(
    databases: Databases,
    kind: DatabaseKind,
    sizes: readonly number[],
    profileDir: string | null,
  ): Promise<CampaignRuns> {
    const address = await databases.create(kind);
    const db = openAddress(address, 2);
    const tenant = await seedTenant(db);
    await seedContacts(db, tenant.accountId, Math.max(...sizes));
    const lists = new Map<number, string>();
    for (const n of new Set(sizes)) {
      lists.set(n, await seedList(db, tenant.accountId, `${n} contacts`, n));
    }
    await analyze(db);
    const env = (roles: string) => ({ ...serviceEnv(address), RECADO_ROLES: roles });
    const worker = await Service.start(databases.scratch, {
      env: env(kind === "sqlite" ? "api,worker" : "worker"),
      script: "scripts/bench/campaign/service.ts",
      profileDir,
    });
    const answering =
      kind === "sqlite" ? worker : await Service.start(databases.scratch, { env: env("api"), profileDir });
    const api = new Api(answering.origin, tenant.key);
    return new CampaignRuns(databases, address, db, tenant, lists, [answering, worker], api);
  }

  template(name: string, text: string): Promise<string> {
    return this.api.create("/templates", { name, channel: "sms", content: { type: "text", text } });
  }

  /** One campaign to `n` contacts, checked. */
  async run(templateId: string, n: number): Promise<Run> {
    const { db, probe, processes } = this;
    const [answering, worker] = processes;
    await this.clear();
    await probe.ask("begin", answering.origin);
    const memory = watchMemory(processes);
    const before = await worker.usage();
    const started = performance.now();
    const { id } = await this.launch(templateId, n);
    await until("the campaign is expanded", () => this.isExpanded(id));
    const seconds = (performance.now() - started) / 1_000;
    const after = await worker.usage();
    const watched = { probe: await probe.ask("end"), peaks: await memory.end() };
    await assertExpanded(db, this.tenant.accountId, id, n);
    const { body } = await this.api.call<{ progress: { total: number } }>("GET", `/campaigns/${id}`);
    assertEqual("the total of its progress", body.progress.total, n);
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
    return { n, seconds, cpuSeconds, characters: await writtenCharacters(db), ...watched };
  }

  /** Makes a campaign and launches it, until its first job is there. */
  async launch(templateId: string, n: number): Promise<Launch> {
    const name = `campaign ${++this.made}`;
    const body = { name, template_id: templateId, list_id: this.listOf(n) };
    const id = await this.api.create("/campaigns", body);
    const key = { account_id: this.tenant.accountId, kind: "submission", tag: id };
    const started = performance.now();
    const { milliseconds: answered } = await this.api.call("POST", `/campaigns/${id}/launch`);
    await until("the first job", async () => (await this.db("jobs").where(key).first("id")) !== undefined);
    return { id, answered, first: performance.now() - started };
  }

  async stopCampaign(id: string): Promise<void> {
    await this.api.call("POST", `/campaigns/${id}/stop`);
  }

  /** Seconds of the floor, which must have written as much as a run. */
  async floor(templateId: string, text: string, n: number, characters: number | undefined): Promise<number> {
    const { address, db, tenant } = this;
    const { accountId } = tenant;
    const lists = { listId: this.listOf(n), blacklistId: await blacklistOf(db, accountId) };
    const seconds = await this.bare.ask("insert", { address, accountId, ...lists, templateId, text });
    assertEqual("the number of characters of the floor", await writtenCharacters(db), characters);
    return seconds;
  }

  /** How soon the service answers while it has nothing to do. */
  async atRest(milliseconds: number): Promise<ProbeResult> {
    await this.clear();
    await this.probe.ask("begin", this.processes[0].origin);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return this.probe.ask("end");
  }

  /** So that each turn finds the same: no messages, and nothing of the last turn left to be written out. */
  async clear(): Promise<void> {
    await clearMessages(this.db);
    await this.databases.settle();
  }

  private listOf(n: number): string {
    const id = this.lists.get(n);
    if (id === undefined) throw new Error(`there is no list of ${n}`);
    return id;
  }

  private async isExpanded(id: string): Promise<boolean> {
    const row = (await this.db("campaigns")
      .where({ account_id: this.tenant.accountId, id })
      .first("expanded")) as { expanded: boolean | number } | undefined;
    return Boolean(row?.expanded);
  }

  async stop(): Promise<void> {
    await this.api.close();
    await this.probe.stop();
    await this.bare.stop();
    for (const service of new Set(this.processes)) await service.stop();
    await this.db.destroy();
    await this.databases.drop(this.address);
  }
}
