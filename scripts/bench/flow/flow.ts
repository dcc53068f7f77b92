import { Api } from "../api";
import { assertEqual, type Bench, inTurn, progress } from "../bench";
import type { floorTasks as insertTasks } from "../campaign/floor";
import { blacklistOf, clearMessages, seedList } from "../campaign/store";
import { TEXTS } from "../campaign/texts";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import { Helper, Service } from "../processes";
import type { receiverTasks } from "../receiver";
import { analyze, seedContacts, seedTenant, SUPPRESSED_EACH, type Tenant } from "../seed";
import { compare, median } from "../stats";
import { byPath, DELIVERED, outcomesOf } from "../traffic/messages";
import { watchMemory } from "../watch";
import { EVENTS_PER_REQUEST } from "../webhooks/events";
import type { floorTasks as postTasks } from "../webhooks/floor";
import type { floorTasks } from "./floor";

const SIZE = 200_000;
const QUICK_SIZE = 10_000;
const MILLION = 1_000_000;
/** A campaign of this part of the size comes first and is not counted. */
const WARM_UP_PART = 10;
/** The last event may come so much later than the last status, in milliseconds. */
const LAST_EVENT_WITHIN = 1_000;

/** A campaign from its launch until the last signed webhook was received, against bare statements and bare posts. */
export const benchFlow: Bench = async (databases, options, report) => {
  const contacts = options.million ? MILLION : options.quick ? QUICK_SIZE : SIZE;
  for (const kind of options.databases) {
    const bench = new FlowBench(databases, kind, options.profileDir);
    const done: Run[] = [];
    try {
      bench.receives = await bench.receiver.ask("listen");
      const [comparison] = await inTurn(
        options.pairs,
        async (turn) => {
          progress(`flow, ${kind}: turn ${turn + 1} of ${options.pairs}`);
          const run = await bench.run(contacts);
          done.push(run);
          return contacts / run.seconds;
        },
        [async () => contacts / (await bench.floor(done.at(-1)))],
      );
      if (!comparison) throw new Error("nothing was compared");
      const common = { db: kind, n: contacts, p50: null, p99: null, exponent: null };
      report({
        ...{ ...common, ...comparison, bench: "flow", unit: "messages/s", aim: { atLeast: 0.5 } },
        cpuMsPerRow: median(done.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / contacts)),
        rssMb: Math.max(...done.flatMap(({ peaks }) => peaks)) / 1e6,
      });
      report({
        ...common,
        ...compare(done.map(({ lastEventAfter }) => ({ ours: lastEventAfter, floor: LAST_EVENT_WITHIN }))),
        ...{ bench: "flow, last event after last status, against 1 s", unit: "ms" },
        ...{ aim: { atMost: LAST_EVENT_WITHIN, of: "ours" }, cpuMsPerRow: null, rssMb: null },
      });
    } finally {
      await bench.stop();
    }
  }
};

/** What one campaign took, and where it lies. */
interface Run {
  address: DatabaseAddress;
  tenant: Tenant;
  listId: string;
  templateId: string;
  secret: string;
  contacts: number;
  seconds: number;
  cpuSeconds: number;
  /** The most memory of each process, in bytes. */
  peaks: number[];
  /** Milliseconds from the last status of all to the last event of all. */
  lastEventAfter: number;
}

class FlowBench {
  receives = "";
  readonly receiver = Helper.start<typeof receiverTasks>("receiver.ts");
  private readonly inserter = Helper.start<typeof insertTasks>("campaign/floor.ts");
  private readonly settler = Helper.start<typeof floorTasks>("flow/floor.ts");
  private readonly poster = Helper.start<typeof postTasks>("webhooks/floor.ts");
  private made = 0;

  constructor(
    private readonly databases: Databases,
    private readonly kind: DatabaseKind,
    private readonly profileDir: string | null,
  ) {}

  /** A fresh database and service, one campaign, checked. The database is left to the floor. */
  async run(contacts: number): Promise<Run> {
    const address = await this.databases.create(this.kind);
    const db = openAddress(address, 2);
    const tenant = await seedTenant(db);
    await seedContacts(db, tenant.accountId, contacts);
    const few = contacts / WARM_UP_PART;
    const warmUpListId = await seedList(db, tenant.accountId, "few", few);
    const listId = await seedList(db, tenant.accountId, "everybody", contacts);
    await analyze(db);
    await db.destroy();
    await this.databases.settle();
    const services = await this.startServices(address);
    try {
      const [answering] = services as [Service, ...Service[]];
      const api = new Api(answering.origin, tenant.key);
      const path = `/${++this.made}`;
      const { body: endpoint } = await api.call<{ id: string; secret: string }>("POST", "/webhooks", {
        url: this.receives + path,
      });
      await this.receiver.ask("expect", { path, secret: endpoint.secret });
      const content = { type: "text", text: TEXTS.variables };
      const templateId = await api.create("/templates", { name: "flow", channel: "sms", content });
      const campaign = (name: string, list: string) =>
        api.create("/campaigns", { name, template_id: templateId, list_id: list });
      const launch = (id: string) => api.call("POST", `/campaigns/${id}/launch`);
      const warmUp = expected([few]);
      await launch(await campaign("warm-up", warmUpListId));
      await this.receiver.ask("received", { path, events: warmUp.events });
      const campaignId = await campaign("flow", listId);

      const memory = watchMemory(services);
      const before = await cpuOf(services);
      // The last event comes from another process, which has no other clock in common with this one.
      const started = performance.timeOrigin + performance.now();
      await launch(campaignId);
      const { events, byStatus } = expected([few, contacts]);
      const lastEvent = await this.receiver.ask("received", { path, events });
      const cpuSeconds = (await cpuOf(services)) - before;
      const peaks = await memory.end();
      await api.close();
      // So that what would come in vain has come.
      await Promise.all(services.map((service) => service.stop()));
      const { requests: _, ...received } = await this.receiver.ask("report", path);
      assertEqual("what was received", received, { invalid: 0, events, ids: events, byStatus });
      const lastStatus = await this.lastStatus(address, tenant.accountId, [few, contacts]);
      return {
        ...{ address, tenant, listId, templateId, secret: endpoint.secret, contacts },
        ...{ seconds: (lastEvent - started) / 1_000, cpuSeconds, peaks },
        lastEventAfter: lastEvent - lastStatus,
      };
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
  }

  /** The process that answers comes first. */
  private async startServices(address: DatabaseAddress): Promise<Service[]> {
    const start = (roles: string) =>
      Service.start(this.databases.scratch, {
        env: {
          ...{ ...serviceEnv(address), RECADO_ROLES: roles },
          ...{ RECADO_SANDBOX_DELAY_MS: "0", RECADO_WEBHOOK_ALLOW_PRIVATE: "1" },
        },
        profileDir: this.profileDir,
      });
    return this.kind === "sqlite" ? [await start("api,worker")] : [await start("api"), await start("worker")];
  }

  /** When the last status was written, in milliseconds since 1970; each message must have gone the way it should. */
  private async lastStatus(
    address: DatabaseAddress,
    accountId: string,
    sizes: readonly number[],
  ): Promise<number> {
    const db = openAddress(address, 1);
    const outcomes = await outcomesOf(db, accountId);
    await db.destroy();
    const { blocked, delivered } = expected(sizes).byStatus;
    const ways = { blocked, [DELIVERED]: delivered };
    assertEqual("messages by the way they went", byPath(outcomes), ways);
    return outcomes.reduce((last, { finalAt }) => Math.max(last, finalAt ?? NaN), 0);
  }

  /** Seconds of the same without a service, on the same database: the inserts, the updates and outbox, the posts. */
  async floor(run: Run | undefined): Promise<number> {
    if (!run) throw new Error("the floor repeats what a run has done");
    const { address, tenant, listId, templateId, secret, contacts } = run;
    const { accountId } = tenant;
    const { events } = expected([contacts]);
    const db = openAddress(address, 1);
    await clearMessages(db);
    await analyze(db);
    const lists = { listId, blacklistId: await blacklistOf(db, accountId) };
    await db.destroy();
    await this.databases.settle();
    const path = `/floor/${this.made}`;
    await this.receiver.ask("expect", { path, secret });
    const insert = { address, accountId, ...lists, templateId, text: TEXTS.variables };
    const requests = Math.ceil(events / EVENTS_PER_REQUEST);
    const seconds = [
      await this.inserter.ask("insert", insert),
      await this.settler.ask("settle", { address, accountId, requests }),
      await this.poster.ask("post", { origin: this.receives, path, secret, events }),
    ];
    const { requests: posted, invalid } = await this.receiver.ask("report", path);
    assertEqual("the floor's posts and wrong signatures", [posted, invalid], [requests, 0]);
    await this.assertSettled(run, requests);
    await this.databases.drop(address);
    return seconds.reduce((sum, part) => sum + part, 0);
  }

  private async assertSettled({ address, contacts }: Run, requests: number): Promise<void> {
    const db = openAddress(address, 1);
    const count = async (table: string, status: string) => {
      const [row] = (await db(table).where({ status }).count({ total: "*" })) as [{ total: number | string }];
      return Number(row.total);
    };
    const { blocked, delivered } = expected([contacts]).byStatus;
    const done = [await count("messages", "delivered"), await count("messages", "blocked")];
    assertEqual("the floor's messages delivered and blocked", done, [delivered, blocked]);
    assertEqual("the floor's requests marked", await count("floor_outbox", "delivered"), requests);
    await db.destroy();
  }

  async stop(): Promise<void> {
    for (const helper of [this.receiver, this.inserter, this.settler, this.poster]) await helper.stop();
  }
}

/** What campaigns of these sizes bring about. Who is suppressed has one event, who is reached has three. */
function expected(sizes: readonly number[]) {
  const blocked = sizes.reduce((sum, contacts) => sum + Math.ceil(contacts / SUPPRESSED_EACH), 0);
  const reached = sizes.reduce((sum, contacts) => sum + contacts, 0) - blocked;
  return {
    events: blocked + 3 * reached,
    byStatus: { blocked, delivered: reached, pending: reached, sent: reached },
  };
}

async function cpuOf(services: readonly Service[]): Promise<number> {
  const usages = await Promise.all(services.map((service) => service.usage()));
  return usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}
