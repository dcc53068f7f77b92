import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../src/cli/doctor-check";
import { disableAccount, enableAccount } from "../../src/features/accounts/accounts.store";
import { insertConnection, pauseConnection } from "../../src/features/connections/connections.store";
import { queueHold, queueRelease } from "../../src/cli/queue";
import { HOUR, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { schedulePeriodicJobs } from "../../src/queue/periodic";
import { testClock } from "../support/clock";
import { databases, openTestDatabase, testDatabase } from "../support/databases";
import { Exchange } from "../support/exchange";
import { runInProcess } from "../support/in-process-command";
import { listening } from "../support/listening";
import { testService } from "../support/service";
import { transactionPooler } from "../support/transaction-pooler";
import { newEndpoint } from "../support/webhooks";

interface Report {
  status: string;
  errors: number;
  warnings: number;
  checks: (Finding & { check: string })[];
}

describe.each(databases)("the doctor on %s", (database) => {
  const service = testService(database, { env: { RECADO_WEBHOOK_ALLOW_PRIVATE: "" } });
  const recado = (args: string[], env: Record<string, string> = {}) => {
    const { databaseUrl: url, dataDir } = service.app.config;
    return runInProcess(args, { database: { url, dataDir }, clock: service.clock, env });
  };
  const report = async (env: Record<string, string> = {}) => {
    const { exitCode, out, err } = await recado(["doctor", "--json"], env);
    const report = JSON.parse(out) as Report;
    const statuses = Object.fromEntries(report.checks.map(({ check, status }) => [check, status]));
    const of = (check: string) => report.checks.filter((one) => one.check === check);
    return { exitCode, err, ...report, statuses, of };
  };
  const connect = (name: string, url: string) =>
    insertConnection(
      service.db,
      service.app.secrets,
      { name, kind: "http", settings: { url }, secrets: { token: "outwards", callback_token: "inwards" } },
      service.clock.now(),
    );
  afterEach(async () => {
    await service.db("carrier_connections").del();
    await service.db("webhook_endpoints").del();
    await service.db("jobs").where({ kind: "submission" }).del();
  });

  it("finds nothing wrong with a working service, and exits with 0", async () => {
    const { exitCode, err, errors, statuses, checks } = await report();
    expect({ exitCode, err, errors }).toEqual({ exitCode: 0, err: "", errors: 0 });
    const names = ["node", "disk", "storage", "database", "schema", "writes", "wakeups", "clock"];
    for (const name of [...names, "secrets", "carriers", "webhooks", "rules", "queue"]) {
      expect([name, statuses[name]]).toEqual([name, "ok"]);
    }
    expect(checks.every(({ status, advice }) => (status === "ok") === (advice === null))).toBe(true);
    const { out } = await recado(["doctor"]);
    expect(out).toMatch(/^ok +node +Node is v/);
    expect(out).toMatch(/\n(Everything is in order|0 errors, \d warnings?)\n$/);
  });

  it("exits with 2 for a wrong command line", async () => {
    expect(await recado(["doctor", "--fast"])).toMatchObject({ exitCode: 2, out: "" });
  });

  it("names an invalid or unknown setting", async () => {
    const invalid: Record<string, string>[] = [{ PORT: "x" }, { RECADO_PROT: "1" }];
    for (const env of invalid) {
      const { exitCode, err, of } = await report(env);
      expect([exitCode, err]).toEqual([1, expect.stringMatching(/^error: the doctor found 1 error, /)]);
      expect(of("settings")).toMatchObject([
        { status: "error", message: expect.stringContaining(Object.keys(env)[0] ?? "") as string },
      ]);
    }
  });

  it("names the guide of the settings once for an unknown setting", async () => {
    const { out } = await recado(["doctor"], { RECADO_FOO: "1" });
    expect(out.match(/settings\.md/g)).toHaveLength(1);
  });

  it("checks the machine while the database is unreachable, and shows no password", async () => {
    const { exitCode, statuses, of, checks } = await report({
      DATABASE_URL: "postgres://recado:hunter2@127.0.0.1:1/recado",
    });
    expect(exitCode).toBe(1);
    expect(statuses).toMatchObject({
      node: "ok",
      disk: "ok",
      storage: "ok",
      database: "error",
      secrets: "warning",
      carriers: "warning",
      webhooks: "warning",
      rules: "warning",
      queue: "warning",
    });
    expect(of("queue")[0]?.message).toBe("Not checked: the database is not reached");
    expect(JSON.stringify(checks)).not.toContain("hunter2");
  });

  it("creates no database where there is none", async () => {
    const empty = await openTestDatabase("SQLite", { migrated: false });
    await empty.close();
    const { exitCode, of } = await report({ DATABASE_URL: "", RECADO_DATA_DIR: `${empty.dataDir}/none` });
    expect(exitCode).toBe(1);
    expect(of("database")[0]?.message).toMatch(/^There is no database in .*none$/);
  });

  it("reports a schema that is behind the build, and the checks that did not run", async () => {
    const newest = (await service.db("knex_migrations").orderBy("id", "desc").first()) as { id: number };
    await service.db("knex_migrations").where({ id: newest.id }).del();
    const { exitCode, statuses, of } = await report();
    await service.db("knex_migrations").insert(newest);
    expect(exitCode).toBe(1);
    expect(of("schema")[0]?.message).toMatch(/this build needs \d{4}_/);
    expect(statuses).toMatchObject({ database: "ok", schema: "error", carriers: "warning" });
  });

  it("tests each connection, also when one of them fails", async () => {
    const server = createServer((_, res) =>
      res.writeHead(200, { "Content-Type": "application/json" }).end('{"name":"pombo 1.0"}'),
    );
    const { url, stop } = await listening(server);
    try {
      await connect("away", "http://127.0.0.1:9");
      await connect("good", url);
      await pauseConnection(service.db, "good", service.clock.now());
      const { exitCode, of, checks } = await report();
      expect(exitCode).toBe(1);
      expect(of("carrier away")).toMatchObject([
        { status: "error", message: expect.stringContaining("was not reached") as string },
      ]);
      expect(of("carrier good")).toMatchObject([
        { status: "warning", message: expect.stringContaining("paused since") as string },
        { status: "ok", message: `${url} is ready: pombo 1.0` },
      ]);
      expect(JSON.stringify(checks)).not.toMatch(/inwards|outwards/);
    } finally {
      await stop();
    }
  });

  it("warns about limits of sending rules that cover more days than messages stay", async () => {
    const rule = (body: object) => service.request.put("/v3/sending-rules/marketing").send(body).expect(200);
    const retention = (days: string) => report({ RECADO_RETAIN_MESSAGES_DAYS: days });
    try {
      await rule({ max_per_recipient: { messages: 7, days: 30 } });
      for (const days of ["30", "0"]) expect((await retention(days)).statuses.rules).toBe("ok");
      expect((await retention("29")).of("rules")).toMatchObject([
        {
          status: "warning",
          message: expect.stringMatching(/after 29 days.*: first \(marketing\)$/) as string,
          advice: expect.stringContaining("at least 30") as string,
        },
      ]);
      await rule({ min_interval_seconds: 86_401 });
      expect((await retention("1")).statuses.rules).toBe("warning");
      expect((await retention("2")).statuses.rules).toBe("ok");
    } finally {
      await service.request.delete("/v3/sending-rules/marketing");
    }
  });

  it("reports endpoints of enabled accounts that fail or were disabled for failures, but not by their account", async () => {
    const { accountId } = service;
    const failing = await newEndpoint(service.app, accountId, undefined, { failingSince: 1 });
    const gone = await newEndpoint(service.app, accountId, undefined, {
      status: "disabled",
      disabledReason: "gone",
    });
    await newEndpoint(service.app, accountId, undefined, { status: "disabled", disabledReason: "manual" });
    expect((await report()).of("webhooks")).toMatchObject([
      {
        status: "warning",
        message: `Webhook endpoints: 1 failing, 1 disabled for failures (${failing.id}, ${gone.id})`,
      },
    ]);
    await disableAccount(service.db, accountId, service.clock.now());
    try {
      expect((await report()).statuses.webhooks).toBe("ok");
    } finally {
      await enableAccount(service.db, accountId);
    }
  });

  it("reports jobs that have been due for long", async () => {
    await new Exchange(service).send({ text: "x" }, "+5511987650001");
    service.clock.advance(MINUTE);
    expect((await report()).statuses.queue).toBe("ok");
    service.clock.advance(HOUR);
    expect((await report()).of("queue")).toMatchObject([
      { status: "warning", message: "Jobs are overdue: submission (3660 s)" },
    ]);
  });

  it("does not count jobs that no worker may lease, as the alert does not", async () => {
    await new Exchange(service).send({ text: "x" }, "+5511987650001");
    service.clock.advance(HOUR);
    const account = () => service.db("accounts").where({ id: service.accountId });
    await account().update({ disabled_at: service.clock.now() });
    const ofAnotherBuild = { name: "of another build", everyMs: SECOND, run: async () => false };
    await schedulePeriodicJobs(service.app, [ofAnotherBuild]);
    service.clock.advance(HOUR);
    const { of } = await report();
    await account().update({ disabled_at: null });
    await service.db("jobs").where({ kind: "periodic" }).delete();
    expect(of("queue")).toMatchObject([{ status: "ok" }]);
  });

  it("reports a hold of the queue, and none of the jobs that it holds", async () => {
    await new Exchange(service).send({ text: "x" }, "+5511987650001");
    service.clock.advance(HOUR);
    await queueHold(service);
    const { of } = await report();
    await queueRelease(service, {});
    expect(of("queue")).toMatchObject([
      {
        status: "warning",
        message: `The queue has been held since ${toTimestamp(service.clock.now())}: held work is not submitted or delivered`,
        advice: expect.stringContaining("npm run recado -- queue release") as string,
      },
    ]);
  });

  it("reports overdue jobs that the queue released while it holds older ones", async () => {
    await queueHold(service);
    await queueRelease(service, { createdAfter: service.clock.now() });
    service.clock.advance(SECOND);
    await new Exchange(service).send({ text: "x" }, "+5511987650001");
    service.clock.advance(HOUR);
    const { of } = await report();
    await queueRelease(service, {});
    expect(of("queue")).toMatchObject([
      { message: expect.stringContaining("The queue has been held since") as string },
      { message: "Jobs are overdue: submission (3600 s)" },
    ]);
  });

  it("reports the pause of a connection that cannot be opened", async () => {
    await connect("damaged", "http://127.0.0.1:9");
    await pauseConnection(service.db, "damaged", service.clock.now());
    await service.db("carrier_connections").update({ token: "sealed.1.0123456789abcdef.AAAA" });
    expect((await report()).of("carrier damaged")).toMatchObject([
      { status: "warning", message: expect.stringContaining("paused since") as string },
      { status: "error" },
    ]);
  });

  it("warns about files elsewhere than those of the database's other processes", async () => {
    const env = {
      RECADO_DATA_DIR: tmpdir(),
      RECADO_SECRET_KEY: readFileSync(join(service.app.config.dataDir, "secret-key"), "utf8").trim(),
    };
    const { of } = database === "SQLite" ? await report() : await report(env);
    expect(of("files")).toMatchObject(
      database === "SQLite"
        ? []
        : [
            {
              status: "warning",
              message: `Other processes of this database store files elsewhere than in ${join(tmpdir(), "files")}`,
              advice: expect.stringContaining("the same RECADO_STORAGE and RECADO_DATA_DIR,") as string,
            },
          ],
    );
    if (database === "PostgreSQL") expect((await report()).of("files")).toMatchObject([{ status: "ok" }]);
  });

  it("reports a key that does not open the secrets, and changes nothing", async () => {
    const other = { RECADO_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
    const before: unknown = await service.db("service_facts");
    const { exitCode, of } = await report(other);
    expect(exitCode).toBe(1);
    expect(of("secrets")).toMatchObject([
      { status: "error", message: expect.stringMatching(/^RECADO_SECRET_KEY is not the key/) as string },
    ]);
    expect(await service.db("service_facts")).toEqual(before);
    expect(of("carriers")).toMatchObject([{ status: "ok" }]);
    await connect("damaged", "http://127.0.0.1:9");
    expect((await report(other)).of("carriers")).toMatchObject([
      { status: "warning", message: "Not checked: the secrets of the connections cannot be opened" },
    ]);
    await service.db("carrier_connections").update({ token: "sealed.1.0123456789abcdef.AAAA" });
    expect((await report()).of("secrets")).toMatchObject([
      { status: "error", message: "The current key does not open 1 secret" },
    ]);
  });

  it("reports no unreadable secret once all secrets of the connection are set again", async () => {
    await connect("damaged", "http://127.0.0.1:9");
    const sealed = `sealed.1.${service.app.secrets.keyId}.AAAA`;
    const secrets = JSON.stringify({ token: sealed, callback_token: sealed });
    await service.db("carrier_connections").update({ token: sealed, secrets });
    const set = ["carriers", "set", "damaged", "--secret", "token=new"];
    expect(await recado(set)).toMatchObject({ exitCode: 1, out: "" });
    expect((await report()).of("secrets")).toMatchObject([{ status: "error" }]);
    expect((await recado([...set, "--secret", "callback_token=new"])).err).toBe("");
    expect((await report()).of("secrets")).toMatchObject([{ status: "ok" }]);
  });
});

describe("the doctor's check of wake-ups on PostgreSQL", () => {
  const database = testDatabase("PostgreSQL");
  let url: string;
  beforeAll(() => {
    url = database.url ?? "";
  });

  const wakeups = async (env: Record<string, string>) => {
    const { out } = await runInProcess(["doctor", "--json"], { database, clock: testClock(), env });
    return (JSON.parse(out) as Report).checks.filter(({ check }) => check === "wakeups");
  };

  it("listens on the first usable host of several", async () => {
    const { host } = new URL(url);
    expect(await wakeups({ DATABASE_URL: url.replace(host, `127.0.0.1:1,${host}`) })).toMatchObject([
      { status: "ok", message: expect.stringMatching(/^A notification arrived after [\d.]+ ms$/) as string },
    ]);
  });

  it("warns of a direct URL that does not respond, because the service polls then", async () => {
    const { host } = new URL(url);
    const silent = createNetServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    for (const away of ["127.0.0.1:1", `127.0.0.1:${port}`]) {
      expect(await wakeups({ RECADO_DATABASE_DIRECT_URL: url.replace(host, away) })).toMatchObject([
        {
          status: "warning",
          message: expect.stringMatching(
            /^The database at RECADO_DATABASE_DIRECT_URL does not respond \(.*\): processes find .* by polling/,
          ) as string,
        },
      ]);
    }
    silent.close();
    expect(await wakeups({ RECADO_DATABASE_DIRECT_URL: `${url}_absent` })).toMatchObject([
      { status: "error" },
    ]);
  });

  it("does not listen through a pooler in transaction mode, and reports polling", async () => {
    const pooler = await transactionPooler(url);
    const found = await wakeups({ RECADO_DATABASE_DIRECT_URL: pooler.url });
    const { rows } = await database.db.raw<{ rows: unknown[] }>(
      "select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'",
    );
    expect(rows).toEqual([]);
    await pooler.close();
    expect(found).toMatchObject([
      {
        status: "warning",
        message:
          "The database URL connects through a pooler in transaction mode: processes find each other's work by polling, submissions every 250 ms and other work every second",
      },
    ]);
  });
});
