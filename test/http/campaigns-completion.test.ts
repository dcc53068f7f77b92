import { insertSender, removeSender } from "../../src/features/senders/senders.store";
import { DAY, HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { acceptAll, retryAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { expandOnce } from "../support/expansion";
import { testService } from "../support/service";

describe.each(databases)("campaign completion on %s", (database) => {
  const scripted = scriptedCarrier();
  const silent = scriptedCarrier({ name: "silent", reports: false });
  const service = testService(database, {
    override: () => ({
      carriers: new Map([
        ["sandbox", scripted.carrier],
        ["silent", silent.carrier],
      ]),
    }),
  });
  const campaigns = new Campaigns(service);

  const statusOf = async (id: string) => {
    await service.drain();
    return (await campaigns.read(id)).status;
  };

  it("waits for pending messages", async () => {
    scripted.behaves(retryAll);
    const id = await campaigns.launched({ list: await campaigns.list(1) });
    expect(await statusOf(id)).toBe("running");
    scripted.behaves(acceptAll);
    await service.drainAfter(SECOND);
    await scripted.report(scripted.submitted.slice(-1), "delivered");
    expect(await statusOf(id)).toBe("completed");
  });

  it("waits for delivery reports until 72 hours after submission", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(3) });
    expect(await statusOf(id)).toBe("running");
    await scripted.report(scripted.submitted.slice(-2), "delivered");
    expect(await statusOf(id)).toBe("running");
    service.clock.advance(3 * DAY - 1);
    expect(await statusOf(id)).toBe("running");
    service.clock.advance(1);
    expect(await statusOf(id)).toBe("completed");
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 3, sent: 1, delivered: 2 });
  });

  it("follows the last delivery report, after which reports still update the progress", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(2) });
    await service.drain();
    const messages = scripted.submitted.slice(-2);
    await scripted.report(messages, "undelivered");
    expect(await statusOf(id)).toBe("completed");
    const completed = await campaigns.read(id);
    expect(completed.progress).toMatchObject({ total: 2, undelivered: 2 });
    service.clock.advance(HOUR);
    await scripted.report(messages.slice(0, 1), "delivered");
    await service.drain();
    expect(await campaigns.read(id)).toEqual({
      ...completed,
      progress: { ...completed.progress, undelivered: 1, delivered: 1 },
    });
  });

  it("is immediate on an empty list, and follows expansion when no message can be sent", async () => {
    const id = await campaigns.launched({ list: await campaigns.list() });
    const now = toTimestamp(service.clock.now());
    await campaigns.expect(id, {
      status: "completed",
      started_at: now,
      completed_at: now,
      failed_at: null,
      progress: { total: 0 },
    });
    const landlines = await campaigns.launched({ list: await campaigns.list([{ phone: "+551133330001" }]) });
    expect(await statusOf(landlines)).toBe("completed");
  });

  it("follows submission on a carrier without delivery reports", async () => {
    const { accountId, request } = await service.account("silent", { senders: false });
    const own = new Campaigns(service, { accountId, request });
    const sender = {
      accountId,
      channel: "sms",
      address: "28000",
      maxPerSecond: 1_000,
      createdAt: 0,
    } as const;
    const id = service.app.ids.next();
    await insertSender(service.db, { ...sender, id, carrier: "silent" });
    const first = await own.launched({ list: await own.list(2) });
    await service.drain();
    await own.expect(first, { status: "completed", progress: { total: 2, sent: 2 } });

    // The same address on a carrier that sends delivery reports.
    await removeSender(service.db, accountId, id, service.clock.now());
    await insertSender(service.db, { ...sender, id: service.app.ids.next(), carrier: "sandbox" });
    const second = await own.launched({ list: await own.list(2) });
    await service.drain();
    expect((await own.read(second)).status).toBe("running");
    await scripted.report(scripted.submitted.slice(-2), "delivered");
    await service.drain();
    expect((await own.read(second)).status).toBe("completed");
  });

  it("waits until every message is created", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(2) });
    await expandOnce(service.app, 1);
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 1, pending: 1 });
    await service.drain();
    await scripted.report(scripted.submitted.slice(-2), "delivered");
    expect(await statusOf(id)).toBe("completed");
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 2, delivered: 2 });
  });
});
