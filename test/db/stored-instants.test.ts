import { insertSender } from "../../src/features/senders/senders.store";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { leaseJobs } from "../../src/queue/leases.store";
import { findResponse, IDEMPOTENCY_RETENTION } from "../../src/features/messages/idempotency.store";
import { boundStoredInstants } from "../../src/features/retention/stored-instants.jobs";
import { DAY, HOUR, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { rotateSecret } from "../../src/features/webhooks/endpoint-secrets.store";
import { findEndpoint } from "../../src/features/webhooks/webhooks.store";
import { targetsOf } from "../../src/features/webhooks/endpoint-records.store";
import { type Account, testAccount } from "../support/accounts";
import { scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { importBench } from "../support/imports";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import { times } from "../support/times";
import { enqueue, newEndpoint, storedDeliveries } from "../support/webhooks";
import { deliverDue } from "../support/deliver";
import { withTransactions } from "../support/transactions";

describe.each(databases)("instants stored by a clock that was ahead, on %s", (database) => {
  const scripted = scriptedCarrier({ batchSize: 10 });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  let account: Account;
  beforeEach(async () => {
    account = await testAccount(service);
    scripted.submitted.length = 0;
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
  });
  afterEach(() => service.db("jobs").where({ kind: "delivery" }).delete());

  /** Does the work while the clock is ahead, and corrects the clock two seconds later. */
  async function whileAhead<T>(ahead: number, work: () => Promise<T>): Promise<T> {
    const present = service.clock.now();
    service.clock.set(present + ahead);
    try {
      return await work();
    } finally {
      service.clock.set(present + 2 * SECOND);
    }
  }
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await boundStoredInstants(service.app);
      await service.drain();
      service.clock.advance(SECOND);
    }
  }
  async function slowSender(maxPerSecond: number): Promise<string> {
    const id = service.app.ids.next();
    const { accountId } = account;
    const common = { id, accountId, channel: "sms", address: "27001", carrier: "sandbox" } as const;
    await insertSender(service.db, {
      ...common,
      maxPerSecond,
      isDefault: true,
      createdAt: service.clock.now(),
    });
    return id;
  }
  const send = (count: number): Promise<string[]> =>
    account.exchange.send(
      { text: "x" },
      times(count, (index) => `+55119876500${10 + index}`),
    );

  it.each([
    ["an hour", HOUR],
    ["a day", DAY],
    ["a year", 365 * DAY],
  ])("sends every message within the sender's rate limit after the clock was %s ahead", async (_, ahead) => {
    await slowSender(3);
    await send(3);
    await service.drain();
    await whileAhead(ahead, async () => {
      await send(7);
      await service.drain();
    });
    await send(5);
    await pass(1);
    // The rate limiter restarts from the present: what the clock let through, and one second's worth.
    expect(scripted.submitted.length).toBeLessThanOrEqual(3 + 3 + 3);
    await pass(6);
    expect(scripted.submitted.length).toBe(15);
    expect(new Set(scripted.submitted.map(({ messageId }) => messageId)).size).toBe(15);
  });

  it("retries messages that a carrier did not accept within ten minutes", async () => {
    scripted.behaves(async (messages) =>
      messages.map(() => ({
        type: "retry",
        error: { code: "carrier_unreachable", message: "away", carrierCode: null },
      })),
    );
    await whileAhead(HOUR, async () => {
      await send(2);
      await service.drain();
    });
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    scripted.submitted.length = 0;
    await pass(1);
    expect(scripted.submitted).toHaveLength(2);
  });

  it("releases a job of a crashed worker after the length of a lease", async () => {
    const sender = await slowSender(100);
    await whileAhead(DAY, async () => {
      await send(2);
      const request = { accountId: account.accountId, key: sender, weight: 1 };
      const lease = { now: service.clock.now(), leaseMs: LEASE_MS.submission };
      expect(await leaseJobs(service.db, "submission", [request], lease)).toHaveLength(1);
    });
    await pass(1);
    expect(scripted.submitted).toHaveLength(0);
    service.clock.advance(LEASE_MS.submission);
    await pass(1);
    expect(scripted.submitted).toHaveLength(2);
  });

  it("keeps the length of a lease that is stored while it waits for the database", async () => {
    const sender = await slowSender(100);
    await send(1);
    const request = { accountId: account.accountId, key: sender, weight: 1 };
    let dueAt = 0;
    const slow = withTransactions(service.db, async (work) => {
      service.clock.advance(7 * SECOND);
      const lease = { now: service.clock.now(), leaseMs: LEASE_MS.submission };
      const [job] = await leaseJobs(service.db, "submission", [request], lease);
      dueAt = job?.dueAt ?? dueAt;
      return service.db.transaction(work);
    });
    await boundStoredInstants({ ...service.app, db: slow });
    expect(await service.db("jobs").where({ key: sender }).pluck("due_at")).toEqual([dueAt]);
  });

  it("leaves instants within their limits unchanged", async () => {
    scripted.behaves(async (messages) =>
      messages.map(() => ({
        type: "retry",
        error: { code: "carrier_unreachable", message: "away", carrierCode: null },
      })),
    );
    const { campaigns } = account;
    await campaigns.does("stop", await campaigns.launched({ list: await campaigns.list(3) }));
    await send(2);
    await service.drain();
    const failing = await receiver({ status: 503, headers: { "Retry-After": "86400" } });
    await newEndpoint(service.app, account.accountId, failing.url);
    await enqueue(service.app, account.accountId, 1);
    await deliverDue(service.app);
    const stored = async () => [
      await service.db("jobs").where({ account_id: account.accountId }).orderBy("id"),
      await storedDeliveries(service.app, account.accountId),
    ];
    const before = await stored();
    await boundStoredInstants(service.app);
    expect(await stored()).toEqual(before);
    await failing.close();
  });

  it.each([
    ["an hour", HOUR],
    ["a day", DAY],
  ])("limits requests for a minute at most after the clock was %s ahead", async (_, ahead) => {
    account = await testAccount(service, { rateLimit: 2 });
    await whileAhead(ahead, async () => {
      for (let request = 0; request < 3; request++) await account.request.get("/v3/senders");
    });
    await account.request.get("/v3/senders").expect(200);
    await account.request.get("/v3/senders").expect(200);
    const refused = await account.request.get("/v3/senders").expect(429);
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeLessThanOrEqual(60);
    expect((refused.body as { error: { message: string } }).error.message).toBe(
      `More than 2 requests in this minute; retry in ${wait} s`,
    );
    service.clock.advance(wait * SECOND);
    await account.request.get("/v3/senders").expect(200);
  });

  it("delivers webhooks, and a crashed worker's webhooks after the length of a lease", async () => {
    const target = await receiver();
    const endpoint = await newEndpoint(service.app, account.accountId, target.url);
    const request = { accountId: account.accountId, key: endpoint.id, weight: 1 };
    const [held, queued] = await whileAhead(DAY, async () => {
      const first = await enqueue(service.app, account.accountId, 1);
      const lease = { now: service.clock.now(), leaseMs: MINUTE };
      expect(await leaseJobs(service.db, "delivery", [request], lease)).toHaveLength(1);
      return [first, await enqueue(service.app, account.accountId, 1)];
    });
    await boundStoredInstants(service.app);
    await deliverDue(service.app);
    expect(target.eventIds()).toEqual(queued);
    service.clock.advance(MINUTE);
    await deliverDue(service.app);
    expect(target.eventIds()).toEqual([...queued, ...held]);
    await target.close();
  });

  it("bounds an endpoint's failing time and its replaced secrets", async () => {
    const dead = await receiver(500);
    const endpoint = await newEndpoint(service.app, account.accountId, dead.url);
    const key = { accountId: account.accountId, webhookId: endpoint.id };
    await whileAhead(365 * DAY, async () => {
      await enqueue(service.app, account.accountId, 1);
      await deliverDue(service.app);
      for (const secret of ["whsec_second", "whsec_third"])
        await rotateSecret(service.app, key, secret, service.clock.now());
    });
    await boundStoredInstants(service.app);
    const now = service.clock.now();
    const stored = await findEndpoint(service.db, account.accountId, endpoint.id);
    expect(stored?.failingSince).toBe(now);
    expect(stored?.lastAttempt?.[0]).toBe(now);
    const secretsAt = async (at: number) => (await targetsOf(service.db, [key], at))[0]?.secrets;
    expect(await secretsAt(now + DAY - 1)).toHaveLength(3);
    expect(await secretsAt(now + DAY)).toHaveLength(1);
    await dead.close();
  });

  it("runs imports, and one of a crashed worker after the length of a lease", async () => {
    const bench = importBench(service, () => account);
    const [left, waiting] = await whileAhead(DAY, async () => {
      const imports: { listId: string; id: string }[] = [];
      for (const name of ["Ana", "Rui"]) {
        const listId = await bench.list();
        imports.push({
          listId,
          id: (await bench.start(listId, await bench.upload(`phone,name\n,${name}`))).id,
        });
        if (imports.length === 1) await bench.takes();
      }
      return imports as [{ listId: string; id: string }, { listId: string; id: string }];
    });
    await boundStoredInstants(service.app);
    await bench.work();
    expect((await bench.read(waiting.listId, waiting.id)).status).toBe("completed");
    expect((await bench.read(left.listId, left.id)).status).toBe("running");
    service.clock.advance(15 * SECOND);
    await bench.work();
    expect((await bench.read(left.listId, left.id)).status).toBe("completed");
  });

  it("sends follow-ups, also when the carrier's clock is ahead", async () => {
    const { exchange } = account;
    const fallback = await exchange.template({ text: "again" });
    const rules = [{ on: ["undelivered" as const], after_seconds: 60, template_id: fallback }];
    const template = await exchange.template({ rules });
    await whileAhead(30 * DAY, async () => {
      await exchange.send({ template }, "+5511987651234");
      await service.drain();
      await scripted.report([...scripted.submitted], "undelivered");
    });
    await pass(1);
    expect(scripted.submitted).toHaveLength(2);

    await exchange.send({ template }, "+5511987651235");
    await service.drain();
    const [, , message] = scripted.submitted;
    await scripted.report([message!], "undelivered", service.clock.now() + DAY);
    service.clock.advance(MINUTE);
    await service.drain();
    expect(scripted.submitted).toHaveLength(4);
  });

  it("keeps an idempotency key for a day from now", async () => {
    const body = {
      channel: "sms",
      content: { type: "text", text: "x" },
      recipients: [{ to: "11987654321" }],
    };
    const sent = await whileAhead(365 * DAY, () =>
      account.request.post("/v3/messages").set("Idempotency-Key", "k").send(body).expect(202),
    );
    await boundStoredInstants(service.app);
    const again = await account.request
      .post("/v3/messages")
      .set("Idempotency-Key", "k")
      .send(body)
      .expect(202);
    expect(again.body).toEqual(sent.body);
    const end = service.clock.now() + IDEMPOTENCY_RETENTION;
    expect(await findResponse(service.db, account.accountId, "k", end - 1)).not.toBeNull();
    expect(await findResponse(service.db, account.accountId, "k", end)).toBeNull();
  });

  it("bounds the wait of a scheduled campaign for an import", async () => {
    const { campaigns } = account;
    const list = await campaigns.list(1);
    const id = await campaigns.draft({ list });
    const at = { scheduled_at: toTimestamp(service.clock.now() + SECOND) };
    await campaigns.does("schedule", id, at);
    await campaigns.beginImport(list);
    await whileAhead(HOUR, () => service.drain());
    await service.drain();
    service.clock.advance(30 * MINUTE - 1);
    await service.drain();
    expect((await campaigns.read(id)).status).toBe("scheduled");
    service.clock.advance(1);
    await service.drain();
    expect(await campaigns.read(id)).toMatchObject({ status: "error", error: { code: "import_timeout" } });
  });

  it("corrects the last use of a key at its next use", async () => {
    await whileAhead(DAY, () => account.request.get("/v3/senders").expect(200));
    await account.request.get("/v3/senders").expect(200);
    const { body } = await account.request.get("/v3/api-keys").expect(200);
    expect(body.data).toMatchObject([{ last_used_at: toTimestamp(service.clock.now()) }]);
  });
});
