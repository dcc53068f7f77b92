import { queueHold, queueRelease } from "../../src/cli/queue";
import { DAY, HOUR, SECOND } from "../../src/platform/time";
import { startWorker } from "../../src/queue/worker";
import { leaseRuns, runJobs } from "../../src/queue/run";
import { handlersOfJobs } from "../../src/app/service";
import { expansionHandler } from "../../src/features/campaigns/expansion";
import { dispatchPeriodicJobs } from "../../src/features/dispatch/dispatch.jobs";
import { testAccount } from "../support/accounts";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";

describe.each(databases)("a held queue on %s", (database) => {
  const queried: string[] = [];
  const revoked: string[] = [];
  const peer = scriptedCarrier({
    batchSize: 1,
    async queryStatus(messages) {
      queried.push(...messages.map(({ messageId }) => messageId));
    },
    async revoke(messages) {
      revoked.push(...messages.map(({ messageId }) => messageId));
      return messages.map(() => "revoked");
    },
  });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", peer.carrier]]) }),
  });
  const newAccount = () => testAccount(service);
  const hold = async () => {
    await queueHold(service);
    await service.app.hold.refresh();
  };
  const release = async (options: Parameters<typeof queueRelease>[1] = {}) => {
    await queueRelease(service, options);
    service.clock.advance(1);
    await service.app.hold.refresh();
  };
  const submitted = (accountId: string) =>
    peer.submitted.filter((one) => one.accountId === accountId).map(({ messageId }) => messageId);
  const messagesOf = async (accountId: string) =>
    (await service
      .db("messages")
      .where({ account_id: accountId })
      .orderBy("id")
      .select("id", "status", "error")) as {
      id: string;
      status: string;
      error: string | null;
    }[];
  const statusesOf = async (accountId: string) => (await messagesOf(accountId)).map(({ status }) => status);

  /** Sends 200 messages. The carrier responds after `step`, while the other messages wait. */
  const submittingMany = async (step: () => Promise<void>) => {
    const { accountId, exchange } = await newAccount();
    await exchange.send(
      { text: "x" },
      Array.from({ length: 200 }, (_, index) => `+55119876${51_000 + index}`),
    );
    let stepped: Promise<void> | null = null;
    peer.behaves(async (messages) => {
      await (stepped ??= step());
      return acceptAll(messages);
    });
    await service.drain();
    return accountId;
  };

  beforeEach(async () => {
    peer.submitted.length = 0;
    await release();
    await service.drain();
    peer.behaves(acceptAll);
    for (const calls of [peer.submitted, queried, revoked]) calls.length = 0;
  });

  it("accepts messages, submits none, and submits each once after the release", async () => {
    const { accountId, exchange } = await newAccount();
    await hold();
    const ids = [
      await exchange.sendOne({ text: "x" }, "+5511987651234"),
      await exchange.sendOne({ text: "x" }, "+5511987651235"),
    ];
    await service.drain();
    expect(submitted(accountId)).toEqual([]);
    expect(await statusesOf(accountId)).toEqual(["pending", "pending"]);
    await release();
    await service.drain();
    expect(submitted(accountId).sort()).toEqual(ids.sort());
  });

  it("expires leased messages when the queue is held and released with --expire", async () => {
    const accountId = await submittingMany(async () => {
      // The process reads the hold only after the release.
      await queueHold(service);
      await release({ expire: true });
    });
    const first = submitted(accountId).length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(200);
    const statuses = await statusesOf(accountId);
    expect(statuses.filter((status) => status === "expired")).toHaveLength(200 - first);
  });

  it("keeps the due time of leased messages that the hold stops", async () => {
    const createdAt = service.clock.now();
    const accountId = await submittingMany(async () => {
      service.clock.advance(SECOND);
      await hold();
    });
    const due = await service.db("jobs").where({ account_id: accountId, kind: "submission" }).pluck("due_at");
    expect(new Set(due.map(Number))).toEqual(new Set([createdAt]));
  });

  it("releases leased messages that wait for the carrier, and resubmits none of them", async () => {
    const accountId = await submittingMany(hold);
    const first = submitted(accountId).length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(200);
    await release();
    await service.drain();
    expect(new Set(submitted(accountId)).size).toBe(200);
    expect(submitted(accountId)).toHaveLength(200);
  });

  it("does not expire messages because of the hold", async () => {
    const { accountId, exchange } = await newAccount();
    await hold();
    await exchange.sendOne({ text: "x" }, "+5511987651234");
    service.clock.advance(10 * DAY);
    await release();
    await service.drain();
    expect(submitted(accountId)).toHaveLength(1);
  });

  it("delivers no webhook until the release", async () => {
    const account = await newAccount();
    const endpoint = await receiver();
    await account.request.post("/v3/webhooks").send({ url: endpoint.url }).expect(201);
    await hold();
    await account.exchange.sendOne({ text: "x" }, "+5511987651234");
    await service.drainAfter(SECOND);
    expect(endpoint.requests).toHaveLength(0);
    await release();
    await service.drain();
    await service.drainAfter(SECOND);
    expect(new Set(endpoint.eventIds()).size).toBe(2);
    await endpoint.close();
  });

  it("releases only what was created after an instant", async () => {
    const { accountId, exchange } = await newAccount();
    await hold();
    const older = await exchange.sendOne({ text: "x" }, "+5511987651234");
    const createdAfter = service.clock.now();
    service.clock.advance(SECOND);
    const newer = await exchange.sendOne({ text: "x" }, "+5511987651235");
    await release({ createdAfter });
    await service.drain();
    expect(submitted(accountId)).toEqual([newer]);
    await release();
    await service.drain();
    expect(submitted(accountId)).toEqual([newer, older]);
  });

  it("expires the older messages without follow-ups, and abandons the older deliveries", async () => {
    const account = await newAccount();
    const { accountId, exchange } = account;
    const endpoint = await receiver();
    await account.request.post("/v3/webhooks").send({ url: endpoint.url }).expect(201);
    const next = await exchange.template({ text: "SMS" });
    const template = await exchange.template({ rules: [{ on: ["expired"], template_id: next }] });
    await hold();
    const older = await exchange.sendOne({ template }, "+5511987651234");
    const createdAfter = service.clock.now();
    const before = await service.db("webhook_deliveries").where({ account_id: accountId }).pluck("id");
    service.clock.advance(SECOND);
    const newer = await exchange.sendOne({ text: "x" }, "+5511987651235");
    await release({ createdAfter, expire: true });
    await service.drain();
    await service.drainAfter(SECOND);
    expect(submitted(accountId)).toEqual([newer]);
    const messages = await messagesOf(accountId);
    expect(messages.map(({ id, status }) => [id, status])).toEqual([
      [older, "expired"],
      [newer, "sent"],
    ]);
    expect(JSON.parse(messages[0]?.error ?? "null")).toMatchObject({ code: "expired" });
    const deliveries = (await service
      .db("webhook_deliveries")
      .where({ account_id: accountId })
      .select("id", "status")) as { id: string; status: string }[];
    expect(before).toHaveLength(1);
    expect(deliveries.filter(({ status }) => status === "abandoned").map(({ id }) => id)).toEqual(before);
    expect(deliveries.filter(({ status }) => status === "pending")).toEqual([]);
    await endpoint.close();
  });

  it("ends all held work with --expire alone", async () => {
    const { accountId, exchange } = await newAccount();
    await hold();
    await exchange.sendOne({ text: "x" }, "+5511987651234");
    await release({ expire: true });
    service.clock.advance(1);
    const later = await exchange.sendOne({ text: "x" }, "+5511987651235");
    await service.drain();
    expect(submitted(accountId)).toEqual([later]);
    expect(await statusesOf(accountId)).toEqual(["expired", "sent"]);
  });

  it("expires the created messages of a campaign and stops the creation of others", async () => {
    const { accountId, campaigns } = await newAccount();
    const list = await campaigns.list(5);
    const id = await campaigns.launched({ list });
    await hold();
    await service.drain();
    expect(await messagesOf(accountId)).toEqual([]);
    await release({ expire: true });
    await service.drain();
    expect(submitted(accountId)).toEqual([]);
    await campaigns.expect(id, { status: "error", error: { code: "stopped" } });
    const expanded = await campaigns.launched({ list });
    for (const handler of handlersOfJobs(service.app)) {
      if (handler.kind !== "expansion") continue;
      const worker = startWorker(service.app, handler);
      for (let more = true; more;) {
        await worker.idle();
        more = (await service.db("jobs").where({ kind: "expansion" })).length > 0;
      }
      await worker.stop();
    }
    await hold();
    await service.drain();
    await campaigns.expect(expanded, { status: "running", progress: { total: 5, pending: 5 } });
    await release({ expire: true });
    await service.drain();
    await campaigns.expect(expanded, { status: "completed", progress: { total: 5, pending: 0, expired: 5 } });
    expect(submitted(accountId)).toEqual([]);
  });

  it("stops the creation of messages between the ranges of a run", async () => {
    const { accountId, campaigns } = await newAccount();
    const id = await campaigns.launched({ list: await campaigns.list(8) });
    const handler = expansionHandler(service.app, { chunk: 2, first: 2, planned: 4, atOnce: 1 });
    const run = async () => {
      const [leased] = await leaseRuns(service.app, handler, [{ accountId, key: id }]);
      await runJobs(service.app, handler, leased?.jobs ?? [], new AbortController().signal);
    };
    await run();
    await run();
    const yields = jest.spyOn(service.app.foreground, "yieldToRequests").mockImplementationOnce(hold);
    await run();
    yields.mockRestore();
    expect(await messagesOf(accountId)).toHaveLength(4);
    await release();
    await service.drain();
    expect(submitted(accountId)).toHaveLength(8);
  });

  it("holds the messages of a launch before the instant, even if they are planned later", async () => {
    const { accountId, campaigns } = await newAccount();
    const id = await campaigns.launched({ list: await campaigns.list(5) });
    const createdAfter = service.clock.now();
    service.clock.advance(SECOND);
    const handler = expansionHandler(service.app, { chunk: 2, first: 1, planned: 1, atOnce: 1 });
    const [run] = await leaseRuns(service.app, handler, [{ accountId, key: id }]);
    await runJobs(service.app, handler, run?.jobs ?? [], new AbortController().signal);
    expect((await service.db("jobs").where({ kind: "expansion", key: id })).length).toBeGreaterThan(1);
    await hold();
    await release({ createdAfter });
    await service.drain();
    expect(await messagesOf(accountId)).toEqual([]);
    await release({ expire: true });
    await service.drain();
    expect(submitted(accountId)).toEqual([]);
    await campaigns.expect(id, { status: "error", error: { code: "stopped" } });
  });

  it("keeps the carrier's references during a hold, and for the report timeout after it", async () => {
    const timeoutMs = service.app.config.deliveryReportTimeoutSeconds * SECOND;
    const { accountId, exchange } = await newAccount();
    peer.behaves(async (messages) =>
      messages.map(({ messageId }) => ({ type: "accepted", references: [`ref-${messageId}`] })),
    );
    await exchange.sendOne({ text: "x" }, "+5511987651234");
    await service.drain();
    const purge = async () => {
      const periodic = dispatchPeriodicJobs(service.app);
      await periodic.find(({ name }) => name === "carrier references")?.run();
      return (await service.db("carrier_references").where({ account_id: accountId })).length;
    };
    await hold();
    service.clock.advance(timeoutMs + DAY);
    expect(await purge()).toBe(1);
    await release();
    service.clock.advance(timeoutMs - SECOND);
    expect(await purge()).toBe(1);
    service.clock.advance(2 * SECOND);
    expect(await purge()).toBe(0);
  });

  it("starts a scheduled campaign after the release, however late, unless it is ended", async () => {
    const { campaigns, accountId } = await newAccount();
    const late = await campaigns.draft({ list: await campaigns.list(1) });
    await campaigns.does("schedule", late);
    await hold();
    await service.drainAfter(3 * DAY);
    await campaigns.expect(late, { status: "scheduled" });
    await release();
    await service.drain();
    expect(submitted(accountId)).toHaveLength(1);
    const ended = await campaigns.draft({ list: await campaigns.list(1) });
    await campaigns.does("schedule", ended);
    await hold();
    await service.drainAfter(2 * HOUR);
    await release({ expire: true });
    await service.drain();
    await campaigns.expect(ended, { status: "error", error: { code: "missed_schedule" } });
    expect(submitted(accountId)).toHaveLength(1);
  });

  it("sends no follow-up and queries no carrier until the release", async () => {
    const { accountId, exchange } = await newAccount();
    const next = await exchange.template({ text: "SMS" });
    const waits = [{ on: ["no_delivery" as const], after_seconds: 60, template_id: next }];
    const rcs = await exchange.template({ channel: "rcs", rules: waits });
    const unreported = await exchange.sendOne({ template: rcs }, "+5511987651235");
    const rules = [{ on: ["undelivered" as const], after_seconds: 60, template_id: next }];
    const template = await exchange.template({ rules });
    const id = await exchange.sendOne({ template }, "+5511987651234");
    await service.drain();
    const sent = peer.submitted.filter(({ messageId }) => messageId === id);
    await peer.report(sent, "undelivered", service.clock.now());
    await hold();
    await service.drainAfter(HOUR);
    expect(await statusesOf(accountId)).toEqual(["sent", "undelivered"]);
    await release({ createdAfter: service.clock.now() - 1 });
    await service.drainAfter(10 * SECOND);
    expect(await statusesOf(accountId)).toEqual(["sent", "undelivered"]);
    expect([queried, revoked]).toEqual([[], []]);
    await release();
    await service.drainAfter(10 * SECOND);
    expect(submitted(accountId)).toHaveLength(4);
    expect(queried).toContain(unreported);
    expect(revoked).toEqual([unreported]);
  });

  it("runs a worker's jobs at once when the process notices the release", async () => {
    await hold();
    const handler = handlersOfJobs(service.app).find(({ kind }) => kind === "expansion");
    if (!handler) throw new Error("there is no handler of expansions");
    const worker = startWorker(service.app, { ...handler, pollMs: HOUR });
    await worker.idle();
    const account = await newAccount();
    const id = await account.campaigns.launched({ list: await account.campaigns.list(1) });
    await worker.idle();
    expect(await service.db("jobs").where({ kind: "expansion", key: id })).toHaveLength(1);
    await release();
    service.app.wakeups.wake("expansion");
    await worker.idle();
    await worker.idle();
    expect(await service.db("jobs").where({ kind: "expansion", key: id, id })).toHaveLength(0);
    await worker.stop();
  });
});
