import { randomBytes } from "node:crypto";
import { Agent as HttpAgent, createServer } from "node:http";
import type { Express } from "express";
import pino from "pino";
import request from "supertest";
import { createAccount } from "../../src/features/accounts/accounts.store";
import { fingerprint } from "../../src/features/api-keys/api-key";
import { insertApiKey } from "../../src/features/api-keys/api-keys.store";
import type { App } from "../../src/app/app";
import { type Composed, compose } from "../../src/app/compose";
import { campaignPeriodicJobs } from "../../src/features/campaigns/campaigns.jobs";
import { type Config, readConfig } from "../../src/app/config";
import { insertContactList } from "../../src/features/contact-lists/contact-lists.store";
import { addMembers } from "../../src/features/contact-lists/members.store";
import { upsertOne } from "../../src/features/contacts/upsert-one";
import type { LiveConnections } from "../../src/features/connections/live-connections";
import { carrierSinks, liveConnections } from "../../src/app/carriers";
import { createDispatcher, type Dispatcher } from "../../src/features/dispatch/dispatcher";
import type { Channel } from "../../src/messaging/channel";
import type { JobKind } from "../../src/queue/job";
import { workOff } from "../../src/queue/worker";
import { insertSender } from "../../src/features/senders/senders.store";
import { handlersOfJobs, httpSide } from "../../src/app/service";
import type { Limits } from "../../src/platform/db/limits";
import { type TestClock, testClock } from "./clock";
import { recorded } from "./contract-coverage";
import { type OpenTestDatabase, openTestDatabase, settingsOf, type TestDatabase } from "./databases";
import { listening } from "./listening";

type Agent = ReturnType<typeof request.agent>;

/** An account with a key of all scopes and, by default, a sandbox sender for every channel. */
export interface TestAccount {
  accountId: string;
  key: string;
  request: Agent;
}

export interface TestService {
  readonly app: App;
  readonly db: App["db"];
  readonly clock: TestClock;
  readonly express: Express;
  readonly accountId: string;
  readonly key: string;
  readonly request: Agent;
  readonly anonymous: Agent;
  account(name: string, options?: { senders?: boolean; rateLimit?: number }): Promise<TestAccount>;
  keyWith(accountId: string, scopes: readonly string[]): Promise<string>;
  agent(key: string): Agent;
  /** Creates a contact. `suppressedOn` puts the contact on a blacklist of these channels. */
  contact(options: {
    phone: string;
    name?: string;
    attributes?: Record<string, string>;
    suppressedOn?: readonly Channel[];
    accountId?: string;
  }): Promise<string>;
  readonly dispatcher: Dispatcher;
  /** Reopens all carrier connections for inbound traffic. Must be a suite's last step. */
  restartConnections(): Promise<void>;
  /** Runs all due background work: campaigns, submissions, status queries, webhook deliveries. */
  drain(): Promise<void>;
  drainAfter(ms: number): Promise<void>;
}

interface TestServiceOptions {
  env?: Record<string, string>;
  /** Replacements of composed parts, such as another carrier. */
  override?: (app: App) => Partial<App>;
  limits?: Limits;
}

/** Starts a whole service on a new database for the tests of the enclosing `describe`. */
export function testService(kind: TestDatabase, options: TestServiceOptions = {}): TestService {
  let state: { service: TestService; close(): Promise<void> } | undefined;
  beforeAll(async () => {
    state = await startTestService(await openTestDatabase(kind, { limits: options.limits }), options);
  });
  afterAll(async () => {
    await state?.close();
  });
  const current = () => {
    if (!state) throw new Error("the service runs only within tests");
    return state.service;
  };
  return new Proxy({} as TestService, { get: (_, name) => Reflect.get(current(), name) as unknown });
}

/** Placeholder for a built console: file names without content. Browser tests check the content. */
const CONSOLE_PAGE = new Map(["main-1.js", "main-1.css", "app-1.js"].map((name) => [name, Buffer.from("")]));

/** Starts a whole service on the database. `close` also closes the database. */
export async function startTestService(
  database: OpenTestDatabase,
  { env = {}, override }: TestServiceOptions = {},
) {
  const { db } = database;
  const clock = testClock();
  const config: Config = readConfig({
    ...settingsOf(database),
    RECADO_VALIDATE_RESPONSES: "1",
    RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
    RECADO_RATE_LIMIT: "1000000",
    RECADO_SANDBOX_DELAY_MS: "0",
    RECADO_LOG_LEVEL: "silent",
    ...env,
  });
  const log = pino({ level: config.logLevel });
  const composed = await compose({ config, db, log, clock });
  const app: Composed = { ...composed, consolePage: CONSOLE_PAGE, ...override?.(composed) };
  const dispatcher = createDispatcher(app);
  const sinks = carrierSinks(app);
  // The service's connections do not open a test's carriers.
  let restarted: LiveConnections | null = null;
  const isLive = app.carriers === app.connections.carriers;
  if (isLive) await app.connections.start(sinks);
  else {
    for (const carrier of app.carriers.values()) {
      await carrier.start(sinks.reportsFrom(carrier.name), sinks.inboundFrom(carrier.name));
    }
  }
  const { express, save } = recorded(await httpSide(app));
  // Agents reuse connections to one server. A server and a connection for each request took a quarter of a
  // request's CPU time.
  // The timeout 0 keeps idle connections open, so no request meets a connection that the server is closing.
  const server = createServer({ keepAliveTimeout: 0 }, express);
  const { stop: stopServer } = await listening(server);
  const connections = new HttpAgent({ keepAlive: true });
  const anonymousAgent = () =>
    request.agent(server).use((sent: request.Test) => void sent.agent(connections)) as unknown as Agent;
  const agent = (key: string) => anonymousAgent().set("X-API-Key", key) as unknown as Agent;

  const keyWith = async (accountId: string, scopes: readonly string[]) => {
    const key = `st_${randomBytes(32).toString("hex")}`;
    const createdAt = clock.now();
    await insertApiKey(db, {
      id: app.ids.next(),
      accountId,
      name: "test",
      scopes,
      createdAt,
      expiresAt: null,
      ...fingerprint(key),
    });
    return key;
  };

  const account: TestService["account"] = async (name, { senders = true, rateLimit } = {}) => {
    const { id: accountId } = await createAccount(db, { name, rateLimit }, app);
    if (senders) {
      const addresses = { sms: "27000", rcs: "recado-sandbox", voice: "+551130000000" } as const;
      for (const channel of ["sms", "rcs", "voice"] as const) {
        const id = app.ids.next();
        const sender = { id, accountId, channel, address: addresses[channel], carrier: "sandbox" };
        await insertSender(db, { ...sender, maxPerSecond: 100_000, createdAt: clock.now() });
      }
    }
    const key = await keyWith(accountId, ["*"]);
    return { accountId, key, request: agent(key) };
  };

  const first = await account("first");
  const service: TestService = {
    app,
    db,
    clock,
    express,
    dispatcher,
    ...first,
    anonymous: anonymousAgent(),
    account,
    keyWith,
    agent,
    async contact({ phone, name, attributes, suppressedOn, accountId = first.accountId }) {
      return db.transaction(async (trx) => {
        const { contact } = await upsertOne(trx, app, accountId, { phone, name, attributes });
        if (suppressedOn) {
          const id = app.ids.next();
          const now = clock.now();
          const list = { id, name: id, type: "blacklist", channels: suppressedOn } as const;
          const rest = { isProvisioned: false, createdAt: now, updatedAt: now };
          await insertContactList(trx, accountId, { ...list, ...rest });
          const byRequest = { origin: "request", at: now } as const;
          await addMembers(trx, { accountId, listId: id }, [contact.id], byRequest);
        }
        return contact.id;
      });
    },
    async restartConnections() {
      await app.connections.stop();
      restarted = liveConnections(app);
      await restarted.refresh();
      await restarted.start(sinks);
    },
    async drain() {
      const handlers = handlersOfJobs(app);
      // Some handlers depend on statuses that carriers report.
      const carriersSettled = async () => {
        for (const carrier of app.carriers.values()) await carrier.settled?.();
      };
      // One statement per step instead of one per kind of jobs, because most kinds have no due jobs.
      const dueKinds = async () => {
        const due = db("jobs").where("due_at", "<=", app.clock.now());
        return new Set(await due.distinct("kind").pluck<JobKind[]>("kind"));
      };
      try {
        for (let any = true; any;) {
          any = false;
          for (const { run } of campaignPeriodicJobs(app)) while (await run()) any = true;
          await carriersSettled();
          let due = await dueKinds();
          for (const handler of handlers) {
            if (due.has("submission") && (await dispatcher.workOff())) {
              any = true;
              await carriersSettled();
              due = await dueKinds();
            }
            if (due.has(handler.kind) && (await workOff(app, handler))) {
              any = true;
              await carriersSettled();
              due = await dueKinds();
            }
          }
        }
      } finally {
        for (const handler of handlers) await handler.close?.();
      }
    },
    async drainAfter(ms) {
      clock.advance(ms);
      await service.drain();
    },
  };
  return {
    service,
    async close() {
      connections.destroy();
      await stopServer();
      save();
      await restarted?.stop();
      if (isLive && !restarted) await app.connections.stop();
      if (!isLive) for (const carrier of app.carriers.values()) await carrier.stop();
      await app.tracing.stop();
      await app.wakeups.close();
      await app.reads.stop();
      await app.replica?.stop();
      if (app.readinessDb !== db) await app.readinessDb.destroy();
      await database.close();
    },
  };
}
