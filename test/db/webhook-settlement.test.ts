import { MINUTE } from "../../src/platform/time";
import { retryDelivery } from "../../src/features/webhooks/deliveries.store";
import { deliveryCounts } from "../../src/features/webhooks/delivery-counts.store";
import type { DeliveryPayload } from "../../src/features/webhooks/delivery-job";
import type { Request } from "../../src/features/webhooks/delivery-requests";
import { settlements } from "../../src/features/webhooks/delivery-settlement";
import { findEndpoint, updateEndpoint } from "../../src/features/webhooks/webhooks.store";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { leaseJobs } from "../../src/queue/leases.store";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { isLockAwaited } from "../support/locks";
import { testService } from "../support/service";
import { until } from "../support/until";
import { enqueue, joinedRequests, newEndpoint, storedDeliveries } from "../support/webhooks";

describe.each(databases)("the settlement of webhook deliveries on %s", (database) => {
  const service = testService(database);
  const newAccount = async () => (await testAccount(service, { senders: false })).accountId;

  /** Returns an account's endpoint, and a function that leases requests of 100 events. */
  const setUp = async (accountId?: string) => {
    const endpoint = await newEndpoint(service.app, accountId ?? (await newAccount()));
    const { id } = endpoint;
    const own = { accountId: endpoint.accountId, key: id };
    const lease = async (count: number): Promise<Request[]> => {
      const options = { now: service.clock.now(), leaseMs: LEASE_MS.delivery };
      const requests = [{ ...own, weight: count * 100 }];
      const jobs = await leaseJobs<DeliveryPayload>(service.db, "delivery", requests, options);
      return joinedRequests(service.app, jobs);
    };
    return {
      endpoint,
      lease,
      leaseOne: async () => {
        await enqueue(service.app, endpoint.accountId, 100);
        const [request] = await lease(1);
        if (!request) throw new Error("nothing was leased");
        return request;
      },
      deliveries: async () =>
        (await storedDeliveries(service.app, own.accountId)).filter(({ webhook_id }) => webhook_id === id),
      state: () => findEndpoint(service.db, own.accountId, id),
      counts: async () => (await deliveryCounts(service.db, own.accountId, [id], service.clock.now()))(id),
    };
  };
  type Endpoint = Awaited<ReturnType<typeof setUp>>["endpoint"];

  const newSettlement = () => settlements(service.app, () => 0.5);
  const outcomeOf = (
    { url: address }: Endpoint,
    request: Request,
    status = 204,
    at = service.clock.now(),
  ) => ({
    ...request,
    address,
    moments: [],
    isFailing: false,
    attemptedAt: at,
    finishedAt: at,
    result: { status, error: null, retryAfter: null, durationMs: 3 },
  });
  const fail = ({ accountId, id }: Endpoint, at: number) =>
    service.db("webhook_endpoints").where({ account_id: accountId, id }).update({ failing_since: at });

  it("writes delivered requests of a healthy endpoint together", async () => {
    const { endpoint, leaseOne, deliveries, state, counts } = await setUp();
    const request = await leaseOne();
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => void statements.push(sql);
    service.db.on("query", note);
    await newSettlement()({ ...outcomeOf(endpoint, request), moments: [1, 2] });
    service.db.off("query", note);
    if (database === "PostgreSQL") expect(statements).toHaveLength(1);
    const entry = [service.clock.now(), 204, null, 3];
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: [entry], due_at: null }]);
    expect(await state()).toMatchObject({ failingSince: null, lastAttempt: entry });
    expect(await counts()).toEqual({ delivered: 1, failed: 0 });
    const indexed = await service.db("message_deliveries").where({ delivery_id: request.job.id });
    expect(indexed).toHaveLength(2);
  });

  it("ends the failing period of an endpoint that began to fail during the attempt", async () => {
    const { endpoint, leaseOne, deliveries, state, counts } = await setUp();
    const outcome = outcomeOf(endpoint, await leaseOne());
    await fail(endpoint, service.clock.now() - 1);
    await newSettlement()(outcome);
    expect(await deliveries()).toMatchObject([{ status: "delivered" }]);
    expect(await state()).toMatchObject({
      failingSince: null,
      lastAttempt: [outcome.attemptedAt, 204, null, 3],
    });
    expect(await counts()).toEqual({ delivered: 1, failed: 0 });
  });

  it("keeps the record of a later attempt", async () => {
    const { endpoint, leaseOne, deliveries, state, counts } = await setUp();
    const [earlier, later] = [await leaseOne(), await leaseOne()];
    const at = service.clock.now();
    await newSettlement()(outcomeOf(endpoint, later, 204, at + 1));
    await newSettlement()(outcomeOf(endpoint, earlier, 200, at));
    expect(await state()).toMatchObject({ lastAttempt: [at + 1, 204, null, 3] });
    expect((await deliveries()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    expect(await counts()).toEqual({ delivered: 2, failed: 0 });
  });

  it.each([
    ["has another URL", { url: "http://127.0.0.1:9/other" }],
    ["was disabled", { status: "disabled" as const }],
  ])("writes a delivered request, but no record, of an endpoint that %s", async (_, change) => {
    const { endpoint, leaseOne, deliveries, state, counts } = await setUp();
    const outcome = outcomeOf(endpoint, await leaseOne());
    await updateEndpoint(service.db, endpoint.accountId, endpoint.id, change, service.clock.now());
    await newSettlement()(outcome);
    expect(await deliveries()).toMatchObject([{ status: "delivered", lease: null }]);
    expect(await state()).toMatchObject({ lastAttempt: null });
    expect(await counts()).toEqual({ delivered: 1, failed: 0 });
  });

  it("writes the outcomes of the leases that it still holds", async () => {
    const { endpoint, leaseOne, deliveries, state, counts } = await setUp();
    const [held, lost] = [await leaseOne(), await leaseOne()];
    await service.db("jobs").where({ id: lost.job.id }).update({ lease: service.app.ids.next() });
    const settle = newSettlement();
    await Promise.all([held, lost].map((request) => settle(outcomeOf(endpoint, request))));
    expect(await deliveries()).toMatchObject([
      { status: "delivered", attempt_count: 1 },
      { status: "pending", attempts: [] },
    ]);
    expect(await state()).toMatchObject({ lastAttempt: [service.clock.now(), 204, null, 3] });
    expect(await counts()).toEqual({ delivered: 1, failed: 0 });
  });

  it("sends a delivery again that was retried during its attempt", async () => {
    const { endpoint, leaseOne, deliveries } = await setUp();
    const request = await leaseOne();
    const key = { accountId: endpoint.accountId, webhookId: endpoint.id };
    await retryDelivery(service.db, key, request.job.id, service.clock.now());
    await newSettlement()(outcomeOf(endpoint, request));
    expect(await deliveries()).toMatchObject([
      { status: "pending", lease: null, attempts: [expect.anything()] },
    ]);
  });

  it("settles deliveries of the same endpoints in several processes at once", async () => {
    const accountId = await newAccount();
    const [one, other] = [await setUp(accountId), await setUp(accountId)];
    const count = 60;
    for (let index = 0; index < count; index++) await enqueue(service.app, accountId, 100);
    const [ofOne, ofOther] = [await one.lease(count), await other.lease(count)];
    const failures = jest.spyOn(service.app.log, "error");
    const workers = [0, 1, 2].map(newSettlement);
    const settleIn = async (index: number, endpoint: Endpoint, request: Request) =>
      workers[index % 3]?.(outcomeOf(endpoint, request, 204, service.clock.now() + index));
    for (let start = 0; start < count; start += 6) {
      const some = Array.from({ length: 6 }, (_, index) => start + index);
      await Promise.all(
        some.flatMap((index) => {
          const pair = [() => settleIn(index, one.endpoint, ofOne[index] as Request)];
          pair.push(() => settleIn(index, other.endpoint, ofOther[index] as Request));
          return (index % 2 === 0 ? pair : pair.reverse()).map((settle) => settle());
        }),
      );
    }
    expect(failures).not.toHaveBeenCalled();
    for (const { counts, state, deliveries } of [one, other]) {
      expect(await counts()).toEqual({ delivered: count, failed: 0 });
      expect(await state()).toMatchObject({ lastAttempt: [service.clock.now() + count - 1, 204, null, 3] });
      expect(
        (await deliveries()).every(({ status, due_at }) => status === "delivered" && due_at === null),
      ).toBe(true);
    }
  });

  // On SQLite, a settlement waits for the only writer.
  if (database === "PostgreSQL") {
    it.each([
      ["writes a later attempt", { last_attempt_at: MINUTE }, { failingSince: null, lastAttempt: [MINUTE] }],
      ["ends in a failure", { failing_since: -1 }, { failingSince: null, lastAttempt: [0] }],
    ])("continues after a concurrent settlement that %s", async (_, change, expected) => {
      const { endpoint, leaseOne, deliveries, state, counts } = await setUp();
      const request = await leaseOne();
      const now = service.clock.now();
      const [settled] = await service.db.transaction(async (trx) => {
        const changes = Object.entries(change).map(([column, after]) => [column, now + after]);
        const row = { account_id: endpoint.accountId, id: endpoint.id };
        await trx("webhook_endpoints").where(row).update(Object.fromEntries(changes));
        const settled = newSettlement()(outcomeOf(endpoint, request));
        await until("the settlement waits", 10, () => isLockAwaited(service.db));
        return [settled];
      });
      await settled;
      expect(await deliveries()).toMatchObject([{ status: "delivered", attempt_count: 1 }]);
      const { failingSince, lastAttempt } = (await state()) ?? {};
      expect({ failingSince, lastAttempt: [(lastAttempt?.[0] ?? 0) - now] }).toEqual(expected);
      expect(await counts()).toEqual({ delivered: 1, failed: 0 });
    });
  }
});
