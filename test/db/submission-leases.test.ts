import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import type { LeasedBatch } from "../../src/features/dispatch/leased-batch";
import { LeasedJobs } from "../../src/features/dispatch/leased-jobs";
import { defaultSender } from "../../src/features/senders/senders.store";
import { SECOND } from "../../src/platform/time";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { leaseJobs } from "../../src/queue/leases.store";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";
import { withRaw, withTransactions } from "../support/transactions";
import { until } from "../support/until";

const DEADLINE_MS = 35 * SECOND;

describe.each(databases)("the lease of a submission on %s", (database) => {
  const { carrier, submitted, behaves } = scriptedCarrier({ idempotent: false, deadlineMs: DEADLINE_MS });
  const service = testService(database, { override: () => ({ carriers: new Map([["sandbox", carrier]]) }) });
  const exchange = new Exchange(service);
  const send = () => exchange.send({ text: "x" }, "+5511987650010");
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const dueAt = async () => ((await service.db("jobs").first("due_at")) as { due_at: number }).due_at;
  const statusOf = async (id = "") =>
    ((await service.db("messages").where({ id }).first("status")) as { status: string }).status;

  /** Starts a dispatcher that stops `before` or `after` its next record of an intent, until `proceed`. */
  const stopped = async (when: "before" | "after") => {
    let proceed = () => {};
    let isStopped = false;
    const proceeded = new Promise<void>((resolve) => (proceed = resolve));
    const stop = () => {
      isStopped = true;
      return proceeded;
    };
    const recordSlowly = async (record: () => Promise<unknown>): Promise<unknown> => {
      if (when === "before") await stop();
      const result = await record();
      if (when === "after") await stop();
      return result;
    };
    const db = withRaw(service.db, (sql, run) =>
      sql.startsWith("insert into unconfirmed_submissions") ? recordSlowly(run) : run(),
    );
    const ended = createDispatcher({ ...service.app, db }).workOff();
    await until("the dispatcher has stopped", 10, async () => isStopped, 5);
    return async () => {
      proceed();
      await ended;
    };
  };

  beforeEach(async () => {
    behaves(acceptAll);
    await service.dispatcher.workOff();
    await service.db("jobs").del();
    service.clock.advance(SECOND);
    submitted.length = 0;
  });

  it.each(["before", "after"] as const)(
    "prevents the submission if another process has leased the job %s the record of the intent",
    async (when) => {
      const [id] = await send();
      const proceed = await stopped(when);
      service.clock.advance(LEASE_MS.submission);
      await createDispatcher(service.app).workOff();
      expect(await statusOf(id)).toBe("sent");
      await proceed();
      expect(submitted.map(({ messageId }) => messageId)).toEqual([id]);
      expect(await service.db("unconfirmed_submissions")).toEqual([]);
    },
  );

  it("lasts as long as the carrier's deadline when the submission begins", async () => {
    const [id] = await send();
    let left = 0;
    behaves(async (messages) => {
      left = (await dueAt()) - service.clock.now();
      return acceptAll(messages);
    });
    const proceed = await stopped("before");
    service.clock.advance(LEASE_MS.submission - SECOND);
    await proceed();
    expect(await statusOf(id)).toBe("sent");
    expect(left).toBeGreaterThanOrEqual(DEADLINE_MS);
  });

  it("permits the write of the outcome after its end if no other process has leased the job", async () => {
    const [id] = await send();
    let respond = () => {};
    behaves((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    const slow = createDispatcher(service.app).workOff();
    while (submitted.length === 0) await turn();
    service.clock.advance(2 * LEASE_MS.submission);
    respond();
    await slow;
    expect(await statusOf(id)).toBe("sent");
    expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
  });

  it("is renewed for its full length from the time at which a connection is free", async () => {
    await send();
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const request = { accountId: service.accountId, key: sender?.id ?? "", weight: 1 };
    const options = { now: service.clock.now(), leaseMs: LEASE_MS.submission };
    const [leased] = await leaseJobs(service.db, "submission", [request], options);
    const busy = withTransactions(service.db, (work) => {
      service.clock.advance(20 * SECOND);
      return service.db.transaction(work);
    });
    const jobs = new LeasedJobs({ ...service.app, db: busy });
    const batch = { job: leased } as LeasedBatch;
    jobs.add(batch, null);
    service.clock.advance(LEASE_MS.submission - SECOND);
    await jobs.keepFor([batch], DEADLINE_MS);
    expect(await dueAt()).toBe(service.clock.now() + LEASE_MS.submission);
    expect(jobs.holds(batch)).toBe(true);
  });
});
