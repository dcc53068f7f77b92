import { DAY, HOUR, SECOND } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { expandOnce } from "../support/expansion";
import { testService } from "../support/service";

describe.each(databases)("a campaign that is stopped, on %s", (database) => {
  const inquired: string[] = [];
  const scripted = scriptedCarrier({
    batchSize: 2,
    window: 1,
    async queryStatus(messages) {
      inquired.push(...messages.map(({ messageId }) => messageId));
    },
  });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  const campaigns = new Campaigns(service);

  const expand = (chunk: number) => expandOnce(service.app, chunk);
  const dispatchOnce = () => service.dispatcher.workOff();
  const contactsOf = async (id: string) =>
    (await campaigns.messages(id)).map((message) => message.contact_id);
  const speed = (perSecond: number, tokens = perSecond) =>
    service
      .db("senders")
      .where({ account_id: service.accountId, channel: "sms" })
      .update({
        max_per_second: perSecond,
        tokens: tokens * 1_000,
        tokens_at: service.clock.now(),
      });
  /** Messages handed over since the test began, and whether any of them was twice. */
  const handed = () => scripted.handed.map(({ messageId }) => messageId);

  beforeEach(async () => {
    scripted.behaves(acceptAll);
    await service.drain();
    await speed(100_000);
    scripted.handed.length = 0;
    inquired.length = 0;
  });
  afterEach(() => {
    expect(new Set(handed()).size).toBe(handed().length);
  });

  it("creates and hands over nothing more, keeps its progress, and goes on where it stopped", async () => {
    const list = await campaigns.list(5);
    const id = await campaigns.launched({ list });
    await expand(3);
    await campaigns.does("stop", id);
    await service.drain();
    expect(await campaigns.read(id)).toMatchObject({
      ...{ status: "error", error: { code: "stopped" }, progress: { total: 3, pending: 3, sent: 0 } },
    });
    expect(handed()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 5, pending: 0, sent: 5 });
    await scripted.report(scripted.handed, "delivered");
    await service.drain();
    expect(await campaigns.read(id)).toMatchObject({ status: "completed", error: null });
  });

  it("takes a fresh snapshot when it goes on, in which nobody gets a second message", async () => {
    const list = await campaigns.list();
    const before = await campaigns.fill(list, 4);
    const id = await campaigns.launched({ list });
    await expand(2);
    const done = await contactsOf(id);
    await campaigns.does("stop", id);
    const joined = await campaigns.fill(list, 2);
    const left = before.find((contact) => !done.includes(contact));
    // One of those who have no message yet, and one of those who have.
    for (const contact of [left, done[0]]) {
      await service.request.delete(`/v3/contact-lists/${list}/contacts/${contact}`).expect(204);
    }
    await campaigns.does("launch", id);
    await service.drain();
    const expected = [...before.filter((contact) => contact !== left), ...joined];
    expect((await contactsOf(id)).sort()).toEqual(expected.sort());
    // Also the one that waited and has left the list since.
    expect(handed()).toHaveLength(5);
  });

  it("sends what waited when the list is empty by now, and completes only then", async () => {
    const list = await campaigns.list();
    const contacts = await campaigns.fill(list, 2);
    const id = await campaigns.launched({ list });
    await expand(10);
    await campaigns.does("stop", id);
    await service.drain();
    for (const contact of contacts) {
      await service.request.delete(`/v3/contact-lists/${list}/contacts/${contact}`).expect(204);
    }
    await campaigns.does("launch", id);
    await service.drain();
    expect(await campaigns.read(id)).toMatchObject({ status: "running", progress: { total: 2, sent: 2 } });

    // With nothing left to send, a report may still be to come.
    await campaigns.does("stop", id);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).status).toBe("running");
    await scripted.report(scripted.handed, "delivered");
    await service.drain();
    expect((await campaigns.read(id)).status).toBe("completed");
  });

  it("completes at once when it is launched again with nothing left to do", async () => {
    const list = await campaigns.list();
    const [contact] = await campaigns.fill(list, 1);
    const id = await campaigns.launched({ list });
    await service.drain();
    await scripted.report(scripted.handed, "delivered");
    await campaigns.does("stop", id);
    await service.request.delete(`/v3/contacts/${contact}`).expect(204);
    await campaigns.does("launch", id);
    expect(await campaigns.read(id)).toMatchObject({
      status: "completed",
      progress: { total: 1, delivered: 1 },
    });
  });

  it("ends between two submissions of one job, within a second", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(6) });
    await expand(10);
    scripted.behaves(async (messages) => {
      await campaigns.does("stop", id);
      service.clock.advance(SECOND);
      return acceptAll(messages);
    });
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 6, sent: 2, pending: 4 });
    scripted.behaves(acceptAll);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 6, sent: 6 });
  });

  it("ends while its sender is at its speed", async () => {
    await speed(1);
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await service.drain();
    expect(handed()).toHaveLength(1);
    await campaigns.does("stop", id);
    for (let second = 0; second < 5; second += 1) {
      service.clock.advance(SECOND);
      await service.drain();
    }
    expect(handed()).toHaveLength(1);
    await campaigns.does("launch", id);
    for (let second = 0; second < 4; second += 1) {
      service.clock.advance(SECOND);
      await service.drain();
    }
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("does not count as a hand-over that broke off, however often", async () => {
    await speed(1);
    const id = await campaigns.launched({ list: await campaigns.list(8) });
    await expand(10);
    for (let round = 0; round < 4; round += 1) {
      await dispatchOnce();
      await campaigns.does("stop", id);
      service.clock.advance(SECOND);
      await dispatchOnce();
      const job = { account_id: service.accountId, tag: id, kind: "submission" };
      expect(await service.db("jobs").where(job).pluck("leases")).toEqual([0]);
      await campaigns.does("launch", id);
      await expand(10);
    }
    await dispatchOnce();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 8, failed: 0 });
  });

  it("still counts the hand-overs that did break off", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(1) });
    await expand(10);
    const job = { account_id: service.accountId, tag: id, kind: "submission" };
    await service.db("jobs").where(job).update({ leases: 1 });
    await campaigns.does("stop", id);
    await dispatchOnce();
    expect(await service.db("jobs").where(job).pluck("leases")).toEqual([1]);
    await campaigns.does("launch", id);
    await service.drain();
  });

  it.each([
    ["", async () => service.drain()],
    [" during which no worker ran", async () => {}],
  ])("still sends what waited after a stop of more than a day%s", async (_, meanwhile) => {
    const id = await campaigns.launched({ list: await campaigns.list(3) });
    await expand(10);
    await campaigns.does("stop", id);
    await meanwhile();
    service.clock.advance(DAY + HOUR);
    await meanwhile();
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 3, sent: 3, expired: 0 });
  });

  it("lets what waits expire a day after it goes on, not before", async () => {
    const away = { code: "carrier_unreachable" as const, message: "away", carrierCode: null };
    const id = await campaigns.launched({ list: await campaigns.list(1) });
    await expand(10);
    await campaigns.does("stop", id);
    service.clock.advance(DAY);
    await campaigns.does("launch", id);
    await speed(1, 0);
    service.clock.advance(-1);
    await service.drain();
    await service.db("jobs").where({ tag: id }).update({ due_at: service.clock.now() });
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 1, pending: 1 });
    service.clock.advance(DAY + 1);
    scripted.behaves(async (messages) => messages.map(() => ({ type: "retry", error: away })));
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 1, expired: 1 });
  });

  it("tries again later, and only once it goes on, what the carrier did not take", async () => {
    const away = { code: "carrier_unreachable" as const, message: "away", carrierCode: null };
    scripted.behaves(async (messages) => messages.map(() => ({ type: "retry", error: away })));
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await service.drain();
    scripted.handed.length = 0;
    scripted.behaves(acceptAll);
    await campaigns.does("stop", id);
    service.clock.advance(HOUR);
    await service.drain();
    expect(handed()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("follows to the end what was handed over before", async () => {
    await speed(2);
    const id = await campaigns.launched({ list: await campaigns.list(6) });
    await service.drain();
    expect(handed()).toHaveLength(2);
    await campaigns.does("stop", id);
    service.clock.advance(SECOND);
    await service.drain();
    service.clock.advance(10 * SECOND);
    await service.drain();
    // Others are still looked after from tests before.
    const asked = async () => {
      const own = (await campaigns.messages(id)).map((message) => message.id);
      return inquired.filter((message) => own.includes(message)).sort();
    };
    expect(await asked()).toEqual(handed().sort());
    await scripted.report(scripted.handed, "delivered");
    expect(await campaigns.read(id)).toMatchObject({
      ...{ status: "error", progress: { total: 6, pending: 4, delivered: 2 } },
    });
    inquired.length = 0;
    await speed(100_000);
    await campaigns.does("launch", id);
    await service.drain();
    service.clock.advance(11 * SECOND);
    await service.drain();
    expect(await asked()).toEqual(handed().slice(2).sort());
  });

  it("goes on after a schedule that was cancelled, too", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await expand(2);
    await campaigns.does("stop", id);
    await service.drain();
    await campaigns.does("schedule", id);
    await service.drain();
    await campaigns.does("cancel", id);
    await service.drain();
    expect(await campaigns.read(id)).toMatchObject({
      status: "draft",
      error: null,
      progress: { pending: 2 },
    });
    expect(handed()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("goes on when it was scheduled to", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await expand(2);
    await campaigns.does("stop", id);
    await campaigns.does("schedule", id);
    service.clock.advance(HOUR);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("keeps its messages when it is deleted as a draft: those that wait end as expired", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    scripted.behaves(async (messages) => {
      await campaigns.does("stop", id);
      service.clock.advance(SECOND);
      return acceptAll(messages);
    });
    await service.drain();
    const sent = scripted.handed.slice();
    await campaigns.does("schedule", id);
    await campaigns.does("cancel", id);
    await campaigns.does("delete", id);
    await service.drain();
    expect((await campaigns.messages(id)).map(({ status }) => status).sort()).toEqual([
      ...["expired", "expired", "sent", "sent"],
    ]);
    await scripted.report(sent, "delivered");
    const page = await service.request.get(`/v3/messages?campaign_id=${id}`).expect(200);
    const shown = (page.body as { data: { status: string; error: { code: string } | null; price: number }[] })
      .data;
    expect(shown.map(({ status, error, price }) => [status, error?.code, price > 0]).sort()).toEqual([
      ["delivered", undefined, true],
      ["delivered", undefined, true],
      ["expired", "expired", false],
      ["expired", "expired", false],
    ]);
    expect(handed()).toHaveLength(2);
  });

  it("takes the template's text of the new launch for the messages that are still to be created", async () => {
    const template = await campaigns.template("antes");
    const id = await campaigns.launched({ list: await campaigns.list(2), template });
    await expand(1);
    await campaigns.does("stop", id);
    const content = { type: "text", text: "depois" };
    await service.request.patch(`/v3/templates/${template}`).send({ content }).expect(200);
    await campaigns.does("launch", id);
    await service.drain();
    expect(scripted.handed.map((message) => (message.content as { text: string }).text).sort()).toEqual([
      ...["antes", "depois"],
    ]);
  });

  it("can be stopped again before anything of the new run has happened", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(3) });
    await expand(2);
    for (let round = 0; round < 3; round += 1) {
      await campaigns.does("stop", id);
      await campaigns.does("launch", id);
    }
    await campaigns.does("stop", id);
    await service.drain();
    expect(handed()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 3, sent: 3 });
  });
});
