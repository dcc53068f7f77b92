import { DAY, HOUR, SECOND } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { acceptAll, retryAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { expandOnce } from "../support/expansion";
import { testService } from "../support/service";
import { until } from "../support/until";

describe.each(databases)("a stopped campaign on %s", (database) => {
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
  const submitted = () => scripted.submitted.map(({ messageId }) => messageId);

  beforeEach(async () => {
    scripted.behaves(acceptAll);
    await service.drain();
    await speed(100_000);
    scripted.submitted.length = 0;
    inquired.length = 0;
  });
  afterEach(() => {
    expect(new Set(submitted()).size).toBe(submitted().length);
  });

  it("creates and submits nothing more, keeps its progress, and resumes where it stopped", async () => {
    const list = await campaigns.list(5);
    const id = await campaigns.launched({ list });
    await expand(3);
    await campaigns.does("stop", id);
    await service.drain();
    await campaigns.expect(id, {
      status: "error",
      error: { code: "stopped" },
      progress: { total: 3, pending: 3, sent: 0 },
    });
    expect(submitted()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 5, pending: 0, sent: 5 });
    await scripted.report(scripted.submitted, "delivered");
    await service.drain();
    await campaigns.expect(id, { status: "completed", error: null });
  });

  it("takes a new snapshot at relaunch and sends no contact a second message", async () => {
    const list = await campaigns.list();
    const before = await campaigns.fill(list, 4);
    const id = await campaigns.launched({ list });
    await expand(2);
    const done = await contactsOf(id);
    await campaigns.does("stop", id);
    const joined = await campaigns.fill(list, 2);
    const left = before.find((contact) => !done.includes(contact));
    // One contact without a message, and one contact with a message.
    for (const contact of [left, done[0]]) {
      await service.request.delete(`/v3/contact-lists/${list}/contacts/${contact}`).expect(204);
    }
    await campaigns.does("launch", id);
    await service.drain();
    const expected = [...before.filter((contact) => contact !== left), ...joined];
    expect((await contactsOf(id)).sort()).toEqual(expected.sort());
    // The waiting message is sent although its contact has left the list.
    expect(submitted()).toHaveLength(5);
  });

  it("sends waiting messages at relaunch with an empty list before it completes", async () => {
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
    await campaigns.expect(id, { status: "running", progress: { total: 2, sent: 2 } });

    // Nothing is left to send, but the delivery reports are outstanding.
    await campaigns.does("stop", id);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).status).toBe("running");
    await scripted.report(scripted.submitted, "delivered");
    await service.drain();
    expect((await campaigns.read(id)).status).toBe("completed");
  });

  it("wakes the sender of waiting messages at relaunch, also when no message is created", async () => {
    const list = await campaigns.list();
    const [contact] = await campaigns.fill(list, 1);
    const id = await campaigns.launched({ list });
    await expand(10);
    await campaigns.does("stop", id);
    await service.drain();
    await service.request.delete(`/v3/contact-lists/${list}/contacts/${contact}`).expect(204);
    await campaigns.does("launch", id);
    const woken: (string | undefined)[] = [];
    const unsubscribe = service.app.wakeups.subscribe("submission", (keys = []) =>
      woken.push(...keys.map(({ key }) => key)),
    );
    await expand(10);
    // A wake-up that follows another one within 50 ms passes later.
    await until("the sender is woken", 10, () => Promise.resolve(woken.length > 0), 10);
    unsubscribe();
    const [message] = await service.db("messages").where({ campaign_id: id }).select("sender_id");
    expect(woken).toEqual([message.sender_id]);
  });

  it("completes immediately when relaunched with nothing left to do", async () => {
    const list = await campaigns.list();
    const [contact] = await campaigns.fill(list, 1);
    const id = await campaigns.launched({ list });
    await service.drain();
    await scripted.report(scripted.submitted, "delivered");
    await campaigns.does("stop", id);
    await service.request.delete(`/v3/contacts/${contact}`).expect(204);
    await campaigns.does("launch", id);
    await campaigns.expect(id, { status: "completed", progress: { total: 1, delivered: 1 } });
  });

  it("stops between two submissions of one job, within a second", async () => {
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

  it("stops while messages wait for the sender's rate limit", async () => {
    await speed(1);
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await service.drain();
    expect(submitted()).toHaveLength(1);
    await campaigns.does("stop", id);
    for (let second = 0; second < 5; second += 1) {
      await service.drainAfter(SECOND);
    }
    expect(submitted()).toHaveLength(1);
    await campaigns.does("launch", id);
    for (let second = 0; second < 4; second += 1) {
      await service.drainAfter(SECOND);
    }
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("does not count a stop as an interrupted submission", async () => {
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

  it("keeps the count of interrupted submissions", async () => {
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
  ])("sends waiting messages after a stop of more than a day%s", async (_, whileStopped) => {
    const id = await campaigns.launched({ list: await campaigns.list(3) });
    await expand(10);
    await campaigns.does("stop", id);
    await whileStopped();
    service.clock.advance(DAY + HOUR);
    await whileStopped();
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 3, sent: 3, expired: 0 });
  });

  it("expires waiting messages a day after the relaunch, not earlier", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(1) });
    await expand(10);
    await campaigns.does("stop", id);
    service.clock.advance(DAY);
    await campaigns.does("launch", id);
    await speed(1, 0);
    await service.drainAfter(-1);
    await service.db("jobs").where({ tag: id }).update({ due_at: service.clock.now() });
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 1, pending: 1 });
    service.clock.advance(DAY + 1);
    scripted.behaves(retryAll);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 1, expired: 1 });
  });

  it("retries messages that the carrier did not accept only after the relaunch", async () => {
    scripted.behaves(retryAll);
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await service.drain();
    scripted.submitted.length = 0;
    scripted.behaves(acceptAll);
    await campaigns.does("stop", id);
    await service.drainAfter(HOUR);
    expect(submitted()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("tracks messages submitted before the stop until they are final", async () => {
    await speed(2);
    const id = await campaigns.launched({ list: await campaigns.list(6) });
    await service.drain();
    expect(submitted()).toHaveLength(2);
    await campaigns.does("stop", id);
    await service.drainAfter(SECOND);
    await service.drainAfter(10 * SECOND);
    // Messages of earlier tests are still being queried.
    const queried = async () => {
      const own = (await campaigns.messages(id)).map((message) => message.id);
      return inquired.filter((message) => own.includes(message)).sort();
    };
    expect(await queried()).toEqual(submitted().sort());
    await scripted.report(scripted.submitted, "delivered");
    await campaigns.expect(id, { status: "error", progress: { total: 6, pending: 4, delivered: 2 } });
    inquired.length = 0;
    await speed(100_000);
    await campaigns.does("launch", id);
    await service.drain();
    await service.drainAfter(11 * SECOND);
    expect(await queried()).toEqual(submitted().slice(2).sort());
  });

  it("resumes when launched after a cancelled schedule", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await expand(2);
    await campaigns.does("stop", id);
    await service.drain();
    await campaigns.does("schedule", id);
    await service.drain();
    await campaigns.does("cancel", id);
    await service.drain();
    await campaigns.expect(id, { status: "draft", error: null, progress: { pending: 2 } });
    expect(submitted()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("resumes at the scheduled time", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(4) });
    await expand(2);
    await campaigns.does("stop", id);
    await campaigns.does("schedule", id);
    await service.drainAfter(HOUR);
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 4, sent: 4 });
  });

  it("keeps its messages when deleted as a draft, and expires the waiting ones without follow-ups", async () => {
    const followUp = await campaigns.template("E aí?");
    const template = await new Exchange(service).template({
      rules: [{ on: ["expired", "no_delivery"], after_seconds: 60, template_id: followUp }],
    });
    const id = await campaigns.launched({ list: await campaigns.list(4), template });
    scripted.behaves(async (messages) => {
      await campaigns.does("stop", id);
      service.clock.advance(SECOND);
      return acceptAll(messages);
    });
    await service.drain();
    const sent = scripted.submitted.slice();
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
    await service.drainAfter(HOUR);
    expect(await campaigns.messages(id)).toHaveLength(4);
    expect(submitted()).toHaveLength(2);
  });

  it("uses the template's text at relaunch for messages that are not created yet", async () => {
    const template = await campaigns.template("antes");
    const id = await campaigns.launched({ list: await campaigns.list(2), template });
    await expand(1);
    await campaigns.does("stop", id);
    const content = { type: "text", text: "depois" };
    await service.request.patch(`/v3/templates/${template}`).send({ content }).expect(200);
    await campaigns.does("launch", id);
    await service.drain();
    expect(scripted.submitted.map((message) => (message.content as { text: string }).text).sort()).toEqual([
      ...["antes", "depois"],
    ]);
  });

  it("stops again before the new run has done anything", async () => {
    const id = await campaigns.launched({ list: await campaigns.list(3) });
    await expand(2);
    for (let round = 0; round < 3; round += 1) {
      await campaigns.does("stop", id);
      await campaigns.does("launch", id);
    }
    await campaigns.does("stop", id);
    await service.drain();
    expect(submitted()).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 3, sent: 3 });
  });
});
