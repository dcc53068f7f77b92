import { join } from "node:path";
import type { components } from "../../generated/schema";
import { firstStart } from "../../src/app/first-start";
import { readConfig } from "../../src/app/config";
import { insertContactList } from "../../src/features/contact-lists/contact-lists.store";
import { addMembers } from "../../src/features/contact-lists/members.store";
import { upsertContacts } from "../../src/features/contacts/upsert.store";
import { idMaker } from "../../src/platform/ids";
import { systemClock } from "../../src/platform/time";
import { built } from "./build";
import {
  openForTest,
  openTestDatabase,
  type OpenTestDatabase,
  settingsOf,
  type TestDatabase,
} from "./databases";
import { type EventCollector, eventCollector } from "./event-collector";
import { type JournalEntry, readJournal } from "./journal";
import { fetchServed, freePort, ServiceProcess } from "./process";

export type Campaign = components["schemas"]["Campaign"];
type Usage = components["schemas"]["UsageReport"];

const KEY = `st_${"cd".repeat(32)}`;

/** Expected statuses and submissions. The last four digits decide the sandbox's behaviour. */
const DELIVERED = { history: "pending,sent,delivered", attempts: 1 };
const OUTCOMES = {
  "1234": DELIVERED,
  "2345": DELIVERED,
  "3456": DELIVERED,
  "4567": DELIVERED,
  "5678": DELIVERED,
  "6789": DELIVERED,
  "0001": { history: "pending,sent,undelivered", attempts: 1 },
  "0002": { history: "pending,failed", attempts: 1 },
  "0007": { history: "pending,sent,expired", attempts: 1 },
  "0009": { history: "pending,sent,delivered", attempts: 3 },
};
type Suffix = keyof typeof OUTCOMES;
const SUFFIXES = Object.keys(OUTCOMES) as Suffix[];

export const outcomeOf = (recipient: string) => OUTCOMES[recipient.slice(-4) as Suffix];

const FAILURES = ["undelivered", "failed", "expired"];

/** Returns whether a message has a follow-up. Both have one outcome, because both have one number. */
export const isFollowedUp = ({ history }: Pick<StoredMessage, "history">) =>
  FAILURES.includes(history.split(",").at(-1) ?? "");

export interface StoredMessage {
  id: string;
  parentId: string | null;
  contactId: string;
  recipient: string;
  /** Statuses of the message, joined by commas. */
  history: string;
  createdAt: number;
}

interface CampaignRunOptions {
  contacts: number;
  perSecond: number;
  /** Delay of the sandbox before each response, and again before its reports, in milliseconds. */
  carrierDelayMs: number;
  workers?: number;
}

/**
 * A campaign to many contacts on a service in separate processes: one on SQLite; one for the API and one or
 * more workers on PostgreSQL. A journal records all submissions.
 */
export class CampaignRun {
  private campaignId = "";
  private closed: Promise<void> | null = null;
  /** Processes that work off jobs, in the order in which `killWorker` kills them. */
  private working: ServiceProcess[];

  private constructor(
    private readonly options: CampaignRunOptions,
    private readonly database: OpenTestDatabase,
    private readonly api: ServiceProcess,
    private readonly workers: readonly ServiceProcess[],
    readonly hook: EventCollector,
  ) {
    this.working = this.apart ? [...workers] : [api];
  }

  private get apart(): boolean {
    return this.database.url !== null;
  }

  /** Starts the processes and creates the campaign without its launch. */
  static async prepare(kind: TestDatabase, options: CampaignRunOptions): Promise<CampaignRun> {
    const entry = { command: [built("test/support/journaled-service.ts")], says: "up\n" };
    const database = await openTestDatabase(kind);
    const env = {
      ...settingsOf(database),
      RECADO_API_KEY: KEY,
      RECADO_RATE_LIMIT: "1000000",
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_LOG_LEVEL: "warn",
      RECADO_SANDBOX_DELAY_MS: String(options.carrierDelayMs),
      RECADO_TEST_JOURNAL: join(database.dataDir, "journal"),
    };
    const child = async (roles: string) =>
      new ServiceProcess({ ...env, RECADO_ROLES: roles, PORT: String(await freePort()) }, entry);
    const api = await child(database.url === null ? "api,worker" : "api");
    const count = database.url === null ? 1 : (options.workers ?? 1);
    const workers: ServiceProcess[] = [];
    for (let worker = 0; worker < count; worker += 1) workers.push(await child("worker"));
    const run = new CampaignRun(options, database, api, workers, await eventCollector());
    try {
      const listId = await fillDatabase(database, env, options);
      // From this line on, only the service uses the database.
      await database.db.destroy();
      await api.start();
      if (run.apart) await Promise.all(workers.map((worker) => worker.start()));
      await run.draft(listId);
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  /**
   * Kills the oldest worker and starts another. On SQLite, `withApi` makes the new process serve the API,
   * which slows its start.
   */
  async killWorker({ withApi }: { withApi: boolean }): Promise<void> {
    const [killed, ...others] = this.working as [ServiceProcess, ...ServiceProcess[]];
    await killed.stop("SIGKILL");
    const [first = killed] = this.workers;
    const next = this.apart ? killed : withApi ? this.api : first;
    this.working = [...others, next];
    await next.start();
  }

  private async draft(listId: string): Promise<void> {
    const webhook = await this.call<{ secret: string }>("POST", "/webhooks", { url: this.hook.url });
    this.hook.trust(webhook.secret);
    const template = await this.template("T", "Oi {{name}}", {
      follow_ups: [
        { on: FAILURES, template_id: (await this.template("Fallback", "Outra vez, {{name}}", {})).id },
      ],
    });
    const campaign = await this.call<Campaign>("POST", "/campaigns", {
      name: "C",
      template_id: template.id,
      list_id: listId,
    });
    this.campaignId = campaign.id;
  }

  private template = (name: string, text: string, more: object) =>
    this.call<{ id: string }>("POST", "/templates", {
      name,
      channel: "sms",
      content: { type: "text", text },
      ...more,
    });

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetchServed(`${this.api.baseUrl}/v3${path}`, {
      method,
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  launch = () => this.call<void>("POST", `/campaigns/${this.campaignId}/launch`);
  stop = () => this.call<void>("POST", `/campaigns/${this.campaignId}/stop`);
  campaign = () => this.call<Campaign>("GET", `/campaigns/${this.campaignId}`);

  get eventsInAll(): number {
    const outcomes = Object.values(OUTCOMES);
    const statuses = [...outcomes, ...outcomes.filter(isFollowedUp)].flatMap(({ history }) =>
      history.split(","),
    );
    return (this.options.contacts / SUFFIXES.length) * statuses.length;
  }

  expectedProgress(): Campaign["progress"] {
    const each = this.options.contacts / SUFFIXES.length;
    return {
      total: this.options.contacts,
      pending: 0,
      blocked: 0,
      error: 0,
      sent: 0,
      read: 0,
      delivered: 7 * each,
      undelivered: each,
      failed: each,
      expired: each,
      canceled: 0,
      waiting: 0,
    };
  }

  usage = () => this.call<Usage>("GET", "/usage?group_by=campaign");

  journal = (): JournalEntry[] => readJournal(join(this.database.dataDir, "journal"));

  /** Returns all stored messages. Fails if a message does not belong to the campaign. */
  async messages(): Promise<StoredMessage[]> {
    const { url, dataDir } = this.database;
    const db = openForTest({ url, sqliteFile: join(dataDir, "recado.sqlite"), poolSize: 1 });
    try {
      const rows = (await db("messages").select(
        "id",
        "parent_message_id",
        "contact_id",
        "recipient",
        "history",
        "created_at",
        "campaign_id",
      )) as {
        id: string;
        parent_message_id: string | null;
        contact_id: string;
        recipient: string;
        history: string;
        created_at: number;
        campaign_id: string;
      }[];
      expect(rows.filter((row) => row.campaign_id !== this.campaignId)).toEqual([]);
      return rows.map((row) => ({
        id: row.id,
        parentId: row.parent_message_id,
        contactId: row.contact_id,
        recipient: row.recipient,
        createdAt: row.created_at,
        history: (JSON.parse(row.history) as [string][]).map(([status]) => status).join(","),
      }));
    } finally {
      await db.destroy();
    }
  }

  log = () => [...this.working, this.api].map((one) => one.log()).join("");

  /** Kills every process and deletes its files. Further calls have no effect. */
  close = () => (this.closed ??= this.end());

  private async end(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop("SIGKILL")));
    await this.api.stop("SIGKILL");
    await this.hook.close();
    await this.database.close();
  }
}

/** Creates the account, its sender with the given rate, and a list of contacts. Returns the list's id. */
async function fillDatabase(
  { db }: OpenTestDatabase,
  env: Record<string, string>,
  { contacts, perSecond }: CampaignRunOptions,
): Promise<string> {
  const [clock, config] = [systemClock, readConfig(env)];
  const ids = idMaker(clock);
  const sandbox = { name: "sandbox", channels: ["sms"], defaultMaxPerSecond: perSecond } as const;
  await firstStart({ config, db, clock, ids }, sandbox);
  const { id: accountId } = (await db("accounts").first("id")) as { id: string };
  const now = clock.now();
  const list = { id: ids.next(now), name: "L", type: "default", channels: [], isProvisioned: false } as const;
  await insertContactList(db, accountId, { ...list, createdAt: now, updatedAt: now });
  const upserts = Array.from({ length: contacts }, (_, index) => ({
    phone: `+55119${1_000 + Math.floor(index / SUFFIXES.length)}${SUFFIXES[index % SUFFIXES.length]}`,
    name: `Ana ${index}`,
  }));
  for (let start = 0; start < contacts; start += 1_000) {
    await db.transaction(async (trx) => {
      const some = await upsertContacts(trx, accountId, upserts.slice(start, start + 1_000), now, ids);
      await addMembers(
        trx,
        { accountId, listId: list.id },
        some.map(({ id }) => id),
        { origin: "import", at: now },
      );
    });
  }
  return list.id;
}
