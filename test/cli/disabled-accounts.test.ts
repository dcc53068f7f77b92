import request from "supertest";
import { accountsDisable, accountsEnable } from "../../src/cli/accounts";
import { park } from "../../src/features/dispatch/due-check";
import { prepare } from "../../src/features/dispatch/prepare";
import type { SubmissionPayload } from "../../src/features/messages/submission-job";
import { leaseJobs } from "../../src/queue/leases.store";
import { oldestDueOf } from "../../src/queue/maintenance.store";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { defaultSender } from "../../src/features/senders/senders.store";
import { MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import { times } from "../support/times";
import { enqueue, newEndpoint, storedDeliveries } from "../support/webhooks";
import { deliverDue } from "../support/deliver";

describe.each(databases)("a disabled account on %s", (database) => {
  const queried: string[] = [];
  const scripted = scriptedCarrier({
    batchSize: 1,
    window: 1,
    async queryStatus(messages) {
      queried.push(...messages.map(({ messageId }) => messageId));
    },
  });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  const exchange = new Exchange(service);
  const campaigns = new Campaigns(service);
  const disable = () => accountsDisable(service, "first");
  const enable = () => accountsEnable(service, "first");
  const list = (key = service.key) => service.agent(key).get("/v3/messages");
  const send = (count: number) =>
    exchange.send(
      { text: "x" },
      times(count, (index) => `+5511987650${100 + index}`),
    );
  const statuses = async () =>
    (await service.db("messages").where({ account_id: service.accountId }).pluck("status")) as string[];
  const submissionJobs = () =>
    service.db("jobs").where({ kind: "submission", account_id: service.accountId }).pluck("leases");

  beforeEach(() => void (scripted.submitted.length = 0));
  afterEach(async () => {
    scripted.behaves(acceptAll);
    await enable();
    await service.dispatcher.workOff();
    await service.db("messages").del();
  });

  it("changes once, and keeps the time of the first change", async () => {
    const disabledAt = toTimestamp(service.clock.now());
    expect((await disable()).json).toMatchObject({ name: "first", disabled_at: disabledAt, changed: true });
    service.clock.advance(SECOND);
    const again = await disable();
    expect(again.json).toMatchObject({ disabled_at: disabledAt, changed: false });
    expect(again.text).toBe(`Nothing changed: the account "first" has been disabled since ${disabledAt}`);
    expect((await enable()).json).toMatchObject({ disabled_at: null, changed: true });
    expect((await enable()).json).toMatchObject({ disabled_at: null, changed: false });
    await expect(accountsDisable(service, "unknown")).rejects.toThrow(/"unknown" does not exist/);
    await expect(accountsEnable(service, "unknown")).rejects.toThrow(/"unknown" does not exist/);
  });

  it("has its keys refused with 401 until it is enabled; keys of other accounts work", async () => {
    const other = await service.account("other", { senders: false });
    await disable();
    const refused = await list().expect(401);
    expect(refused.body).toMatchObject({
      error: { code: "unauthorized", message: expect.stringMatching(/account .* disabled/) as string },
    });
    await other.request.get("/v3/messages").expect(200);
    await enable();
    await list().expect(200);
  });

  it("loses its console sessions, and opens none", async () => {
    const own = { "X-Recado-Console": "1", "Sec-Fetch-Site": "same-origin" };
    const signIn = () =>
      request(service.express).post("/console/session").set(own).set("X-API-Key", service.key);
    const signedIn = await signIn().expect(201);
    const cookie = String((signedIn.headers["set-cookie"] as unknown as string[])[0]).split(";")[0] ?? "";
    const withSession = () => request(service.express).get("/v3/messages").set(own).set("Cookie", cookie);
    await withSession().expect(200);
    await service.db("accounts").where({ id: service.accountId }).update({ disabled_at: 1 });
    await withSession().expect(401);
    await enable();
    await withSession().expect(200);
    await disable();
    await signIn().expect(401);
    await enable();
    await withSession().expect(401);
  });

  it("holds its messages, and submits them after it is enabled", async () => {
    await send(2);
    await disable();
    expect(await service.dispatcher.workOff()).toBe(false);
    expect(scripted.submitted).toHaveLength(0);
    expect(await statuses()).toEqual(["pending", "pending"]);
    await enable();
    await service.dispatcher.workOff();
    expect(scripted.submitted).toHaveLength(2);
    expect(await statuses()).toEqual(["sent", "sent"]);
  });

  it("does not hold the messages of other accounts", async () => {
    const another = await service.account("another");
    await send(1);
    await disable();
    await new Exchange(service, another).send({ text: "x" }, "+5511987650001");
    await service.dispatcher.workOff();
    expect(scripted.submitted.map(({ accountId }) => accountId)).toEqual([another.accountId]);
  });

  it("releases leased messages without counting an interrupted submission", async () => {
    await send(1);
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const key = { accountId: service.accountId, key: sender?.id ?? "" };
    const leased = await leaseJobs<SubmissionPayload>(service.db, "submission", [{ ...key, weight: 1 }], {
      now: service.clock.now(),
      leaseMs: LEASE_MS.submission,
    });
    expect(leased).toHaveLength(1);
    await disable();
    for await (const prepared of prepare(service.app, service.accountId, leased, () => null)) {
      expect(prepared).toMatchObject([{ isParked: true, outgoing: [], decided: [] }]);
      for (const { batch } of prepared) await park(service.app, batch.job);
    }
    expect(await service.dispatcher.workOff()).toBe(false);
    expect(await submissionJobs()).toEqual([0]);
    await enable();
    await service.dispatcher.workOff();
    expect(await statuses()).toEqual(["sent"]);
  });

  it("holds messages that already wait in a process", async () => {
    await send(4);
    scripted.behaves(async (messages) => {
      await disable();
      service.clock.advance(SECOND);
      return acceptAll(messages);
    });
    await service.dispatcher.workOff();
    expect(scripted.submitted).toHaveLength(1);
    expect((await statuses()).sort()).toEqual(["pending", "pending", "pending", "sent"]);
    expect(await submissionJobs()).toEqual([0]);
    await enable();
    scripted.behaves(acceptAll);
    await service.dispatcher.workOff();
    expect(scripted.submitted).toHaveLength(4);
    expect(new Set(await statuses())).toEqual(new Set(["sent"]));
  });

  it("keeps the age of its held messages", async () => {
    const oldest = () => oldestDueOf(service.db, "submission", service.clock.now());
    const sentAt = service.clock.now();
    await send(2);
    scripted.behaves(async (messages) => {
      await disable();
      service.clock.advance(MINUTE);
      return acceptAll(messages);
    });
    await service.dispatcher.workOff();
    expect(await statuses()).toContain("pending");
    expect(await oldest()).toBe(sentAt);
  });

  it("queries carriers about submitted messages", async () => {
    await send(1);
    await service.dispatcher.workOff();
    await disable();
    await service.drainAfter(MINUTE);
    expect(queried).toHaveLength(1);
  });

  it("holds its campaigns, and continues them after it is enabled", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(3) });
    await disable();
    await service.drain();
    expect(scripted.submitted).toHaveLength(0);
    expect(await statuses()).toEqual(["pending", "pending", "pending"]);
    await enable();
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 3, sent: 3 });
  });

  it("holds its events, and delivers them after it is enabled", async () => {
    const target = await receiver();
    try {
      await newEndpoint(service.app, service.accountId, target.url);
      await disable();
      const ids = await enqueue(service.app, service.accountId, 2);
      expect(await deliverDue(service.app)).toBe(false);
      expect(target.requests).toHaveLength(0);
      expect(await storedDeliveries(service.app, service.accountId)).toMatchObject([
        { status: "pending", attempts: [] },
      ]);
      await enable();
      await deliverDue(service.app);
      expect(target.eventIds()).toEqual(ids);
    } finally {
      await target.close();
    }
  });
});
