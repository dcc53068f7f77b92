import { setTimeout as pause } from "node:timers/promises";
import type { App } from "../../src/app/app";
import { completionHandler } from "../../src/features/campaigns/completion";
import { launchCampaign, stopCampaign } from "../../src/features/campaigns/lifecycle";
import { addMembers, removeMember } from "../../src/features/contact-lists/members.store";
import { NO_PRECONDITION } from "../../src/platform/precondition";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { workOff } from "../../src/queue/worker";
import { Campaigns } from "../support/campaigns";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases, openForTest } from "../support/databases";
import { expandAll, expandJob, expandOnce, stepwise } from "../support/expansion";
import { expectTrueCounts } from "../support/recount";
import { testService } from "../support/service";
import { until } from "../support/until";
import { withTransactions } from "../support/transactions";

const upToHundred = (value: string) => Array.from({ length: 99 }, (_, index) => [`a${index}`, value]);
const upTo = (max: number) => 1 + Math.floor(Math.random() * max);

describe.each(databases)("the expansion of campaigns on %s", (database) => {
  const scripted = scriptedCarrier({ batchSize: 7 });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  const campaigns = new Campaigns(service);
  let otherDb: App["db"] | null = null;

  /** Another process with a separate connection pool; a SQLite database belongs to one process. */
  const otherApp = (): App => ({ ...service.app, db: otherDb ?? service.db });

  beforeAll(() => {
    const url = service.app.config.databaseUrl;
    if (url !== null) otherDb = openForTest({ url, sqliteFile: "", poolSize: 8 });
  });
  afterAll(() => otherDb?.destroy());
  beforeEach(() => {
    scripted.behaves(acceptAll);
    scripted.submitted.length = 0;
  });

  /** Returns the application with `action` done right before the nth transaction. */
  function interrupted(action: () => Promise<void>, nth = 1): App {
    let left = nth;
    const db = withTransactions(service.db, async (work) => {
      left -= 1;
      if (left === 0) await action();
      return service.db.transaction(work);
    });
    return { ...service.app, db };
  }

  const contactsOf = async (id: string) =>
    (await campaigns.messages(id)).map(({ contact_id }) => contact_id).sort();
  const expand = (chunk: number, app: App = service.app) => expandOnce(app, chunk);

  it.each([
    ["contacts", 40, { a: "ok", ...Object.fromEntries(upToHundred("ã".repeat(1024))) }, "{{a}}"],
    ["contents", 400, { a: "😀".repeat(512) }, "{{a}}".repeat(6)],
  ])("expands fewer contacts at a time when %s are large", async (_, count, attributes, text) => {
    const list = await campaigns.list();
    const upserts = Array.from({ length: count }, () => ({ phone: campaigns.number(), attributes }));
    const contacts = await campaigns.fill(list, upserts);
    const template = await campaigns.template(text, { channel: "rcs" });
    const id = await campaigns.launched({ list, template });
    let chunks = 0;
    while (await expand(1_000)) chunks += 1;
    expect(chunks).toBeGreaterThan(1);
    expect(await contactsOf(id)).toEqual([...contacts].sort());
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: count, error: 0 });
  });

  it("creates each message once while several processes expand a campaign", async () => {
    const list = await campaigns.list();
    const contacts = await campaigns.fill(list, 120);
    const id = await campaigns.launched({ list });
    const expander = async (app: App) => {
      // Null also means that another process took the job first.
      for (let idle = 0; idle < 3;) {
        if (await expandOnce(app, upTo(9))) idle = 0;
        else idle += 1;
      }
    };
    await Promise.all([service.app, otherApp(), service.app, otherApp()].map((app) => expander(app)));
    await service.drain();
    expect(await contactsOf(id)).toEqual([...contacts].sort());
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 120, sent: 120 });
    await expectTrueCounts(service.app, service.accountId);
  });

  it("creates each message once over ten runs that were stopped at random places", async () => {
    const list = await campaigns.list();
    const contacts = await campaigns.fill(list, 150);
    const id = await campaigns.launched({ list });
    for (let run = 0; run < 10; run += 1) {
      const expanding = Promise.all([expand(upTo(12)), expand(upTo(12), otherApp())]);
      if (run % 2 === 0) await expanding;
      await stopCampaign(service.app, service.accountId, id, NO_PRECONDITION);
      await expanding;
      const { total } = (await campaigns.read(id)).progress;
      await expand(12);
      if (run % 3 === 0) await service.drain();
      expect((await campaigns.read(id)).progress.total).toBe(total);
      contacts.push(...(await campaigns.fill(list, 1)));
      await launchCampaign(service.app, service.accountId, id, NO_PRECONDITION);
    }
    await service.drain();
    expect(await contactsOf(id)).toEqual(contacts.sort());
    expect(scripted.submitted.map(({ messageId }) => messageId).sort()).toEqual(
      (await campaigns.messages(id)).map((message) => message.id).sort(),
    );
    await expectTrueCounts(service.app, service.accountId);
  });

  it("creates and submits each message once while workers run and runs are stopped", async () => {
    scripted.behaves(async (messages) => {
      await pause(upTo(4));
      return acceptAll(messages);
    });
    const list = await campaigns.list();
    const contacts = await campaigns.fill(list, 100);
    const id = await campaigns.launched({ list });
    let working = true;
    const workers = [service.app, otherApp()].flatMap((app) => {
      const dispatcher = createDispatcher(app);
      const work = async (step: () => Promise<boolean>) => {
        while (working) if (!(await step())) await pause(1);
      };
      return [
        work(() => workOff(app, stepwise(app, upTo(20)))),
        work(() => dispatcher.workOff()),
        work(() => workOff(app, completionHandler(app))),
      ];
    });
    for (let run = 0; run < 8; run += 1) {
      await pause(upTo(30));
      await stopCampaign(service.app, service.accountId, id, NO_PRECONDITION);
      await pause(upTo(15));
      await launchCampaign(otherApp(), service.accountId, id, NO_PRECONDITION);
    }
    const isSent = async () => (await campaigns.read(id)).progress.sent === contacts.length;
    await until("every message is sent", 60, isSent, 20);
    working = false;
    await Promise.all(workers);
    expect(await contactsOf(id)).toEqual(contacts.sort());
    expect(scripted.submitted.map(({ messageId }) => messageId).sort()).toEqual(
      (await campaigns.messages(id)).map((message) => message.id).sort(),
    );
    await scripted.report(scripted.submitted, "delivered");
    await service.drain();
    expect(await campaigns.read(id)).toMatchObject({
      status: "completed",
      progress: { total: 100, delivered: 100 },
    });
    expect(await service.db("jobs").where({ tag: id, kind: "submission" })).toEqual([]);
    await expectTrueCounts(service.app, service.accountId);
  });

  it("creates at most one message for each contact, and one for each that stays, while the list changes", async () => {
    const list = await campaigns.list();
    const stay = await campaigns.fill(list, 30);
    const leave = await campaigns.fill(list, 10);
    const waver = await campaigns.fill(list, 10);
    const id = await campaigns.draft({ list });
    const { accountId, db } = service;
    const change = (work: (trx: App["db"]) => Promise<unknown>) => db.transaction(work);
    const remove = (contact: string) => change((trx) => removeMember(trx, accountId, contact, list));
    const byRequest = { origin: "request", at: service.clock.now() } as const;
    const add = (contact: string) =>
      change((trx) => addMembers(trx, { accountId, listId: list }, [contact], byRequest));
    await Promise.all([
      launchCampaign(service.app, accountId, id, NO_PRECONDITION),
      ...leave.map((contact) => remove(contact)),
      ...waver.map(async (contact) => {
        for (let time = 0; time < 3; time += 1) {
          await remove(contact);
          await add(contact);
        }
      }),
      (async () => {
        for (let chunk = 0; chunk < 12; chunk += 1) await expand(4, otherApp());
      })(),
    ]);
    while (await expand(9)) continue;
    const messaged = await contactsOf(id);
    expect(new Set(messaged).size).toBe(messaged.length);
    expect(messaged).toEqual(expect.arrayContaining(stay));
    expect([...stay, ...leave, ...waver]).toEqual(expect.arrayContaining(messaged));
    await expectTrueCounts(service.app, accountId);
  });

  it("creates no message for a contact that is deleted while it is on a blacklist", async () => {
    const { request, accountId } = service;
    const phones = [campaigns.number(), campaigns.number(), campaigns.number(), campaigns.number()];
    const list = await campaigns.list(phones.map((phone) => ({ phone })));
    const contact = (index: number, suppressedOn?: "sms"[]) =>
      service.contact({ phone: phones[index] ?? "", suppressedOn });
    const [stays, deleted] = [await contact(0), await contact(1)];
    const [suppressed, left] = [await contact(2, ["sms"]), await contact(3, ["sms"])];
    const id = await campaigns.launched({ list });
    await expandJob(service.app);
    await request.delete(`/v3/contact-lists/${list}/contacts/${left}`).expect(204);
    for (const each of [deleted, suppressed, left]) await request.delete(`/v3/contacts/${each}`).expect(204);
    while (await expand(10)) continue;
    expect(await contactsOf(id)).toEqual([stays, deleted].sort());
    await service.drain();
    await expectTrueCounts(service.app, accountId);
  });

  it.each([
    ["stopped", "planned", 1],
    ["stopped", "written", 2],
    ["stopped and launched again", "planned", 1],
    ["stopped and launched again", "written", 2],
  ])("writes no message of a run that is %s right before a range is %s", async (what, _, transaction) => {
    const interrupt = async (id: string) => {
      await campaigns.does("stop", id);
      if (what !== "stopped") await campaigns.does("launch", id);
    };
    const list = await campaigns.list();
    const [first] = await campaigns.fill(list, 2);
    const id = await campaigns.launched({ list });
    await service.request.delete(`/v3/contact-lists/${list}/contacts/${first}`).expect(204);
    const app = interrupted(() => interrupt(id), transaction);
    for (let step = 0; step < transaction; step += 1) await expandJob(app);
    expect(await campaigns.messages(id)).toEqual([]);
    if ((await campaigns.read(id)).status === "error") await campaigns.does("launch", id);
    await service.drain();
    // The second launch reads the list without the removed contact.
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 1, sent: 1 });
  });

  it.each([
    ["launched again", 1, "sent", async (id: string) => campaigns.does("launch", id)],
    [
      "deleted",
      0,
      "expired",
      async (id: string) => {
        await campaigns.does("schedule", id);
        await campaigns.does("cancel", id);
        await campaigns.does("delete", id);
      },
    ],
  ])("parks no job of a campaign that is %s during dispatch", async (_, sent, status, interrupt) => {
    const id = await campaigns.launched({ list: await campaigns.list(1) });
    while (await expand(10)) continue;
    await campaigns.does("stop", id);
    const app = interrupted(async () => {
      await interrupt(id);
      while (await expand(10)) continue;
    });
    await createDispatcher(app).workOff();
    await service.drain();
    expect(scripted.submitted).toHaveLength(sent);
    expect((await campaigns.messages(id)).map((message) => message.status)).toEqual([status]);
  });

  it("expands a campaign while another cannot be expanded", async () => {
    const broken = await campaigns.launched({ list: await campaigns.list(1) });
    await service.db("campaigns").where({ id: broken }).update({ content: null });
    const id = await campaigns.launched({ list: await campaigns.list(2) });
    await expandAll(service.app);
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 2 });
    await stopCampaign(service.app, service.accountId, broken, NO_PRECONDITION);
    await service.drain();
  });
});
