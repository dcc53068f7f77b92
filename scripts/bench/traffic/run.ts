import { setTimeout as pause } from "node:timers/promises";
import { Api } from "../api";
import { progress } from "../bench";
import { seedList } from "../campaign/store";
import { TEXTS } from "../campaign/texts";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import { type Helper, runCommand, Service } from "../processes";
import { analyze, seedContacts, seedTenant, type Tenant } from "../seed";
import type { CarrierPace } from "./carriers";
import { type Outcome, outcomesOf } from "./messages";
import { PACE_SETTING } from "./names";
import type { pacerTasks } from "./pacer";

export interface TrafficPlan {
  /** How the carriers in the sandbox's place behave; null: the service is as it is, with the connection below. */
  pace: CarrierPace | null;
  /** A connection, as the operator's `carriers add` takes it. */
  connection?: readonly string[];
  /** Accounts by their names, with the carrier that takes their messages. */
  accounts: Readonly<Record<string, string>>;
  /** The account that has contacts, on one list, and how many. */
  campaign?: { account: string; contacts: number };
  profileDir: string | null;
}

/** Sends before anything is counted: a process is slow at what it does for the first time. */
export const WARM_UP = { perSecond: 100, count: 200 };
/** How long they may take until they are out of the way, in milliseconds. */
const WARM_WITHIN_MS = 60_000;

/** Milliseconds between two looks: rare enough to cost the service nothing that counts. */
const LOOK_EVERY = 100;

interface Party {
  tenant: Tenant;
  api: Api;
}

export interface Cost {
  cpuSeconds: number;
  /** Of the process with the most. */
  rssBytes: number;
}

/**
 * A service with carriers that take their time, on a database of its own: on SQLite one process, on PostgreSQL one that
 * answers and one that works. What became of the messages is read once it has stopped.
 */
export class TrafficRun {
  private constructor(
    private readonly databases: Databases,
    private readonly address: DatabaseAddress,
    private readonly services: readonly Service[],
    private readonly parties: ReadonlyMap<string, Party>,
    private readonly listId: string | null,
  ) {}

  static async start(databases: Databases, kind: DatabaseKind, plan: TrafficPlan): Promise<TrafficRun> {
    const address = await databases.create(kind);
    const tenants = new Map<string, Tenant>();
    const db = openAddress(address, 2);
    for (const [name, carrier] of Object.entries(plan.accounts)) {
      tenants.set(name, await seedTenant(db, { name, carrier }));
    }
    const owner = tenants.get(plan.campaign?.account ?? "");
    let listId: string | null = null;
    if (plan.campaign && owner) {
      await seedContacts(db, owner.accountId, plan.campaign.contacts);
      listId = await seedList(db, owner.accountId, "everybody", plan.campaign.contacts);
    }
    await analyze(db);
    await db.destroy();
    if (plan.connection) await runCommand(serviceEnv(address), "carriers", "add", ...plan.connection);
    await databases.settle();
    const { pace, profileDir } = plan;
    const paced = pace && {
      env: { [PACE_SETTING]: JSON.stringify(pace) },
      script: "scripts/bench/traffic/service.ts",
    };
    const start = (roles: string) =>
      Service.start(databases.scratch, {
        ...{ script: paced?.script, profileDir },
        env: { ...serviceEnv(address), RECADO_ROLES: roles, ...paced?.env },
      });
    const services =
      kind === "sqlite" ? [await start("api,worker")] : [await start("api"), await start("worker")];
    const origin = services[0]?.origin ?? "";
    const parties = [...tenants].map(
      ([name, tenant]) => [name, { tenant, api: new Api(origin, tenant.key) }] as const,
    );
    return new TrafficRun(databases, address, services, new Map(parties), listId);
  }

  /** Where requests go. */
  get origin(): string {
    return this.services[0]?.origin ?? "";
  }

  /** Where the account's requests go, and with which key. */
  target(account: string): { origin: string; key: string } {
    return { origin: this.origin, key: this.party(account).tenant.key };
  }

  api(account: string): Api {
    return this.party(account).api;
  }

  private party(account: string): Party {
    const party = this.parties.get(account);
    if (!party) throw new Error(`there is no account ${account}`);
    return party;
  }

  /** Some single sends of an account, and their end. */
  async warmUp(account: string, pacer: Helper<typeof pacerTasks>): Promise<void> {
    await pacer.ask("run", { ...this.target(account), ...WARM_UP });
    if (!(await this.settles(account, WARM_WITHIN_MS))) progress("the warm-up had not ended");
  }

  /** Launches a campaign to all contacts; answers its id. */
  async launch(account: string): Promise<string> {
    const api = this.api(account);
    const content = { type: "text", text: TEXTS.variables };
    const templateId = await api.create("/templates", { name: "campaign", channel: "sms", content });
    const body = { name: "campaign", template_id: templateId, list_id: this.listId };
    const id = await api.create("/campaigns", body);
    await api.call("POST", `/campaigns/${id}/launch`);
    return id;
  }

  /** Whether the campaign came to its end within that time. */
  completes(account: string, campaignId: string, withinMs: number): Promise<boolean> {
    return holdsWithin(withinMs, async () => {
      const { body } = await this.api(account).call<{ status: string }>("GET", `/campaigns/${campaignId}`);
      return body.status === "completed";
    });
  }

  /** Whether all messages of the account came to their end within that time. */
  settles(account: string, withinMs: number): Promise<boolean> {
    const open = "/messages?status=pending&status=sent&limit=1";
    return holdsWithin(withinMs, async () => {
      const { body } = await this.api(account).call<{ pagination: { total: number } }>("GET", open);
      return body.pagination.total === 0;
    });
  }

  /** What all processes together have used. */
  async cost(): Promise<Cost> {
    const usages = await Promise.all(this.services.map((service) => service.usage()));
    return {
      cpuSeconds: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      rssBytes: Math.max(...usages.map(({ rssBytes }) => rssBytes)),
    };
  }

  /** Stops the service; answers what became of each account's messages. */
  async end(): Promise<Map<string, Outcome[]>> {
    await this.stop();
    const db = openAddress(this.address, 1);
    const outcomes = new Map<string, Outcome[]>();
    for (const [name, { tenant }] of this.parties) {
      outcomes.set(name, await outcomesOf(db, tenant.accountId));
    }
    await db.destroy();
    return outcomes;
  }

  private async stop(): Promise<void> {
    for (const { api } of this.parties.values()) await api.close();
    await Promise.all(this.services.map((service) => service.stop()));
  }

  /** Takes everything away, stopped or not. */
  async drop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await this.databases.drop(this.address);
  }
}

async function holdsWithin(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = performance.now() + ms; ;) {
    if (await holds()) return true;
    if (performance.now() > deadline) return false;
    await pause(LOOK_EVERY);
  }
}
