import { Client } from "pg";
import { openDatabase } from "../../src/platform/db/connection";
import { type Limits, LIMITS, LONG_LIMITS, transactionWithin } from "../../src/platform/db/limits";
import { migrate } from "../../src/platform/db/migrate";
import { openTestDatabase, type OpenTestDatabase, testDatabase } from "../support/databases";
import { connectWhilePossible, ControlledPostgres } from "../support/controlled-postgres";
import { expectTrueCounts } from "../support/recount";
import { startTestService, type TestService, testService } from "../support/service";
import { until } from "../support/until";

const QUICK: Limits = { statement: 1_500, lock: 500, idle: 1_500, response: 3_000 };
/** The limits of a session that holds a lock. On the server, 0 turns a limit off. */
const NO_LIMITS: Limits = { statement: 0, lock: 0, idle: 0, response: 60_000 };
const RECIPIENTS = 200;
const SENDERS = 12;

const body = (reference: string) => ({
  channel: "sms",
  content: { type: "text", text: "Oi" },
  recipients: Array.from({ length: RECIPIENTS }, (_, index) => ({
    to: `+5511988${String(index).padStart(6, "0")}`,
    client_reference: reference,
  })),
});

/** Sends in parallel loops until `end`, which waits for the last responses and returns all statuses. */
function sendContinuously(service: TestService) {
  const statuses = new Map<string, number>();
  let running = true;
  const sendInLoop = async (loop: number) => {
    for (let turn = 0; running; turn++) {
      const reference = `${loop}-${turn}`;
      const response = await service.request
        .post("/v3/messages")
        .set("Idempotency-Key", reference)
        .send(body(reference));
      statuses.set(reference, response.status);
      if (response.status === 503) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    }
  };
  const all = Promise.all(Array.from({ length: SENDERS }, (_, loop) => sendInLoop(loop)));
  const count = (status: number) => [...statuses.values()].filter((one) => one === status).length;
  return {
    count,
    async end() {
      running = false;
      await all;
      return statuses;
    },
  };
}

/** Returns the number of messages of each send, by the send's reference. */
async function messagesBySend({ db }: Pick<TestService, "db">): Promise<Map<string, number>> {
  const rows = (await db("messages")
    .groupBy("client_reference")
    .select("client_reference")
    .count({ n: "*" })) as {
    client_reference: string;
    n: number;
  }[];
  return new Map(rows.map((row) => [row.client_reference, row.n]));
}

async function expectIdlePool({ db }: Pick<TestService, "db">): Promise<void> {
  const rows = (await db("pg_stat_activity")
    .whereRaw("datname = current_database() and application_name = 'recado' and pid <> pg_backend_pid()")
    .pluck("state")) as string[];
  expect(rows.filter((state) => state !== "idle")).toEqual([]);
}

/** Checks the stored result of a test, on separate connections with the default time limits. */
async function withDefaultLimits(
  { app }: TestService,
  check: (opened: Pick<TestService, "db">) => Promise<void>,
): Promise<void> {
  const db = openDatabase({ url: app.config.databaseUrl, sqliteFile: "", poolSize: 2 });
  try {
    await check({ db });
  } finally {
    await db.destroy();
  }
}

describe("sends while another session locks a table", () => {
  // Only the server's limits apply. The client's limit would leave the outcome of a COMMIT unknown.
  const service = testService("PostgreSQL", { limits: { ...QUICK, response: 60_000 } });

  it("fails sends with 503 and Retry-After, and stores no part of them", async () => {
    const sending = sendContinuously(service);
    await until("sends go through", 20, async () => sending.count(202) >= SENDERS);
    await transactionWithin(service.db, NO_LIMITS, async (trx) => {
      await trx.raw("lock table message_counts in exclusive mode");
      await until("sends fail", 20, async () => sending.count(503) >= SENDERS);
    });
    const before = sending.count(202);
    await until("sends go through again", 20, async () => sending.count(202) >= before + 3 * SENDERS);
    const statuses = await sending.end();
    expect(new Set(statuses.values())).toEqual(new Set([202, 503]));
    await withDefaultLimits(service, async (opened) => {
      const found = await messagesBySend(opened);
      for (const [reference, status] of statuses) {
        expect({ reference, messages: found.get(reference) ?? 0 }).toEqual({
          reference,
          messages: status === 202 ? RECIPIENTS : 0,
        });
      }
      await expectTrueCounts(opened, service.accountId);
      await expectIdlePool(opened);
    });
  });
});

describe("a PostgreSQL server that stops responding", () => {
  let server: ControlledPostgres;
  let url: string;
  let service: TestService;
  let close: () => Promise<void>;

  beforeAll(async () => {
    server = await ControlledPostgres.create("max_connections=200");
    await server.query("create database recado");
    url = server.url("recado");
    const { dataDir, close: removeDir } = await openTestDatabase("SQLite");
    const db = openDatabase({ url, sqliteFile: "", poolSize: 8, limits: QUICK });
    await migrate(db);
    const database: OpenTestDatabase = { db, url, dataDir, close: () => db.destroy().then(removeDir) };
    ({ service, close } = await startTestService(database));
  });

  afterAll(async () => {
    server.thaw();
    await close();
    await server.remove();
  });

  it("fails sends with 503, and stores each whole or not at all", async () => {
    const sending = sendContinuously(service);
    for (let freeze = 1; freeze <= 2; freeze++) {
      const [done, failed] = [sending.count(202), sending.count(503)];
      await until("sends go through", 30, async () => sending.count(202) >= done + 2 * SENDERS);
      server.freeze();
      await until("sends fail", 30, async () => sending.count(503) >= failed + SENDERS);
      server.thaw();
    }
    const before = sending.count(202);
    await until("sends go through again", 30, async () => sending.count(202) >= before + 3 * SENDERS);
    const statuses = await sending.end();
    expect(new Set(statuses.values())).toEqual(new Set([202, 503]));
    await withDefaultLimits(service, async (opened) => {
      const found = await messagesBySend(opened);
      for (const [reference, status] of statuses) {
        const messages = found.get(reference) ?? 0;
        // The server completes a COMMIT that it received before it froze, so a send with 503 may be stored.
        expect([reference, messages]).toEqual([reference, status === 202 || messages > 0 ? RECIPIENTS : 0]);
      }
      await expectTrueCounts(opened, service.accountId);
      await expectIdlePool(opened);
    });
  });

  it("is ready and accepts sends within seconds after its connections were terminated or taken", async () => {
    const admin = new Client({ connectionString: url });
    await admin.connect();
    const terminate = () =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'recado%'",
      );
    const readyz = async () => (await service.anonymous.get("/readyz")).status;
    const recovers = async (reference: string) => {
      await until("the service is ready", 5, async () => (await readyz()) === 200);
      const send = () => service.request.post("/v3/messages").send(body(reference));
      await until("a send goes through", 5, async () => (await send()).status === 202);
    };
    for (let time = 1; time <= 20; time++) await terminate();
    await recovers("terminated");
    const taken: Client[] = [];
    await until("no connection is left for the service", 20, async () => {
      await terminate();
      taken.push(...(await connectWhilePossible(url)));
      return (await readyz()) === 503;
    });
    await Promise.all(taken.map((client) => client.end()));
    await recovers("taken");
    await admin.end();
  });

  it("closes the pool although the server does not respond", async () => {
    const db = openDatabase({ url, sqliteFile: "", poolSize: 2, limits: QUICK });
    await Promise.all([db.raw("select 1"), db.raw("select 1")]);
    server.freeze();
    // Closing idle connections takes a second; the pool waits five seconds for busy ones.
    await expect(db.destroy()).resolves.toBeUndefined();
    server.thaw();
  });
});

describe("time limits on PostgreSQL", () => {
  const opened = testDatabase("PostgreSQL", { limits: QUICK });

  const limitsOf = async (db: OpenTestDatabase["db"]) => {
    const { rows } = await db.raw<{ rows: Record<string, string>[] }>(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
              current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    return rows[0];
  };

  it("sets server limits below the client's limit", () => {
    for (const { statement, lock, idle, response: answer } of [LIMITS, LONG_LIMITS]) {
      expect(Math.max(statement, lock, idle)).toBeLessThan(answer);
      expect(lock).toBeLessThan(statement);
    }
  });

  it("applies in and outside transactions, and can be changed for one transaction", async () => {
    const quick = { statement: "1500ms", lock: "500ms", idle: "1500ms" };
    expect(await limitsOf(opened.db)).toEqual(quick);
    expect(await opened.db.transaction((trx) => limitsOf(trx))).toEqual(quick);
    const long = await transactionWithin(opened.db, LONG_LIMITS, (trx) => limitsOf(trx));
    expect(long).toEqual({ statement: "12h", lock: "10s", idle: "30s" });
    expect(await limitsOf(opened.db)).toEqual(quick);
  });

  it("waits for the response of a transaction with longer limits", async () => {
    const longer: Limits = { ...QUICK, statement: 10_000, response: 11_000 };
    await transactionWithin(opened.db, longer, (trx) => trx.raw("select pg_sleep(3.5)"));
    // The server's limit must end the statement below before the client's limit does.
    const limits = { ...QUICK, response: 30_000 };
    const db = openDatabase({ url: opened.url, sqliteFile: "", poolSize: 1, limits });
    try {
      await transactionWithin(db, longer, (trx) => trx.raw("select 1"));
      await expect(db.raw("select pg_sleep(3.5)")).rejects.toMatchObject({ code: "57014" });
    } finally {
      await db.destroy();
    }
  });

  it("ends an idle transaction and discards its connection", async () => {
    const idle = opened.db.transaction(async (trx) => {
      await trx.raw("select 1");
      const watcher = new Client({ connectionString: opened.url ?? "" });
      await watcher.connect();
      await until("the server ends it", 10, async () => {
        const { rows } = await watcher.query(
          "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        );
        return rows.length === 0;
      });
      await watcher.end();
      await trx.raw("select 1");
    });
    await expect(idle).rejects.toThrow(/connection error|terminat/);
    expect(await limitsOf(opened.db)).toBeDefined();
  });

  it("rejects a transaction that ignored a failed statement", async () => {
    const overlooked = opened.db.transaction(async (trx) => {
      await trx.raw("select 1 / 0").catch(() => null);
    });
    await expect(overlooked).rejects.toThrow("rolled back at its commit");
  });

  it("reuses a connection after an error of the server", async () => {
    const limits = { ...QUICK, response: 30_000 };
    const db = openDatabase({ url: opened.url, sqliteFile: "", poolSize: 1, limits });
    try {
      const backend = async () =>
        (await db.raw<{ rows: { pid: number }[] }>("select pg_backend_pid() as pid")).rows[0]?.pid;
      const first = await backend();
      await expect(db.raw("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
      await expect(db.transaction((trx) => trx.raw("select 1 / 0"))).rejects.toMatchObject({ code: "22012" });
      expect(await backend()).toBe(first);
      await expect(db.raw("select pg_sleep(2)")).rejects.toMatchObject({ code: "57014" });
      expect(await backend()).toBe(first);
    } finally {
      await db.destroy();
    }
  });
});
