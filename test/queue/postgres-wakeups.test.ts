import pino from "pino";
import { openDatabase } from "../../src/platform/db/connection";
import { postgresWakeups, type WakeupsMode } from "../../src/queue/postgres-wakeups";
import type { Wakeups } from "../../src/queue/wakeups";
import { openTestDatabase, type OpenTestDatabase } from "../support/databases";
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

/** Wake-ups as in a process, with the modes and log lines that they report. */
async function openWakeups(url: string, directUrl: string | null) {
  const modes: WakeupsMode[] = [];
  const lines: { level: number; msg: string; setting?: string; everyMs?: number }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const db = openDatabase({ url, sqliteFile: "", poolSize: 2 });
  const wakeups = await postgresWakeups({ db, url, directUrl, log, onMode: (mode) => modes.push(mode) });
  let woken = 0;
  wakeups.subscribe("submission", () => void woken++);
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

describe("wake-ups on PostgreSQL", () => {
  it("reach other processes on the main URL", async () => {
    const [one, two] = [await openWakeups(direct, null), await openWakeups(direct, null)];
    await wakeUntil(one.wakeups, () => two.woken() > 0);
    expect(one.modes).toEqual(["poll", "listen"]);
    expect(one.lines).toMatchObject([{ msg: "wake-ups: by notifications", setting: "DATABASE_URL" }]);
    await Promise.all([one.close(), two.close()]);
  });

  it("do not listen through a pooler in transaction mode, and say so in one line", async () => {
    const before = pooler.unlinked();
    const [one, two] = [await openWakeups(pooler.url, null), await openWakeups(pooler.url, null)];
    expect(one.modes).toEqual(["poll"]);
    expect(one.lines).toMatchObject([
      {
        level: 40,
        setting: "DATABASE_URL",
        everyMs: 1_000,
        msg: expect.stringContaining("set RECADO_DATABASE_DIRECT_URL") as string,
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

  it("go past the pooler with a direct URL", async () => {
    const before = pooler.unlinked();
    const [one, two] = [await openWakeups(pooler.url, direct), await openWakeups(pooler.url, direct)];
    await wakeUntil(one.wakeups, () => two.woken() > 0);
    expect(two.modes).toEqual(["poll", "listen"]);
    expect(two.lines).toMatchObject([{ setting: "RECADO_DATABASE_DIRECT_URL" }]);
    expect(pooler.unlinked()).toBe(before);
    await Promise.all([one.close(), two.close()]);
  });

  it("report polling while their connection is lost, and listen again", async () => {
    const one = await openWakeups(direct, null);
    await database.db.raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen recado_wake'",
    );
    await until("they listen again", 20, async () => one.modes.length >= 4);
    expect(one.modes).toEqual(["poll", "listen", "poll", "listen"]);
    await one.close();
  });

  it("reject an address that cannot be reached", async () => {
    await expect(openWakeups(direct, "postgres://recado:hunter2@127.0.0.1:1/none")).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
  });
});
