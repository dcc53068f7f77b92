import type { Knex } from "knex";
import { rawRows } from "../../src/platform/db/dialect";
import { LIMITS } from "../../src/platform/db/limits";
import { migrate } from "../../src/platform/db/migrate";
import { serversOf } from "../../src/platform/db/postgres-servers";
import { longReads } from "../../src/platform/db/reads/reads";
import { hasFailedOnStandby } from "../../src/platform/db/replica/replica-client";
import { openReadReplica, probeReplica, type ReadReplica } from "../../src/platform/db/replica/read-replica";
import { MAX_STALE_MS } from "../../src/platform/db/replica/replica-monitor";
import { ControlledPostgres } from "../support/controlled-postgres";
import { openForTest, TEST_WAITS } from "../support/databases";
import { startTestService, type TestService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

/** Statement that returns whether the standby ran it. On the standby, it takes 30 seconds per account. */
const SLOW_ON_STANDBY = `select pg_is_in_recovery() as "onStandby",
  case when pg_is_in_recovery() then pg_sleep(30)::text end as waited from accounts`;

/** Longer limits than those of the service, because a busy machine may suspend a check for seconds. */
const LONG_CHECKS = { checkLimits: LIMITS, waits: TEST_WAITS };

describe("a list with a read replica", () => {
  let server: ControlledPostgres;
  let standby: ControlledPostgres;
  let replica: ReadReplica;
  let state: Awaited<ReturnType<typeof startTestService>>;
  let service: TestService;
  let checks: Knex;
  /** Milliseconds of the replica's clock, and the real time of its last reading. */
  let running = 0;
  let readAt = performance.now();
  let failures = 0;
  const lines: { reason?: string; msg: string }[] = [];
  const log = {
    info: (msg: string) => lines.push({ msg }),
    warn: (fields: { reason: string }, msg: string) => lines.push({ ...fields, msg }),
  } as unknown as Parameters<typeof openReadReplica>[0]["log"];
  let reader: TestService["request"];

  beforeAll(async () => {
    server = await ControlledPostgres.create();
    await server.query("create database recado");
    await server.query("create database other");
    await server.stopFast();
    // A read in conflict with replay is canceled early.
    standby = await server.withStandby("max_standby_streaming_delay=100ms");
    const url = server.url("recado");
    const db = openForTest({ url, sqliteFile: "", poolSize: 8 });
    await migrate(db);
    checks = openForTest({ url, sqliteFile: "", poolSize: 1 });
    replica = await openReadReplica({
      url: standby.url("recado"),
      poolSize: 4,
      primary: db,
      primaryForChecks: checks,
      log,
      onFailure: () => failures++,
      // Counts at most 100 ms between two readings, so a suspended process does not find the replica silent.
      running() {
        const now = performance.now();
        running += Math.min(now - readAt, 100);
        readAt = now;
        return running;
      },
      checkEveryMs: 20,
      ...LONG_CHECKS,
    });
    const dataDir = temporaryFolder("replica");
    const close = () => db.destroy();
    state = await startTestService({ db, url, dataDir, close }, { override: () => ({ replica }) });
    service = state.service;
    reader = service.agent(await service.keyWith(service.accountId, ["*"]));
  });
  afterAll(async () => {
    await state?.close();
    await checks?.destroy();
    await standby?.remove();
    await server?.remove();
  });

  const namesOf = async (agent: TestService["request"]) => {
    const { body } = await agent.get("/v3/templates").expect(200);
    return (body as { data: { name: string }[] }).data.map(({ name }) => name).sort();
  };
  const createTemplate = (name: string) =>
    service.request
      .post("/v3/templates")
      .send({ name, channel: "sms", content: { type: "text", text: "Oi" } })
      .expect(201);
  const isCurrent = async () => replica.hasCommits(0);
  const choices = async () => {
    const { values } = await service.app.metrics.replicaReads.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.choice, value]));
  };

  it("comes from the replica, except for a key whose writes the replica lacks", async () => {
    await createTemplate("first");
    await until("the replica is current", 10, isCurrent, 20);
    await standby.query("select pg_wal_replay_pause()");
    await createTemplate("second");
    expect(await namesOf(reader)).toEqual(["first"]);
    expect(await namesOf(service.request)).toEqual(["first", "second"]);
    expect(await choices()).toEqual({ replica: 1, own_writes: 1 });
    const { text } = await service.anonymous.get("/metrics").expect(200);
    expect(text).toMatch(/^recado_database_replica_stale_seconds \d/m);
    expect(text).toMatch(/^recado_database_replica_pool_connections\{state="idle"\} [1-4]$/m);
    expect(text).toContain('recado_database_replica_reads_total{choice="own_writes"} 1');
  });

  it("comes from the primary if the replica lacks its parent, and so does a single resource", async () => {
    const { body: list } = await service.request
      .post("/v3/contact-lists")
      .send({ name: "new", type: "default" })
      .expect(201);
    const { id } = list as { id: string };
    await reader.get(`/v3/contact-lists/${id}/contacts`).expect(200);
    await reader.get(`/v3/contact-lists/${id}`).expect(200);
  });

  it("comes from the primary while the replica is behind by more than the limit", async () => {
    running += MAX_STALE_MS + 1_000;
    expect(await namesOf(reader)).toEqual(["first", "second"]);
    await until("the change is logged", 10, async () => lines.at(-1)?.reason === "the replica is behind", 20);
    await standby.query("select pg_wal_replay_resume()");
    await until("the replica is current", 10, isCurrent, 20);
    await until("the change is logged", 10, async () => lines.at(-1)?.reason === undefined, 20);
    expect(replica.choose("another key")).toBe("replica");
  });

  it("passes the operator's check of the replica", async () => {
    const probe = await probeReplica(checks, standby.url("recado"));
    expect("staleMs" in probe && probe.staleMs < MAX_STALE_MS).toBe(true);
  });

  it("is as current on an idle primary as on a busy one", async () => {
    // The primary's next position is then behind the header of a page, which no standby reports.
    await checks.raw("select pg_switch_wal()");
    running += MAX_STALE_MS + 1_000;
    await until("the replica is current", 10, isCurrent, 20);
    expect(replica.staleMs()).toBeLessThan(MAX_STALE_MS);
  });

  it("reads from the replica without a failure, whatever it lists", async () => {
    const message = { channel: "sms", content: { type: "text", text: "Oi" } };
    const { body } = await service.request
      .post("/v3/messages")
      .send({ ...message, recipients: [{ to: "+5511987654321" }] })
      .expect(202);
    const { body: hook } = await service.request
      .post("/v3/webhooks")
      .send({ url: "http://127.0.0.1:9/hook" })
      .expect(201);
    const { body: lists } = await service.request.get("/v3/contact-lists").expect(200);
    const listId = (lists as { data: { id: string }[] }).data[0]?.id;
    const messageId = (body as { data: { message_id: string }[] }).data[0]?.message_id;
    await until("the replica is current", 10, isCurrent, 20);
    const before = failures;
    for (const path of [
      ...[
        "messages",
        "messages?channel=sms&search=ana",
        "contacts",
        "contacts?search=ana",
        "contacts/variables",
      ],
      ...[
        "contact-lists",
        `contact-lists/${listId}/contacts`,
        `contact-lists/${listId}/imports`,
        "campaigns",
      ],
      ...["inbound-messages", "inbound-rcs-events", "files", "senders", "templates", "templates?search=ana"],
      ...["usage", "usage?group_by=hour", "webhooks", `messages/${messageId}/webhook-deliveries`],
      `webhooks/${(hook as { id: string }).id}/deliveries`,
    ]) {
      const { replica: counted = 0 } = await choices();
      await reader.get(`/v3/${path}`).expect(200);
      expect([path, (await choices()).replica]).toEqual([path, counted + 1]);
    }
    expect(failures).toBe(before);
  });

  it("serves an export from the replica, with a message created before the export's URL", async () => {
    const { body } = await reader.get("/v3/messages/export").expect(200);
    const { pathname, search } = new URL((body as { url: string }).url);
    const { replica: counted = 0 } = await choices();
    const { text } = await service.anonymous.get(pathname + search).expect(200);
    expect(text).toContain("+5511987654321");
    expect((await choices()).replica).toBe(counted + 1);
  });

  it("repeats a statement on the primary that the replica cancels for a conflict with replay", async () => {
    const conflict = async () => {
      await checks("senders").where({ account_id: service.accountId }).update({ max_per_second: 99 });
      await checks.raw("vacuum senders");
    };
    const plain = rawRows<{ onStandby: boolean }>(replica.db, SLOW_ON_STANDBY);
    const inStep = replica.reads.of(
      { accountId: service.accountId, signal: new AbortController().signal },
      { field: "", message: "" },
    )((read) => read.step((db) => rawRows<{ onStandby: boolean }>(db, SLOW_ON_STANDBY)));
    const before = failures;
    await until(
      "both statements run",
      10,
      async () => {
        const client = openForTest({ url: standby.url("recado"), sqliteFile: "", poolSize: 1 });
        const [row] = await rawRows<{ running: number }>(
          client,
          `select count(*) as running from pg_stat_activity where query like 'select pg_is_in_recovery%' and state = 'active'`,
        );
        await client.destroy();
        return row?.running === 2;
      },
      20,
    );
    const both = Promise.all([plain, inStep]);
    let ended = false;
    void both.finally(() => (ended = true)).catch(() => {});
    // A vacuum removes no row that another transaction may still read.
    await until(
      "both statements ended",
      10,
      async () => {
        await conflict();
        return ended;
      },
      20,
    );
    expect((await plain)[0]).toMatchObject({ onStandby: false });
    expect((await inStep)[0]).toMatchObject({ onStandby: false });
    expect(failures).toBe(before + 2);
  });

  it("repeats a search on the primary that takes too long on the replica, with its full time", async () => {
    await until("the replica is in use", 10, isCurrent, 20);
    let now = 0;
    const searchWithin = (budgetMs: number) =>
      longReads({
        db: replica.db,
        connections: 1,
        budgetMs,
        fallback: { db: service.app.db, isNeededAfter: hasFailedOnStandby },
        stopwatch: () => now,
      }).of(
        { accountId: service.accountId, signal: new AbortController().signal },
        { field: "search", message: "is too broad" },
      );
    const found = await searchWithin(60_000)(async ({ step }) => {
      // Leaves 100 ms to the next step on the replica.
      await step(async (db) => {
        await rawRows(db, "select 1");
        now += 59_900;
      });
      return step((db) =>
        rawRows(
          db,
          `select pg_sleep(case when pg_is_in_recovery() then 30 else 0.2 end)::text as waited,
             pg_is_in_recovery() as "onStandby"`,
        ),
      );
    });
    expect(found).toMatchObject([{ onStandby: false }]);
    // Both servers are too slow.
    const tooSlow = searchWithin(300)(({ step }) => step((db) => rawRows(db, "select pg_sleep(30)")));
    await expect(tooSlow).rejects.toMatchObject({ status: 422 });
    expect(replica.choose("another key")).toBe("replica");
  });

  it("comes from the primary until the pool's new standby has been checked", async () => {
    const whereItRuns = () =>
      rawRows<{ onStandby: boolean }>(replica.db, `select pg_is_in_recovery() as "onStandby"`);
    await until("the replica is in use", 10, isCurrent, 20);
    const servers = serversOf(standby.url("recado"), "replica", TEST_WAITS.connect);
    servers.abandon(servers.generation);
    expect(replica.choose("another key")).toBe("unusable");
    await until("the replica is in use", 10, async () => replica.choose("another key") === "replica", 20);
    // Without its connection to the primary, the monitor does not check the new standby.
    const held = await checks.transaction();
    // The pool's new connection changes to another standby.
    const connect = servers.connect.bind(servers);
    const changing = jest.spyOn(servers, "connect").mockImplementationOnce(async (open) => {
      const connection = await connect(open);
      servers.abandon(servers.generation);
      return connection;
    });
    const unchecked = await whereItRuns();
    changing.mockRestore();
    await held.rollback();
    expect(unchecked).toEqual([{ onStandby: false }]);
    await until("the replica is in use", 10, isCurrent, 20);
    expect(await whereItRuns()).toEqual([{ onStandby: true }]);
  });

  it("comes from the primary when the replica stops, and from the replica after it has started again", async () => {
    await until("the replica is in use", 10, isCurrent, 20);
    const requests = Array.from({ length: 20 }, () => namesOf(reader));
    await standby.stopFast();
    const rest = Array.from({ length: 20 }, () => namesOf(reader));
    for (const names of await Promise.all([...requests, ...rest])) expect(names).toEqual(["first", "second"]);
    expect(replica.choose("another key")).toBe("unusable");
    expect(await probeReplica(checks, standby.url("recado"))).toMatchObject({ isFatal: false });
    await standby.start();
    await until("the replica is in use", 20, isCurrent, 20);
    expect(await namesOf(reader)).toEqual(["first", "second"]);
  });

  it("refuses a replica of another cluster or with another database, whatever the state of its data", async () => {
    const open = (url: string, primaryForChecks: Knex) =>
      openReadReplica({
        url,
        poolSize: 2,
        primary: checks,
        primaryForChecks,
        log,
        onFailure: () => {},
        ...LONG_CHECKS,
      });
    await expect(open(standby.url("other"), checks)).rejects.toThrow("names the database other");
    const foreign = openForTest({
      url: `${process.env.RECADO_TEST_POSTGRES}/postgres`,
      sqliteFile: "",
      poolSize: 1,
    });
    await expect(open(standby.url("postgres"), foreign)).rejects.toThrow("another cluster");
    await foreign.destroy();
    expect(await probeReplica(checks, standby.url("other"))).toMatchObject({ isFatal: true });
    await expect(open(standby.url("recado").replace("recado@", "outsider@"), checks)).rejects.toThrow(
      'role "outsider" does not exist',
    );
  });

  it("reads from the standby of RECADO_DATABASE_READ_URL", async () => {
    const url = server.url("other");
    const db = openForTest({ url, sqliteFile: "", poolSize: 4 });
    await migrate(db);
    const dataDir = temporaryFolder("replica");
    const close = () => db.destroy();
    const env = { RECADO_DATABASE_READ_URL: standby.url("other") };
    const other = await startTestService({ db, url, dataDir, close }, { env });
    const { replica: own } = other.service.app;
    await until("the replica is current", 10, async () => own?.hasCommits(0) ?? false, 20);
    const statements: string[] = [];
    own?.db.on("query", ({ sql }: { sql: string }) => statements.push(sql));
    await until("a list comes from the replica", 10, async () => {
      await other.service.request.get("/v3/senders").expect(200);
      return statements.length > 0;
    });
    await other.close();
  });

  it("starts although the replica is unreachable", async () => {
    const url = "postgres://recado:recado@127.0.0.1:1/recado";
    const away = await openReadReplica({
      url,
      poolSize: 2,
      primary: checks,
      primaryForChecks: checks,
      log,
      onFailure: () => {},
    });
    expect(away.choose("a key")).toBe("unusable");
    expect(await rawRows(away.db, "select 1 as one")).toEqual([{ one: 1 }]);
    await away.stop();
  });

  it("comes from the primary once the replica is promoted", async () => {
    await standby.query("select pg_promote()");
    await until(
      "the replica is out of use",
      10,
      async () => lines.at(-1)?.reason === "the server is not a standby",
      20,
    );
    // The pool tries its hosts again, because another host may be a standby.
    await expect(probeReplica(checks, standby.url("recado"))).resolves.toMatchObject({
      failure: "the server is not a standby",
    });
    expect(await namesOf(reader)).toEqual(["first", "second"]);
  });
});
