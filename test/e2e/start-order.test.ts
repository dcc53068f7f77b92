import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import type { Knex } from "knex";
import { built } from "../support/build";
import {
  databases,
  openTestDatabase,
  type OpenTestDatabase,
  settingsOf,
  type TestDatabase,
  testDatabase,
} from "../support/databases";
import { type Entry, freePort, ServiceProcess } from "../support/process";
import { until } from "../support/until";

/** The advisory lock that migrations take on PostgreSQL. */
const MIGRATION_LOCK = 7_264_230_901;
/** Readiness is read from the log: another server may own the port. */
const READY_BY_LOG: Entry = { command: [built("src/main.ts")], says: "recado is ready" };

describe.each(databases)("a start on %s", (kind) => {
  let database: OpenTestDatabase;
  let service: ServiceProcess;
  let release: () => Promise<unknown>;

  beforeEach(async () => {
    release = async () => {};
    database = await openTestDatabase(kind, { migrated: false });
  });
  afterEach(async () => {
    await service.stop("SIGKILL");
    await release();
    await database.close();
  });

  const serviceOn = (port: number, env: Record<string, string> = {}, entry?: Entry) =>
    new ServiceProcess(
      {
        PORT: String(port),
        ...settingsOf(database),
        RECADO_LOG_LEVEL: "info",
        ...env,
      },
      entry,
    );
  const get = (path: string) => fetch(`${service.baseUrl}${path}`);

  it("migrates nothing when its port is taken", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    service = serviceOn((other.address() as AddressInfo).port, {}, READY_BY_LOG);
    await expect(service.start()).rejects.toThrow(/HOST and PORT cannot be used/);
    await new Promise((done) => other.close(done));
    expect(await database.db.schema.hasTable("messages")).toBe(false);
  });

  it("handles probes while its migrations wait, and requests once it is ready", async () => {
    service = serviceOn(await freePort());
    release = await holdMigrations(kind, database.db);
    const started = service.start();
    await until(
      "the port is bound",
      20,
      async () => (await get("/healthz").catch(() => null))?.ok === true,
      20,
    );
    const readiness = await get("/readyz");
    expect([readiness.status, await readiness.json()]).toMatchObject([503, { status: "starting" }]);
    const request = await get("/v3/messages");
    expect([request.status, request.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await request.json()).toMatchObject({ error: { code: "service_unavailable" } });
    await release();
    await started;
    expect((await get("/v3/messages")).status).toBe(401);
  });

  it("serves with `Connection: close` after SIGTERM until SIGINT ends the drain", async () => {
    // Longer than the time limit of a test.
    service = serviceOn(await freePort(), { RECADO_DRAIN_SECONDS: "300" });
    await service.start();
    const stopped = service.stop("SIGTERM");
    // The process closes idle connections on SIGTERM, so a request on one of them may fail.
    const isNotReady = async () => (await get("/readyz").catch(() => null))?.status === 503;
    await until("it is not ready", 10, isNotReady, 10);
    const readiness = await get("/readyz");
    expect(await readiness.json()).toMatchObject({ status: "stopping" });
    const request = await get("/v3/messages");
    expect([request.status, request.headers.get("connection")]).toEqual([401, "close"]);
    await service.stop("SIGINT");
    expect(await stopped).toBe(0);
  });

  it("stops by itself RECADO_DRAIN_SECONDS after SIGTERM, and without a drain on SIGINT", async () => {
    service = serviceOn(await freePort(), { RECADO_DRAIN_SECONDS: "1" });
    await service.start();
    const begun = Date.now();
    expect(await service.stop("SIGTERM")).toBe(0);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_000);
    // Log lines are buffered for up to 200 ms.
    expect(service.log()).toContain('"drainMs":1000');
    await expect(get("/healthz")).rejects.toThrow();
    service = serviceOn(await freePort(), { RECADO_DRAIN_SECONDS: "300" });
    await service.start();
    expect(await service.stop("SIGINT")).toBe(0);
  });
});

describe("a start on a PostgreSQL database that cannot be used", () => {
  const database = testDatabase("PostgreSQL", { migrated: false, each: true });

  const reasonFor = async (url: string | URL) => {
    const env = {
      PORT: String(await freePort()),
      RECADO_DATA_DIR: database.dataDir,
      DATABASE_URL: String(url),
    };
    const started = new ServiceProcess(env, READY_BY_LOG).start();
    return started.then(
      () => "it started",
      (error: Error) => error.message,
    );
  };
  const oneLine = (reason: string) =>
    new RegExp(`^the service ended \\(1\\): recado could not start[^\\n]*${reason}[^\\n]*\\n$`);

  it("fails with one line that names the reason when the database only reads", async () => {
    const name = new URL(database.url ?? "").pathname.slice(1);
    await database.db.raw(`alter database ${name} set default_transaction_read_only = on`);
    expect(await reasonFor(database.url ?? "")).toMatch(oneLine("read_only"));
  });

  it("fails with one line when TLS fails, a file is missing or the role has no rights", async () => {
    const url = new URL(database.url ?? "");
    await database.db.raw("revoke create on schema public from public");
    const role = `${url.pathname.slice(1)}_role`;
    await database.db.raw(`create role ${role} login password 'recado'`);
    const ofRole = Object.assign(new URL(url), { username: role });
    try {
      expect(await reasonFor(`${url}?sslmode=verify-full`)).toMatch(oneLine("does not support SSL"));
      expect(await reasonFor(`${url}?sslrootcert=/none.pem`)).toMatch(oneLine("/none.pem"));
      expect(await reasonFor(ofRole)).toMatch(oneLine("permission denied for schema public"));
    } finally {
      await database.db.raw(`drop role ${role}`);
    }
  });
});

/** Blocks migrations until the returned function is called. */
async function holdMigrations(kind: TestDatabase, db: Knex): Promise<() => Promise<unknown>> {
  // A second process cannot open a SQLite file without tables while another process writes.
  if (kind === "SQLite") await db.schema.createTable("held", (table) => table.integer("nothing"));
  const held = await db.transaction();
  if (kind === "PostgreSQL") await held.raw("select pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
  else await held.raw("pragma user_version = 0");
  return async () => held.isCompleted() || held.rollback();
}
