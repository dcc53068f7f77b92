import { instantOf } from "../../src/platform/ids";
import { MINUTE, SECOND } from "../../src/platform/time";
import { leaseJobs, releaseJobs } from "../../src/queue/leases.store";
import { readyKeys } from "../../src/queue/ready-keys.store";
import { endAllLeases } from "../../src/queue/maintenance.store";
import { retryDelivery } from "../../src/features/webhooks/deliveries.store";
import { deliveryHandler } from "../../src/features/webhooks/deliver";
import type { Request } from "../../src/features/webhooks/delivery-requests";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { settlements } from "../../src/features/webhooks/delivery-settlement";
import { type DeliveryPayload, deliveryKey } from "../../src/features/webhooks/delivery-job";
import { enqueueSingle } from "../../src/features/webhooks/outbox";
import { eventIdsOf, payloadsOf } from "../../src/features/webhooks/payloads.store";
import { targetsOf } from "../../src/features/webhooks/endpoint-records.store";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { isLockAwaited } from "../support/locks";
import { testService } from "../support/service";
import { until } from "../support/until";
import {
  enqueue,
  enqueueUpdates,
  joinedRequests,
  newEndpoint,
  newEvents,
  storedDeliveries,
} from "../support/webhooks";

describe.each(databases)("the webhook outbox on %s", (database) => {
  const service = testService(database);
  const newAccount = async () => (await testAccount(service, { senders: false })).accountId;

  const keyOf = ({ accountId, id }: { accountId: string; id: string }) =>
    deliveryKey({ accountId, webhookId: id });
  /** Leases up to `limit` requests for an endpoint, as a worker does. */
  const leaseOf = async (endpoint: { accountId: string; id: string }, limit: number): Promise<Request[]> => {
    const handler = deliveryHandler(service.app);
    const requests = (await handler.leaseRequests?.([keyOf(endpoint)])) ?? [];
    const leased = await leaseJobs<DeliveryPayload>(
      service.db,
      "delivery",
      requests.map((request) => ({ ...request, weight: Math.min(request.weight, 100 * limit) })),
      { now: service.clock.now(), leaseMs: handler.leaseMs },
    );
    return joinedRequests(service.app, leased);
  };
  const counts = (requests: readonly Request[]) => requests.map(({ eventCount }) => eventCount);
  const idOf = ({ job }: Request) => ({ accountId: job.accountId, id: job.id });
  const eventsOf = async (deliveries: readonly { accountId: string; id: string }[]) => {
    const ids = deliveries.map(({ id }) => id);
    const bodies = await payloadsOf(service.db, deliveries[0]?.accountId ?? service.accountId, ids);
    return ids.map((id) => (JSON.parse(String(bodies.get(id))) as { id: string }[]).map((event) => event.id));
  };
  const workAt = async (now: number) =>
    (await readyKeys(service.db, "delivery", now, { limit: 1_000 })).map(({ key }) => key);

  describe("enqueueing events", () => {
    it("creates neither events nor deliveries for an account without an enabled endpoint", async () => {
      const accountId = await newAccount();
      await newEndpoint(service.app, accountId, undefined, { status: "disabled", disabledReason: "manual" });
      const events = jest.fn(() => newEvents(service.app, 3));
      await service.db.transaction((trx) => enqueueUpdates(service.app, trx, accountId, events));
      expect(events).not.toHaveBeenCalled();
      expect(await storedDeliveries(service.app, accountId)).toEqual([]);
    });

    it("creates deliveries of up to a hundred events, in order", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const ids = await enqueue(service.app, endpoint.accountId, 250);
      const deliveries = await storedDeliveries(service.app, endpoint.accountId);
      expect(deliveries.map(({ event_count }) => event_count)).toEqual([100, 100, 50]);
      const events = await eventsOf(deliveries.map(({ id }) => ({ accountId: endpoint.accountId, id })));
      expect(events.flat()).toEqual(ids);
    });

    it("gives a delivery the instant of its id as creation time", async () => {
      const { accountId } = await newEndpoint(service.app, await newAccount());
      const events = () => {
        service.clock.advance(SECOND);
        return newEvents(service.app, 1);
      };
      await service.db.transaction((trx) => enqueueUpdates(service.app, trx, accountId, events));
      const created = (await service.db("webhook_deliveries").where({ account_id: accountId })) as {
        id: string;
        created_at: number;
      }[];
      expect(created.map(({ created_at }) => created_at)).toEqual(created.map(({ id }) => instantOf(id)));
      expect(created).toHaveLength(1);
    });

    it("enqueues 2,000 events for each of ten endpoints", async () => {
      const accountId = await newAccount();
      for (let index = 0; index < 10; index++) await newEndpoint(service.app, accountId);
      const ids = await enqueue(service.app, accountId, 2_000);
      const deliveries = await storedDeliveries(service.app, accountId);
      expect(deliveries).toHaveLength(200);
      const [first] = deliveries;
      const same = deliveries.filter(({ webhook_id }) => webhook_id === first?.webhook_id);
      expect((await eventsOf(same.map(({ id }) => ({ accountId, id })))).flat()).toEqual(ids);
    });

    it("stores a client's text unchanged", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const [event] = newEvents(service.app, 1);
      if (!event) throw new Error("no event");
      event.data.client_reference = `"quoted" \\ back {brace, NULL} 'single' ☕ \u2028`;
      await service.db.transaction((trx) =>
        enqueueUpdates(service.app, trx, endpoint.accountId, () => [event]),
      );
      const [delivery] = await storedDeliveries(service.app, endpoint.accountId);
      const id = delivery?.id ?? "";
      const bodies = await payloadsOf(service.db, endpoint.accountId, [id]);
      expect(JSON.parse(String(bodies.get(id)))).toEqual([event]);
    });

    it("rolls back with its transaction", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const broken = service.db.transaction(async (trx) => {
        const events = newEvents(service.app, 150);
        await enqueueUpdates(service.app, trx, endpoint.accountId, () => events);
        throw new Error("undo");
      });
      await expect(broken).rejects.toThrow("undo");
      expect(await storedDeliveries(service.app, endpoint.accountId)).toEqual([]);
    });
  });

  describe("joining small deliveries", () => {
    it("keeps every event once and in order, and deletes the joined deliveries", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const ids: string[] = [];
      for (const count of [1, 30, 100, 69, 1, 2, 98, 99]) {
        ids.push(...(await enqueue(service.app, endpoint.accountId, count)));
        service.clock.advance(1);
      }
      const requests = await leaseOf(endpoint, 16);
      expect(counts(requests)).toEqual([100, 100, 3, 98, 99]);
      const sent = (await eventsOf(requests.map(idOf))).flat();
      expect([...sent].sort()).toEqual([...ids].sort());
      const stored = await storedDeliveries(service.app, endpoint.accountId);
      expect(stored.map(({ event_count }) => event_count)).toEqual([100, 100, 3, 98, 99]);
      const payloads = await service.db("webhook_payloads").where({ account_id: endpoint.accountId });
      expect(payloads).toHaveLength(stored.length);
      const named = await eventIdsOf(
        service.db,
        endpoint.accountId,
        stored.map(({ id }) => id),
      );
      expect(stored.flatMap(({ id }) => named.get(id))).toEqual(sent);
    });

    it("makes as many full requests as requested from many small deliveries", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const ids: string[] = [];
      for (let index = 0; index < 40; index++)
        ids.push(...(await enqueue(service.app, endpoint.accountId, 10)));
      const requests = await leaseOf(endpoint, 3);
      expect(counts(requests)).toEqual([100, 100, 100]);
      expect((await eventsOf(requests.map(idOf))).flat()).toEqual(ids.slice(0, 300));
      expect(counts(await leaseOf(endpoint, 3))).toEqual([100]);
    });

    it("joins no delivery that was attempted before or is sent alone", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const { accountId } = endpoint;
      await enqueue(service.app, accountId, 1);
      const [tried] = await leaseOf(endpoint, 1);
      if (!tried) throw new Error("nothing leased");
      await releaseJobs(service.db, [{ job: tried.job, dueAt: service.clock.now(), attempt: 1 }]);
      const log = JSON.stringify([[service.clock.now(), 500, null, 3]]);
      await service.db("webhook_deliveries").where({ id: tried.job.id }).update({ attempts: log });
      const [event] = newEvents(service.app, 1);
      if (!event) throw new Error("no event");
      const key = { accountId, webhookId: endpoint.id };
      const alone = await enqueueSingle(service.db, key, event, service.clock.now(), service.app.ids);
      await enqueue(service.app, accountId, 2);
      await enqueue(service.app, accountId, 3);
      const requests = await leaseOf(endpoint, 16);
      expect(requests.map(({ job, eventCount }) => [job.id, eventCount])).toEqual([
        [tried.job.id, 1],
        [alone, 1],
        [expect.any(String), 5],
      ]);
    });
  });

  describe("a join", () => {
    it("changes nothing if one of the leases was lost", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const { accountId, id } = endpoint;
      for (let index = 0; index < 3; index++) await enqueue(service.app, accountId, 1);
      const options = { now: service.clock.now(), leaseMs: LEASE_MS.delivery };
      const jobs = await leaseJobs<DeliveryPayload>(
        service.db,
        "delivery",
        [{ accountId, key: id, weight: 100 }],
        options,
      );
      expect(jobs).toHaveLength(3);
      await service.db("jobs").where({ id: jobs[2]?.id }).update({ lease: service.app.ids.next() });
      const before = await storedDeliveries(service.app, accountId);
      await expect(joinedRequests(service.app, jobs)).rejects.toThrow("the lease");
      expect(await storedDeliveries(service.app, accountId)).toEqual(before);
      expect((await eventsOf(jobs)).map((events) => events.length)).toEqual([1, 1, 1]);
    });

    it("includes deliveries that were retried during the lease", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      const { accountId } = endpoint;
      const ids = [
        ...(await enqueue(service.app, accountId, 1)),
        ...(await enqueue(service.app, accountId, 1)),
      ];
      const jobs = await leaseJobs<DeliveryPayload>(
        service.db,
        "delivery",
        [{ accountId, key: endpoint.id, weight: 100 }],
        { now: service.clock.now(), leaseMs: LEASE_MS.delivery },
      );
      const key = { accountId, webhookId: endpoint.id };
      await retryDelivery(service.db, key, jobs[1]?.id ?? "", service.clock.now());
      const requests = await joinedRequests(service.app, jobs);
      expect((await eventsOf(requests.map(idOf))).flat()).toEqual(ids);
      expect(await storedDeliveries(service.app, accountId)).toMatchObject([{ event_count: 2 }]);
      expect(await service.db("jobs").where({ key: endpoint.id })).toHaveLength(1);
    });
  });

  // SQLite has one writer at a time, so no change can run beside a join.
  if (database === "PostgreSQL") {
    it.each(["jobs", "webhook_deliveries", "webhook_payloads"])(
      "joins deliveries after a concurrent change of their rows in %s",
      async (table) => {
        const endpoint = await newEndpoint(service.app, await newAccount());
        const { accountId } = endpoint;
        const ids: string[] = [];
        for (let index = 0; index < 3; index++) ids.push(...(await enqueue(service.app, accountId, 1)));
        const jobs = await leaseJobs<DeliveryPayload>(
          service.db,
          "delivery",
          [{ accountId, key: endpoint.id, weight: 100 }],
          { now: service.clock.now(), leaseMs: LEASE_MS.delivery },
        );
        const [joining] = await service.db.transaction(async (trx) => {
          await trx(table).where({ account_id: accountId }).update({ account_id: accountId });
          const joining = joinedRequests(service.app, jobs);
          await until("the join waits", 10, () => isLockAwaited(service.db));
          return [joining];
        });
        const requests = await joining;
        expect(counts(requests)).toEqual([3]);
        expect((await eventsOf(requests.map(idOf))).flat()).toEqual(ids);
        expect(await storedDeliveries(service.app, accountId)).toMatchObject([{ event_count: 3 }]);
        for (const name of ["jobs", "webhook_payloads"]) {
          expect(await service.db(name).where({ account_id: accountId })).toHaveLength(1);
        }
      },
    );
  }

  describe("a lease", () => {
    it("gives each delivery to one worker only", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      await enqueue(service.app, endpoint.accountId, 4_000);
      const leased = await Promise.all(Array.from({ length: 8 }, () => leaseOf(endpoint, 5)));
      const ids = leased.flatMap((requests) => requests.map(({ job }) => job.id));
      expect(new Set(ids).size).toBe(40);
      expect(await leaseOf(endpoint, 5)).toEqual([]);
    });

    it("moves to another worker after it expires, and ignores settlements of the first", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      await enqueue(service.app, endpoint.accountId, 100);
      const [slow] = await leaseOf(endpoint, 1);
      service.clock.advance(LEASE_MS.delivery - 1);
      expect(await leaseOf(endpoint, 1)).toEqual([]);
      service.clock.advance(1);
      const [quick] = await leaseOf(endpoint, 1);
      if (!slow || !quick) throw new Error("nothing leased");
      expect(quick.job.id).toBe(slow.job.id);
      const settle = settlements(service.app, () => 0.5);
      const result = { status: 204, error: null, retryAfter: null, durationMs: 3 };
      const now = service.clock.now();
      const times = { attemptedAt: now, finishedAt: now };
      const outcome = { address: endpoint.url, ...times, result, moments: [], isFailing: false };
      const pending = [{ status: "pending", attempts: [], lease: quick.job.lease }];
      await settle({ ...slow, ...outcome });
      expect(await storedDeliveries(service.app, endpoint.accountId)).toMatchObject(pending);
      await settle({ ...quick, ...outcome });
      const delivered = [
        { status: "delivered", attempt_count: 1, attempts: [expect.anything()], lease: null },
      ];
      expect(await storedDeliveries(service.app, endpoint.accountId)).toMatchObject(delivered);
      await settle({ ...quick, ...outcome });
      expect(await storedDeliveries(service.app, endpoint.accountId)).toMatchObject(delivered);
    });

    it("covers one request at a time while the endpoint fails", async () => {
      const failingSince = service.clock.now() - MINUTE;
      const endpoint = await newEndpoint(service.app, await newAccount(), undefined, { failingSince });
      await enqueue(service.app, endpoint.accountId, 1_000);
      expect(await leaseOf(endpoint, 16)).toHaveLength(1);
      const key = { accountId: endpoint.accountId, webhookId: endpoint.id };
      expect(await targetsOf(service.db, [key], service.clock.now())).toEqual([
        { ...key, url: endpoint.url, secrets: [expect.any(String)], failingSince },
      ]);
    });

    it("covers no delivery of a disabled endpoint", async () => {
      const accountId = await newAccount();
      const endpoint = await newEndpoint(service.app, accountId);
      await enqueue(service.app, accountId, 100);
      await service.db("webhook_endpoints").where({ id: endpoint.id }).update({ status: "disabled" });
      expect(await deliveryHandler(service.app).leaseRequests?.([keyOf(endpoint)])).toEqual([]);
      expect(await leaseOf(endpoint, 16)).toEqual([]);
    });

    it("ends at once when a new process owns the database", async () => {
      const endpoint = await newEndpoint(service.app, await newAccount());
      await enqueue(service.app, endpoint.accountId, 100);
      const [before] = await leaseOf(endpoint, 1);
      await endAllLeases(service.db, service.clock.now());
      expect(await leaseOf(endpoint, 1)).toMatchObject([{ job: { id: before?.job.id } }]);
    });
  });

  it("finds endpoints with due deliveries beyond the first page", async () => {
    const accountId = await newAccount();
    const rows = Array.from({ length: 1_100 }, () => ({
      account_id: accountId,
      id: service.app.ids.next(),
      url: "http://127.0.0.1:9/",
      event_types: '["message_update"]',
      status: "enabled",
      secret: "",
      created_at: 0,
      updated_at: 0,
    }));
    for (let start = 0; start < rows.length; start += 50) {
      await service.db("webhook_endpoints").insert(rows.slice(start, start + 50));
    }
    const last = rows.at(-1)?.id ?? "";
    const key = { accountId, webhookId: last };
    for (const event of newEvents(service.app, 1)) {
      await enqueueSingle(service.db, key, event, service.clock.now(), service.app.ids);
    }
    expect(await workAt(service.clock.now())).toContain(last);
    await service.db("webhook_endpoints").where({ account_id: accountId }).delete();
  });
});
