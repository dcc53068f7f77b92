import { createHmac } from "node:crypto";
import { queueHold, queueRelease } from "../../src/cli/queue";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { type DeliverOptions, deliveryHandler } from "../../src/features/webhooks/deliver";
import { retryDelivery } from "../../src/features/webhooks/deliveries.store";
import { SHARED_CONCURRENCY } from "../../src/features/webhooks/endpoint-concurrency";
import { MAX_EVENTS } from "../../src/features/webhooks/event-types";
import { FAILING_LIMIT_MS, MAX_DELIVERY_ATTEMPTS } from "../../src/features/webhooks/retry-schedule";
import { rotateSecret } from "../../src/features/webhooks/endpoint-secrets.store";
import { deleteEndpoint, findEndpoint, updateEndpoint } from "../../src/features/webhooks/webhooks.store";
import { newSecret } from "../../src/features/webhooks/signature";
import { startWorker } from "../../src/queue/worker";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { isLockAwaited } from "../support/locks";
import { type Receiver, type ReceiverResponse, testReceivers } from "../support/receiver";
import { testService } from "../support/service";
import { withFailures } from "../support/transactions";
import { until } from "../support/until";
import { enqueue, enqueueUpdates, newEndpoint, newEvents, storedDeliveries } from "../support/webhooks";
import { deliverDue } from "../support/deliver";

/** Options without jitter. */
const exact: DeliverOptions = { random: () => 0.5 };

describe.each(databases)("webhook delivery on %s", (database) => {
  const service = testService(database);
  const newReceiver = testReceivers();
  const newAccount = async () => (await testAccount(service, { senders: false })).accountId;
  const setUp = async (...responses: ReceiverResponse[]) => {
    const target = await newReceiver(...responses);
    const endpoint = await newEndpoint(service.app, await newAccount(), target.url);
    const { accountId } = endpoint;
    return {
      accountId,
      target,
      endpoint,
      enqueue: (count = 1) => enqueue(service.app, accountId, count),
      deliveries: () => storedDeliveries(service.app, accountId),
      state: async () => {
        const now = await findEndpoint(service.db, accountId, endpoint.id);
        if (!now) throw new Error("the endpoint is gone");
        return now;
      },
    };
  };
  const hold = async () => {
    await queueHold(service);
    await service.app.hold.refresh();
  };
  const release = async (expire = false) => {
    await queueRelease(service, { expire });
    service.clock.advance(1);
    await service.app.hold.refresh();
  };
  const deliver = (options: DeliverOptions = {}) => deliverDue(service.app, { ...exact, ...options });

  afterEach(async () => {
    // The next test starts without pending deliveries.
    await service.db("webhook_deliveries").update({ status: "abandoned" });
    await service.db("jobs").where({ kind: "delivery" }).delete();
  });

  it("posts signed events and marks them delivered", async () => {
    const { target, endpoint, enqueue, deliveries } = await setUp();
    const ids = await enqueue(3);
    expect(await deliver()).toBe(true);
    expect(target.eventIds()).toEqual(ids);
    const [{ headers, body }] = target.requests as [Receiver["requests"][number]];
    const [, time, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-service-signature"])) ?? [];
    expect(Number(time)).toBe(Math.floor(service.clock.now() / 1000));
    const key = Buffer.from(endpoint.secret.slice("whsec_".length), "base64");
    expect(signature).toBe(createHmac("sha256", key).update(`${time}.`).update(body).digest("hex"));
    expect(headers["content-type"]).toBe("application/json");
    expect(await deliveries()).toMatchObject([
      {
        status: "delivered",
        attempt_count: 1,
        attempts: [[service.clock.now(), 204, null, expect.any(Number)]],
        lease: null,
      },
    ]);
    expect(await deliver()).toBe(false);
    expect(target.requests).toHaveLength(1);
  });

  it("delays deliveries that cannot be signed until the secret can be decrypted", async () => {
    const { target, endpoint, enqueue, deliveries } = await setUp();
    const other = await newEndpoint(service.app, await newAccount());
    const secretOf = async ({ id }: { id: string }) =>
      (await service.db("webhook_endpoints").where({ id }).pluck("secret"))[0] as string;
    const put = (secret: string) =>
      service.db("webhook_endpoints").where({ id: endpoint.id }).update({ secret });
    const own = await secretOf(endpoint);
    await enqueue();
    for (const wrong of [await secretOf(other), "whsec_readable"]) {
      await put(wrong);
      await deliver();
      expect(target.requests).toHaveLength(0);
      expect(await deliveries()).toMatchObject([{ status: "pending", attempt_count: 0, attempts: [] }]);
      service.clock.advance(MINUTE + SECOND);
    }
    await put(own);
    await deliver();
    expect(target.requests).toHaveLength(1);
  });

  it("signs with both secrets for a day after a rotation", async () => {
    const { target, endpoint, enqueue } = await setUp();
    const key = { accountId: endpoint.accountId, webhookId: endpoint.id };
    await rotateSecret(service.app, key, newSecret(), service.clock.now());
    for (const [wait, signatures] of [
      [0, 2],
      [DAY - 1, 2],
      [1, 1],
    ] as const) {
      service.clock.advance(wait);
      await enqueue();
      await deliver();
      expect(String(target.requests.at(-1)?.headers["x-service-signature"]).split(",v1=")).toHaveLength(
        signatures + 1,
      );
    }
  });

  it("delivers thousands of events once each, a hundred in each request", async () => {
    const { target, enqueue, deliveries } = await setUp();
    const ids = await enqueue(2_050);
    await deliver();
    expect(target.requests).toHaveLength(21);
    expect([...target.eventIds()].sort()).toEqual([...ids].sort());
    expect((await deliveries()).every(({ status }) => status === "delivered")).toBe(true);
  });

  it("joins a backlog of single events into full requests", async () => {
    const { target, accountId, deliveries } = await setUp();
    const ids: string[] = [];
    await service.db.transaction(async (trx) => {
      for (const event of newEvents(service.app, 650)) {
        await enqueueUpdates(service.app, trx, accountId, () => [event]);
        ids.push(event.id);
      }
    });
    await deliver();

    expect([...target.eventIds()].sort()).toEqual([...ids].sort());
    expect(target.requests).toHaveLength(7);
    expect(await deliveries()).toHaveLength(7);
  });

  // On SQLite, a join waits for the only writer.
  if (database === "PostgreSQL") {
    it("keeps a number erased that is erased while its events join another request", async () => {
      const { target, accountId, enqueue } = await setUp();
      await enqueue();
      await enqueue();
      const number = newEvents(service.app, 1)[0]?.data.to ?? "";
      const joining = await service.db.transaction(async (trx) => {
        const events = trx.raw("replace(events, ?, 'erased')", [number]);
        await trx("webhook_payloads").where({ account_id: accountId }).update({ events });
        const joining = deliver();
        await until("the join waits", 10, () => isLockAwaited(service.db));
        return [joining];
      });
      await joining[0];
      const bodies = target.requests.map(({ body }) => String(body)).join();
      expect(bodies).toContain("erased");
      expect(bodies).not.toContain(number);
    });
  }

  it("delivers events to each endpoint of an account, with the same ids", async () => {
    const { accountId, target, enqueue } = await setUp();
    const other = await newReceiver();
    await newEndpoint(service.app, accountId, other.url);
    const ids = await enqueue(2);
    await deliver();
    expect(target.eventIds()).toEqual(ids);
    expect(other.eventIds()).toEqual(ids);
  });

  describe("failed attempts", () => {
    it("retries after 5 s, 1 min, 10 min and 1 h, then abandons the delivery", async () => {
      const { target, enqueue, deliveries } = await setUp(500);
      const ids = await enqueue(2);
      const start = service.clock.now();
      let waited = 0;
      await deliver();
      for (const pause of [5 * SECOND, MINUTE, 10 * MINUTE, HOUR]) {
        expect(await deliveries()).toMatchObject([{ status: "pending", due_at: start + waited + pause }]);
        service.clock.advance(pause - 1);
        expect(await deliver()).toBe(false);
        service.clock.advance(1);
        waited += pause;
        expect(await deliver()).toBe(true);
      }
      const [delivery] = await deliveries();
      expect(delivery).toMatchObject({ status: "abandoned", attempt_count: 5 });
      expect(delivery?.attempts.map(([at, status]) => [at - start, status])).toEqual([
        [0, 500],
        [5_000, 500],
        [65_000, 500],
        [665_000, 500],
        [4_265_000, 500],
      ]);
      expect(target.requests.map(({ events }) => events.map(({ id }) => id))).toEqual(Array(5).fill(ids));
      service.clock.advance(DAY);
      expect(await deliver()).toBe(false);
    });

    it.each([
      [1, 500, 0],
      [5, 500, 0],
      [5, 204, 0],
      [1, 500, 10],
    ])(
      "makes five more after a request retries the delivery during attempt %i, which gets %i, with a clock %i s ahead",
      async (last, status, ahead) => {
        const retried: ReceiverResponse = (response) =>
          void deliveries()
            .then(([one]) =>
              retryDelivery(service.db, key, one?.id ?? "", service.clock.now() + ahead * SECOND),
            )
            .then(() => response.writeHead(status).end());
        const earlier = Array.from({ length: last - 1 }, () => 500);
        const { accountId, endpoint, target, enqueue, deliveries } = await setUp(...earlier, retried, 500);
        const key = { accountId, webhookId: endpoint.id };
        await enqueue();
        for (let hour = 0; hour < 10; hour++) {
          await deliver();
          service.clock.advance(HOUR);
        }
        expect(target.requests).toHaveLength(last + 5);
        const [delivery] = await deliveries();
        expect(delivery).toMatchObject({ status: "abandoned", attempt_count: last + 5, due_at: null });
      },
    );

    it("marks the endpoint healthy after a successful retry", async () => {
      const { target, enqueue, deliveries, state } = await setUp(500, 204);
      await enqueue();
      await deliver();
      expect((await state()).failingSince).toBe(service.clock.now());
      service.clock.advance(5 * SECOND);
      await deliver();
      expect(target.requests).toHaveLength(2);
      const [delivery] = await deliveries();
      expect(delivery).toMatchObject({ status: "delivered", attempt_count: 2 });
      expect(delivery?.attempts.map(([, status]) => status)).toEqual([500, 204]);
      expect(await state()).toMatchObject({ failingSince: null, status: "enabled" });
    });

    it("records why there was no response", async () => {
      const silent = await setUp(() => undefined);
      await silent.enqueue();
      await deliver({ timeoutMs: 1_500 });
      const refusing = await setUp();
      await refusing.target.close();
      await refusing.enqueue();
      await deliver();
      for (const [{ deliveries }, error] of [
        [silent, "No response within 1.5 seconds."],
        [refusing, "The connection was refused."],
      ] as const) {
        expect(await deliveries()).toMatchObject([
          { attempts: [[expect.any(Number), null, error, expect.any(Number)]] },
        ]);
      }
    });

    it("waits as long as Retry-After says, up to a day", async () => {
      const { target, enqueue, deliveries } = await setUp({ status: 503, headers: { "Retry-After": "600" } });
      await enqueue();
      await deliver();
      expect(await deliveries()).toMatchObject([{ due_at: service.clock.now() + 10 * MINUTE }]);
      target.respondsWith({ status: 503, headers: { "Retry-After": "1" } });
      service.clock.advance(10 * MINUTE);
      await deliver();
      expect(await deliveries()).toMatchObject([{ due_at: service.clock.now() + MINUTE }]);
      target.respondsWith({ status: 503, headers: { "Retry-After": "999999999" } });
      service.clock.advance(MINUTE);
      await deliver();
      expect(await deliveries()).toMatchObject([{ due_at: service.clock.now() + DAY }]);
    });

    it("does not follow redirects", async () => {
      const elsewhere = await newReceiver();
      const { enqueue, deliveries } = await setUp({ status: 307, headers: { Location: elsewhere.url } });
      await enqueue();
      await deliver();
      expect(elsewhere.requests).toHaveLength(0);
      expect(await deliveries()).toMatchObject([
        { status: "pending", attempts: [[expect.any(Number), 307, null, expect.any(Number)]] },
      ]);
    });

    it("sends one request at a time until one succeeds", async () => {
      let open = 0;
      let max = 0;
      const { target, enqueue, deliveries } = await setUp((response) => {
        max = Math.max(max, ++open);
        setImmediate(() => {
          open -= 1;
          response.writeHead(target.requests.length < 4 ? 500 : 204).end();
        });
      });
      await service.db("webhook_endpoints").update({ failing_since: service.clock.now() });
      await enqueue(600);
      await deliver();
      expect(max).toBeLessThanOrEqual(2);
      const statuses = (await deliveries()).map(({ status }) => status);
      expect(statuses).toEqual(["pending", "pending", "pending", "delivered", "delivered", "delivered"]);
    });
  });

  describe("an endpoint", () => {
    it("is disabled by a 410, and gets its events once it is enabled again", async () => {
      const { target, accountId, endpoint, enqueue, deliveries, state } = await setUp(410, 204);
      const ids = await enqueue();
      await deliver();
      expect(await state()).toMatchObject({ status: "disabled", disabledReason: "gone" });
      expect(await deliveries()).toMatchObject([{ status: "pending", attempt_count: 1 }]);
      await enqueue();
      expect(await deliveries()).toHaveLength(1);
      service.clock.advance(HOUR);
      expect(await deliver()).toBe(false);
      await updateEndpoint(service.db, accountId, endpoint.id, { status: "enabled" }, service.clock.now());
      expect(await state()).toMatchObject({ status: "enabled", disabledReason: null, failingSince: null });
      expect(await deliver()).toBe(true);
      expect(target.requests.map(({ events }) => events.map(({ id }) => id))).toEqual([ids, ids]);
    });

    it("is not disabled by a delivery that is abandoned after a long hold of the queue", async () => {
      const { enqueue, state, target } = await setUp(500);
      const start = service.clock.now();
      await enqueue();
      await deliver();
      await hold();
      service.clock.advance(FAILING_LIMIT_MS);
      await release();
      for (let attempt = 2; attempt <= MAX_DELIVERY_ATTEMPTS; attempt++) {
        await deliver();
        service.clock.advance(2 * HOUR);
      }
      expect(target.requests).toHaveLength(MAX_DELIVERY_ATTEMPTS);
      expect(await state()).toMatchObject({ status: "enabled", failingSince: start });
    });

    it("is disabled by a delivery that is abandoned after five days without a success", async () => {
      const { target, enqueue, state } = await setUp(500);
      const start = service.clock.now();
      for (const from of [start, start + FAILING_LIMIT_MS]) {
        service.clock.set(from);
        await enqueue();
        for (let attempt = 1; attempt <= MAX_DELIVERY_ATTEMPTS; attempt++) {
          expect(await state()).toMatchObject({ status: "enabled" });
          await deliver();
          service.clock.advance(2 * HOUR);
        }
      }
      expect(await state()).toMatchObject({ status: "disabled", disabledReason: "failing" });
      expect(target.requests).toHaveLength(2 * MAX_DELIVERY_ATTEMPTS);
    });

    it("is not disabled by a last attempt whose lease was lost", async () => {
      const { target, enqueue, state, deliveries } = await setUp(500);
      const start = service.clock.now();
      await enqueue();
      for (let attempt = 1; attempt < MAX_DELIVERY_ATTEMPTS; attempt++) {
        await deliver();
        service.clock.advance(2 * HOUR);
      }
      service.clock.set(start + FAILING_LIMIT_MS);
      target.respondsWith((response) => {
        const lease = service.app.ids.next();
        const respond = () => void response.writeHead(500).end();
        void service.db("jobs").where({ kind: "delivery" }).update({ lease }).then(respond);
      });
      await deliver();
      expect(await deliveries()).toMatchObject([
        { status: "pending", attempt_count: MAX_DELIVERY_ATTEMPTS - 1 },
      ]);
      expect(await state()).toMatchObject({ status: "enabled", failingSince: start });
    });
  });

  it("abandons leased deliveries when the queue is held and released with --expire", async () => {
    const { target, enqueue, deliveries } = await setUp((response) => {
      void (async () => {
        if (target.requests.length === 1) {
          // The process reads the hold only after the release.
          await queueHold(service);
          await release(true);
        }
        response.writeHead(204).end();
      })();
    });
    for (let count = 0; count < 60; count += 1) await enqueue(MAX_EVENTS);
    await deliver();
    const sent = target.requests.length;
    expect(sent).toBeLessThan(60);
    const statuses = (await deliveries()).map(({ status }) => status);
    expect(statuses.filter((status) => status === "abandoned")).toHaveLength(60 - sent);
  });

  it("delivers an ended delivery that is retried", async () => {
    const { accountId, endpoint, target, enqueue, deliveries } = await setUp();
    await enqueue();
    await hold();
    await release(true);
    const [delivery] = await deliveries();
    const key = { accountId, webhookId: endpoint.id };
    await retryDelivery(service.db, key, delivery?.id ?? "", service.clock.now());
    await deliver();
    expect(target.requests).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: "delivered" }]);
  });

  it.each([
    [
      "deleted",
      (accountId: string, id: string, now: number) => deleteEndpoint(service.db, accountId, id, now),
    ],
    [
      "disabled",
      (accountId: string, id: string, now: number) =>
        updateEndpoint(service.db, accountId, id, { status: "disabled" }, now),
    ],
  ])("stops at once when the endpoint is %s, however many deliveries are leased", async (_, change) => {
    const { target, accountId, endpoint, enqueue, deliveries } = await setUp();
    await enqueue(10_000);
    let changed = false;
    let late = 0;
    target.respondsWith((response) => {
      if (changed) late += 1;
      const respond = () => void response.writeHead(204).end();
      if (target.requests.length !== 20) return respond();
      void change(accountId, endpoint.id, service.clock.now()).then(() => {
        changed = true;
        respond();
      });
    });
    await deliver();
    // Sixteen requests may be in flight, including the one that is answered.
    expect(late).toBeLessThanOrEqual(15);
    expect(target.requests.length).toBeLessThanOrEqual(50);
    const left = (await deliveries()).filter(({ status }) => status === "pending");
    expect(left).toHaveLength(100 - target.requests.length);
    expect(left.every(({ lease }) => lease === null)).toBe(true);
  });

  it("posts leased deliveries to the endpoint's current URL", async () => {
    const { target, accountId, endpoint, enqueue } = await setUp();
    const next = await newReceiver();
    await enqueue(10_000);
    target.respondsWith((response) => {
      const respond = () => void response.writeHead(204).end();
      if (target.requests.length !== 20) return respond();
      void updateEndpoint(service.db, accountId, endpoint.id, { url: next.url }, service.clock.now()).then(
        respond,
      );
    });
    await deliver();
    expect(target.requests.length).toBeLessThanOrEqual(50);
    expect(target.requests.length + next.requests.length).toBe(100);
  });

  describe("a worker", () => {
    const start = (options: DeliverOptions = {}) =>
      startWorker(service.app, deliveryHandler(service.app, { ...exact, ...options }));
    const wake = () => service.app.wakeups.wake("delivery");
    const until = async (holds: () => Promise<boolean>) => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
    };

    it("delivers to other receivers while one is silent and another is unreachable", async () => {
      const silent = await setUp(() => undefined);
      const dead = await setUp();
      await dead.target.close();
      const well = await setUp();
      for (const one of [silent, dead, well]) await one.enqueue(2_000);
      const running = start({ timeoutMs: 60_000 });
      wake();
      await well.target.received(20);
      await silent.target.received(16);
      await until(async () => (await well.deliveries()).every(({ status }) => status === "delivered"));
      const more = await well.enqueue(100);
      wake();
      await well.target.received(21);
      expect(well.target.requests.at(-1)?.events.map(({ id }) => id)).toEqual(more);
      expect(silent.target.requests).toHaveLength(16);
      await silent.target.close();
      await running.stop();
    });

    it("delivers to an endpoint while many others hang", async () => {
      const silent = await newReceiver(() => undefined);
      for (let index = 0; index < 20; index++) {
        const { accountId } = await newEndpoint(service.app, await newAccount(), silent.url);
        await enqueue(service.app, accountId, 1_600);
      }
      const running = start({ timeoutMs: 60_000 });
      wake();
      // Sixteen for each endpoint would be 320: the endpoints share the worker's limit.
      await silent.received(30);
      const well = await setUp();
      await well.enqueue(1_000);
      wake();
      await well.target.received(10);
      await until(async () => (await well.deliveries()).every(({ status }) => status === "delivered"));
      expect(silent.requests.length).toBeLessThanOrEqual(SHARED_CONCURRENCY);
      await silent.close();
      await running.stop();
    });

    it("delivers each event once when several workers share an endpoint", async () => {
      const { target, enqueue, deliveries } = await setUp();
      const ids: string[] = [];
      for (let index = 0; index < 60; index++) ids.push(...(await enqueue(index % 2 === 0 ? 100 : 7)));
      const workers = [start(), start(), start()];
      await until(async () => (await deliveries()).every(({ status }) => status === "delivered"));
      await Promise.all(workers.map((worker) => worker.stop()));
      expect([...target.eventIds()].sort()).toEqual(ids.sort());
      expect(await service.db("jobs").where({ kind: "delivery" })).toEqual([]);
    });

    it("ends jobs whose deliveries were deleted", async () => {
      const { target, accountId, enqueue } = await setUp();
      await enqueue(300);
      await service.db("webhook_deliveries").where({ account_id: accountId }).delete();
      await deliver();
      expect(target.requests).toHaveLength(0);
      expect(await service.db("jobs").where({ account_id: accountId })).toEqual([]);
    });

    it("sends events that are queued before a wake-up in one request", async () => {
      const { target, enqueue } = await setUp();
      const running = start();
      await running.idle();
      const ids = [...(await enqueue(1)), ...(await enqueue(2))];
      wake();
      await target.received(1);
      await running.stop();
      expect(target.requests.map(({ events }) => events.map(({ id }) => id))).toEqual([ids]);
    });

    it("finds due deliveries without a wake-up", async () => {
      const { target, enqueue, deliveries } = await setUp(500, 204);
      const running = start();
      await enqueue(100);
      await until(async () => (await deliveries()).every(({ attempts }) => attempts.length === 1));
      service.clock.advance(5 * SECOND);
      await target.received(2);
      await running.stop();
      expect(await deliveries()).toMatchObject([{ status: "delivered", attempt_count: 2 }]);
    });

    it("waits for requests in flight when it is stopped, and releases the rest", async () => {
      let respond: (done: () => void) => void = () => undefined;
      const { target, enqueue, deliveries } = await setUp();
      await enqueue(3_000);
      const worker = start({ timeoutMs: 60_000 });
      target.respondsWith(204, (response) => {
        respond = (done) => void response.writeHead(204).end(done);
      });
      await target.received(17);
      let stopped = false;
      const stopping = worker.stop().then(() => (stopped = true));
      await new Promise((resolve) => setImmediate(resolve));
      expect(stopped).toBe(false);
      await new Promise<void>((done) => respond(done));
      await target.close();
      await stopping;
      const stored = await deliveries();
      expect(stored.every(({ lease }) => lease === null)).toBe(true);
      const attempted = stored.filter(({ attempts }) => attempts.length > 0);
      expect(attempted).toHaveLength(17);
      expect(attempted.filter(({ status }) => status === "delivered")).toHaveLength(2);
      expect(target.requests).toHaveLength(17);
    });

    it("resends what a crashed worker had leased", async () => {
      const { target, enqueue, deliveries } = await setUp();
      const ids = await enqueue(100);
      const [stored] = await deliveries();
      const leasedUntil = service.clock.now() + MINUTE;
      await service
        .db("jobs")
        .where({ id: stored?.id })
        .update({ lease: stored?.id, leases: 1, due_at: leasedUntil });
      expect(await deliver()).toBe(false);
      service.clock.advance(MINUTE);
      expect(await deliver()).toBe(true);
      expect(target.eventIds()).toEqual(ids);
    });

    it("stores outcomes when the database is available again", async () => {
      const { target, enqueue, deliveries } = await setUp();
      await enqueue(100);
      let failures = 1;
      const flaky = withFailures(service.db, () => target.requests.length > 0 && failures-- > 0);
      expect(await deliverDue({ ...service.app, db: flaky }, exact)).toBe(true);
      expect(failures).toBeLessThan(1);
      expect(await deliveries()).toMatchObject([{ status: "delivered", attempt_count: 1 }]);
      expect(target.requests).toHaveLength(1);
    });
  });
});
