import { LEASE_MS } from "../../src/queue/lease-lengths";
import { hasActiveImport } from "../../src/features/imports/imports.store";
import { importHandler } from "../../src/features/imports/imports.jobs";
import { readyKeys } from "../../src/queue/ready-keys.store";
import { renewLeases } from "../../src/queue/leases.store";
import { endAllLeases } from "../../src/queue/maintenance.store";
import { startWorker, workOff } from "../../src/queue/worker";
import { MINUTE, SECOND } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { importBench, type ImportInSteps } from "../support/imports";
import { type TestAccount, testService } from "../support/service";
import { withTransactions } from "../support/transactions";
import { until } from "../support/until";

const phone = (n: number) => `+55119${String(80_000_000 + n)}`;
/** Numbers of rows that fill four chunks. */
const ROWS_OF = { SQLite: 1_600, PostgreSQL: 4_000 } as const;
/** Every tenth row is invalid, and every seventh repeats the number of the row before. */
const rowOf = (i: number) => (i % 10 === 0 ? `x${i},Ana` : `${phone(i % 7 === 0 ? i - 1 : i)},Pessoa ${i}`);

describe.each(databases)("running imports on %s", (database) => {
  const rows = ROWS_OF[database];
  const content = ["phone,name", ...Array.from({ length: rows }, (_, i) => rowOf(i))].join("\n");
  const service = testService(database);
  let account: TestAccount;
  const bench = importBench(service, () => account);

  beforeEach(async () => {
    account = await testAccount(service, { senders: false });
  });

  async function queued() {
    const listId = await bench.list();
    const { id } = await bench.start(listId, await bench.upload(content));
    return { listId, id, read: () => bench.read(listId, id) };
  }

  const abandoned: AsyncGenerator<void, void>[] = [];
  // The operating system closes what a crashed process left open.
  afterEach(async () => {
    for (const steps of abandoned.splice(0)) await steps.return();
  });

  /** Leases a due import. A statement of a crashed worker may keep it locked for a moment. */
  async function lease(): Promise<ImportInSteps> {
    let taken: ImportInSteps | null = null;
    const isLeased = async () => (taken = await bench.takes()) !== null;
    await until("an import is free", 10, isLeased, 10);
    return taken as unknown as ImportInSteps;
  }
  /** Runs a worker that crashes after some steps. */
  async function crash({ after }: { after: number }): Promise<void> {
    const { steps } = await lease();
    abandoned.push(steps);
    for (let step = 0; step < after; step++) await steps.next();
  }
  const due = async () =>
    (await readyKeys(service.db, "import", service.clock.now(), { limit: 1 })).length > 0;

  async function expectAll({ listId, id }: { listId: string; id: string }) {
    const done = await bench.read(listId, id);
    const rejected = rows / 10;
    const numbers = new Set(
      Array.from({ length: rows }, (_, i) => rowOf(i).split(",")[0]).filter((one) => one?.startsWith("+")),
    );
    expect(done).toMatchObject({
      status: "completed",
      rows_total: rows,
      rows_processed: rows,
      created: numbers.size,
      updated: rows - rejected - numbers.size,
      rejected,
      error: null,
    });
    const { body } = await account.request.get(`/v3/contact-lists/${listId}`).expect(200);
    expect(body.contact_count).toBe(numbers.size);
    const members: unknown[] = await service
      .db("list_members")
      .where({ account_id: account.accountId, list_id: listId });
    expect(members).toHaveLength(numbers.size);
    const lines = (await bench.errors(listId, id)).trimEnd().split("\r\n").slice(1);
    expect(lines).toHaveLength(rejected);
    expect(new Set(lines).size).toBe(rejected);
  }

  it.each([0, 1, 2, 3, 5])("continues exactly where a worker crashed after %d steps", async (after) => {
    const one = await queued();
    await crash({ after });
    await bench.work();
    expect((await one.read()).status).toBe("running");
    service.clock.advance(LEASE_MS.import);
    await until("the import is done", 20, async () => {
      await bench.work();
      return (await one.read()).status === "completed";
    });
    await expectAll(one);
  });

  it("completes after several crashes", async () => {
    const one = await queued();
    for (let crashes = 0; crashes < 4; crashes++) {
      await crash({ after: 2 });
      service.clock.advance(LEASE_MS.import);
    }
    await until("the import is done", 20, async () => {
      await bench.work();
      return (await one.read()).status === "completed";
    });
    await expectAll(one);
  });

  it("stops for a worker whose lease has expired, and completes with the new worker", async () => {
    const one = await queued();
    const late = await lease();
    for (let step = 0; step < 3; step++) await late.steps.next();
    service.clock.advance(LEASE_MS.import);
    const other = await lease();
    for (let step = 0; step < 3; step++) await other.steps.next();
    expect(await renewLeases(service.db, [late.work.job], service.clock.now())).toEqual(new Set());
    // Both run concurrently: the late worker finds out with its next chunk.
    const rest = (async () => {
      for (let step = 0; step < 3; step++) expect((await late.steps.next()).done).toBe(step > 0);
    })();
    while (!(await other.steps.next()).done) continue;
    await rest.catch(() => {});
    await late.steps.return();
    await expectAll(one);
  });

  it("completes several imports, each with one worker", async () => {
    const all = [await queued(), await queued(), await queued()];
    await Promise.all(all.map(() => bench.work()));
    for (const one of all) expect((await one.read()).status).toBe("completed");
    const created = (await Promise.all(all.map((one) => one.read()))).map((one) => one.created);
    expect(created.reduce((a, b) => a + b)).toBe(new Set(content.match(/\+\d+/g)).size);
  });

  it("runs a later import of another account before all imports of one account", async () => {
    const ids: string[] = [];
    const one = await bench.upload(`phone\n${phone(1)}`);
    for (let i = 0; i < 3; i++) ids.push((await bench.start(await bench.list(), one)).id);
    service.clock.advance(SECOND);
    account = await testAccount(service, { senders: false });
    const other = await bench.start(await bench.list(), await bench.upload(`phone\n${phone(1)}`));
    const taken: string[] = [];
    const handler = importHandler(service.app);
    await workOff(service.app, {
      ...handler,
      run: async (jobs, context) => (taken.push(...jobs.map(({ id }) => id)), handler.run(jobs, context)),
    });
    expect(taken.slice(0, 2).sort()).toEqual([ids[0]!, other.id].sort());
    expect(taken.slice(2)).toEqual(ids.slice(1));
  });

  it("renews the lease with each chunk", async () => {
    const one = await queued();
    const lane = bench.lane();
    for (let step = 0; step < 4; step++) {
      await lane.run();
      // The last chunk may still be running; the chunk before it is stored.
      service.clock.advance(LEASE_MS.import / 2 - SECOND);
      expect(await bench.takes()).toBeNull();
    }
    while (await lane.run()) continue;
    await expectAll(one);
  });

  it("releases an import at once when its worker is stopped", async () => {
    const one = await queued();
    const worker = startWorker(service.app, importHandler(service.app));
    await until("rows are stored", 30, async () => (await one.read()).rows_processed > 0, 5);
    await worker.stop();
    const { rows_processed: processed, status } = await one.read();
    expect(processed).toBeGreaterThan(0);
    if (processed < rows) expect([status, await due()]).toEqual(["running", true]);
    await bench.work();
    await expectAll(one);
  });

  it("releases leases of an earlier process when a new process owns the database", async () => {
    const one = await queued();
    await crash({ after: 3 });
    await until("the import is done", 20, async () => {
      await endAllLeases(service.db, service.clock.now());
      await bench.work();
      return (await one.read()).status === "completed";
    });
    await expectAll(one);
  });

  it("retries failed statements with growing delays", async () => {
    const one = await queued();
    let failing = true;
    const db = withTransactions(service.db, (work) =>
      service.db.transaction(async (trx) => {
        const result = await work(trx);
        if (failing) throw Object.assign(new Error("no space left"), { code: "53100" });
        return result;
      }),
    );
    const runs = () => workOff(service.app, importHandler({ ...service.app, db }));
    await runs();
    expect(await one.read()).toMatchObject({ status: "running", rows_processed: 0, created: 0, rejected: 0 });
    service.clock.advance(SECOND - 1);
    expect(await due()).toBe(false);
    service.clock.advance(1);
    await runs();
    service.clock.advance(SECOND);
    expect(await due()).toBe(false);
    failing = false;
    service.clock.advance(SECOND);
    await runs();
    await expectAll(one);
  });

  it("starts on a wake-up", async () => {
    const handler = { ...importHandler(service.app), pollMs: 10 * MINUTE };
    const running = startWorker(service.app, handler);
    try {
      await running.idle();
      const one = await queued();
      expect(await hasActiveImport(service.db, account.accountId, one.listId)).toBe(true);
      await until("the import is done", 30, async () => (await one.read()).status === "completed", 20);
      await expectAll(one);
      expect(await hasActiveImport(service.db, account.accountId, one.listId)).toBe(false);
    } finally {
      await running.stop();
    }
  });
});
