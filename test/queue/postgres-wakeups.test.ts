import { once } from "node:events";
import { connect, createServer } from "node:net";
import pino from "pino";
import type { ListenerOptions, WakeupsMode } from "../../src/queue/postgres-listener";
import { postgresWakeups } from "../../src/queue/postgres-wakeups";
import type { Wakeups } from "../../src/queue/wakeups";
import { openForTest, openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { freePort } from "../support/process";
import { transactionPooler, type TransactionPooler } from "../support/transaction-pooler";
import { until } from "../support/until";

let database: OpenTestDatabase;
let direct: string;
let pooler: TransactionPooler;

beforeAll(async () => {
  database = await openTestDatabase("PostgreSQL", { migrated: false });
  direct = database.url ?? "";
  pooler = await transactionPooler(direct);
});
afterAll(async () => {
  await pooler.close();
  await database.close();
});

/**
 * Wake-ups as in a process, with the modes and log lines that they report. `works` is false for a process
 * without a worker for submissions.
 */
async function openWakeups(
  url: string,
  directUrl: string | null,
  {
    works = true,
    ...options
  }: Pick<ListenerOptions, "checkEveryMs" | "probeWithinMs"> & { works?: boolean } = {},
) {
  const modes: WakeupsMode[] = [];
  const lines: { level: number; msg: string; setting?: string; everyMs?: number; err?: unknown }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const db = openForTest({ url, sqliteFile: "", poolSize: 2 });
  const wakeups = await postgresWakeups({
    db,
    url,
    directUrl,
    log,
    onMode: (mode) => modes.push(mode),
    ...options,
  }).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  let woken = 0;
  if (works) wakeups.subscribe("submission", () => void woken++);
  return {
    wakeups,
    db,
    modes,
    lines,
    woken: () => woken,
    close: () => wakeups.close().then(() => db.destroy()),
  };
}

const wakeUntil = async (wakeups: Wakeups, isWoken: () => boolean) => {
  await until("the other process is woken", 10, async () => {
    wakeups.wake("submission");
    return isWoken();
  });
};

describe("a process with wake-ups on PostgreSQL", () => {
  it("wakes other processes on the main URL", async () => {
    const [one, two] = [await openWakeups(direct, null, { works: false }), await openWakeups(direct, null)];
    await wakeUntil(one.wakeups, () => two.woken() > 0);
    expect(one.modes).toEqual(["poll", "listen"]);
    expect(one.lines).toMatchObject([{ msg: "listening for job notifications", setting: "DATABASE_URL" }]);
    await Promise.all([one.close(), two.close()]);
  });

  it("does not wake other processes for jobs that it runs itself", async () => {
    const [one, two] = [await openWakeups(direct, null), await openWakeups(direct, null)];
    let delivers = false;
    two.wakeups.subscribe("delivery", () => void (delivers = true));
    one.wakeups.wake("submission");
    expect(one.woken()).toBe(1);
    one.wakeups.wake("delivery");
    await until("the other process is woken for deliveries", 10, async () => delivers);
    expect(two.woken()).toBe(0);
    await Promise.all([one.close(), two.close()]);
  });

  it("does not listen through a pooler in transaction mode, and logs that in one line", async () => {
    const before = pooler.unlinked();
    const [one, two] = [await openWakeups(pooler.url, null), await openWakeups(pooler.url, null)];
    expect(one.modes).toEqual(["poll"]);
    expect(one.lines).toMatchObject([
      {
        level: 40,
        setting: "DATABASE_URL",
        everyMs: 1_000,
        msg: "polling for jobs: the database URL connects through a transaction pooler",
        advice: expect.stringContaining("set RECADO_DATABASE_DIRECT_URL") as string,
      },
    ]);
    const own = one.woken();
    one.wakeups.wake("submission");
    expect(one.woken()).toBe(own + 1);
    await database.db.raw("select pg_notify('recado_wake', '')");
    const { rows } = await two.db.raw<{ rows: unknown[] }>("select pg_listening_channels()");
    expect(rows).toEqual([]);
    expect(pooler.unlinked()).toBe(before);
    await Promise.all([one.close(), two.close()]);
  });

  it("listens without the pooler with a direct URL", async () => {
    const before = pooler.unlinked();
    const one = await openWakeups(pooler.url, direct, { works: false });
    const two = await openWakeups(pooler.url, direct);
    await wakeUntil(one.wakeups, () => two.woken() > 0);
    expect(two.modes).toEqual(["poll", "listen"]);
    expect(two.lines).toMatchObject([{ setting: "RECADO_DATABASE_DIRECT_URL" }]);
    expect(pooler.unlinked()).toBe(before);
    await Promise.all([one.close(), two.close()]);
  });

  it("reports polling while its connection is lost, and listens again", async () => {
    const one = await openWakeups(direct, null);
    await database.db.raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen recado_wake' and datname = current_database()",
    );
    await until("it listens again", 20, async () => one.modes.length >= 4);
    expect(one.modes).toEqual(["poll", "listen", "poll", "listen"]);
    await one.close();
  });

  it("reconnects when its server is no longer in the required state", async () => {
    const { db } = database;
    // With this search path, the check calls the test's function: the same session becomes that of a standby.
    await db.raw("create table wakeups_state as select false as standby");
    await db.raw(
      "create function pg_is_in_recovery() returns boolean language sql as 'select standby from public.wakeups_state'",
    );
    const url = new URL(direct);
    url.searchParams.set("options", "-c search_path=public,pg_catalog");
    url.searchParams.set("target_session_attrs", "primary");
    const one = await openWakeups(direct, url.href, { checkEveryMs: 50 });
    expect(one.modes).toEqual(["poll", "listen"]);
    await db.raw("update wakeups_state set standby = true");
    await until("it finds the standby", 10, async () => one.modes.length === 3);
    expect(one.lines.at(-1)).toMatchObject({
      msg: "wake-up connection failed its check; polling continues",
      err: { message: "the server is a standby" },
    });
    await db.raw("update wakeups_state set standby = false");
    await until("it listens again", 20, async () => one.modes.length === 4);
    expect(one.modes.slice(2)).toEqual(["poll", "listen"]);
    await one.close();
  });

  it("polls while the direct URL is unreachable at the start, and then listens", async () => {
    const { hostname, port } = new URL(direct);
    const url = new URL(direct);
    url.port = String(await freePort());
    const one = await openWakeups(direct, url.href);
    expect(one.modes).toEqual(["poll"]);
    expect(one.lines).toMatchObject([
      {
        level: 40,
        setting: "RECADO_DATABASE_DIRECT_URL",
        msg: "polling for jobs: the direct database URL does not respond",
        err: { code: "ECONNREFUSED" },
      },
    ]);
    const forwarder = createServer((socket) => {
      const server = connect(Number(port), hostname);
      for (const end of [socket, server]) end.on("error", () => {});
      socket.pipe(server).pipe(socket);
    }).listen(Number(url.port), "127.0.0.1");
    await once(forwarder, "listening");
    await until("it listens", 20, async () => one.modes.length === 2);
    expect(one.modes).toEqual(["poll", "listen"]);
    await until("the log says so", 5, async () => one.lines.length === 2);
    expect(one.lines[1]).toMatchObject({ level: 30, msg: "listening for job notifications" });
    await one.close();
    forwarder.close();
  });

  it("rejects a direct URL of another database", async () => {
    const other = await openTestDatabase("PostgreSQL", { migrated: false });
    const opening = openWakeups(direct, other.url ?? "", { probeWithinMs: 500 });
    await expect(opening).rejects.toThrow(
      "RECADO_DATABASE_DIRECT_URL connects to another database than DATABASE_URL",
    );
    await other.close();
  });

  it("rejects a direct URL whose login fails, and a main URL that cannot be reached", async () => {
    await expect(openWakeups(direct, `${direct}_unknown`)).rejects.toMatchObject({ code: "3D000" });
    await expect(openWakeups("postgres://recado:hunter2@127.0.0.1:1/none", null)).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
  });
});
