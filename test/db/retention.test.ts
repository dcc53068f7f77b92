import { access } from "node:fs/promises";
import { join } from "node:path";
import { messageDifferences, repairMessageSums } from "../../src/features/messages/recount.store";
import { retentionJob } from "../../src/features/retention/retention.jobs";
import { DAY, HOUR } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { type Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { type Exchange } from "../support/exchange";
import { NO_DIFFERENCES, rollUpCounts } from "../support/recount";
import { countOldOf, retain } from "../support/retention";
import { testService } from "../support/service";
import { times } from "../support/times";

const NUMBER = "+5511987651234";
const NEVER_REPORTED = "+5511987650003";
const NONE = {
  messages: 0,
  message_contents: 0,
  inbound_messages: 0,
  inbound_rcs_events: 0,
  inbound_contents: 0,
  webhook_deliveries: 0,
};

describe.each(databases)("retention on %s", (database) => {
  const service = testService(database);
  let account: Account;
  let exchange: Exchange;
  let campaigns: Campaigns;
  beforeEach(async () => {
    account = await testAccount(service);
    ({ exchange, campaigns } = account);
  });
  // Retention reads all accounts.
  afterEach(async () => {
    const tables = ["messages", "follow_ups", "inbound_messages", "inbound_rcs_events", "campaigns", "jobs"];
    for (const table of tables) await service.db(table).delete();
  });

  const run = (days: Parameters<typeof retain>[1], options?: Parameters<typeof retain>[2]) =>
    retain(service.app, days, options);
  const idsOf = async (query: object = {}) => (await exchange.messages(query)).map(({ id }) => id);
  const listed = (query: object = {}) =>
    exchange.got<{ pagination: { total: number } }>("/v3/messages", query);
  const totalOf = async (query: object = {}) => (await listed(query)).pagination.total;
  const usage = async (groupBy: string) =>
    (await account.request.get("/v3/usage").query({ group_by: groupBy }).expect(200)).body as unknown;
  const hourlyUsage = async (to: number) =>
    (
      await account.request
        .get("/v3/usage")
        .query({ group_by: "hour", to: new Date(to).toISOString() })
        .expect(200)
    ).body as unknown;

  describe("of messages", () => {
    it("deletes messages older than the setting, and keeps newer ones", async () => {
      const old = await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      service.clock.advance(1);
      const recent = await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      service.clock.advance(40 * DAY);
      expect(await run({ retainMessagesDays: 40 })).toEqual({ ...NONE, messages: 1 });
      expect(await idsOf()).toEqual([recent]);
      await account.request.get(`/v3/messages/${old}`).expect(404);
      expect(await run({ retainMessagesDays: 40 })).toEqual(NONE);
    });

    it("keeps all messages for 0 days", async () => {
      await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      service.clock.advance(10_000 * DAY);
      expect(await run({})).toEqual(NONE);
      expect(await idsOf()).toHaveLength(1);
    });

    it("keeps pending messages, and sent messages that may still receive a report", async () => {
      await exchange.sendOne({ text: "Oi" }, NEVER_REPORTED);
      await service.drain();
      const pending = await exchange.sendOne({ text: "Oi" }, NUMBER);
      service.clock.advance(2 * DAY);
      expect(await run({ retainMessagesDays: 1 })).toEqual(NONE);
      service.clock.advance(2 * DAY + HOUR);
      expect(await run({ retainMessagesDays: 1 })).toEqual({ ...NONE, messages: 1 });
      expect(await idsOf()).toEqual([pending]);
    });

    it("keeps a delivered message while a report may still change it to read", async () => {
      const read = await exchange.sendOne({ text: "Oi" }, NUMBER);
      await exchange.sendOne({ text: "Oi" }, "+5511987651235");
      await service.drain();
      const days = { retainMessagesDays: 1, retainContentDays: 1 };
      service.clock.advance(3 * DAY);
      expect(await run(days)).toEqual(NONE);
      await exchange.reports(read, "read");
      expect(await exchange.message(read)).toMatchObject({ status: "read" });
      expect(await countOldOf(service.app, days)).toEqual({ ...NONE, messages: 1 });
      expect(await run(days)).toEqual({ ...NONE, messages: 1 });
      service.clock.advance(DAY + HOUR);
      expect(await run(days)).toEqual({ ...NONE, messages: 1 });
    });

    it("counts the time for reports from the last change of a message, not from its creation", async () => {
      const late = await exchange.sendOne({ text: "Oi" }, NEVER_REPORTED);
      service.clock.advance(20 * HOUR);
      await service.drain();
      expect(await exchange.message(late)).toMatchObject({ status: "sent" });
      service.clock.advance(4 * DAY - HOUR);
      expect(await run({ retainMessagesDays: 1, retainContentDays: 1 })).toEqual(NONE);
      service.clock.advance(2 * HOUR);
      expect(await run({ retainMessagesDays: 1 })).toEqual({ ...NONE, messages: 1 });
    });

    it("keeps a message whose follow-up waits", async () => {
      const next = await exchange.template({ text: "Chegou?" });
      const rules = [{ on: ["no_delivery" as const], template_id: next, after_seconds: 3 * 86_400 }];
      const template = await exchange.template({ rules });
      const parent = await exchange.sendOne({ template }, NEVER_REPORTED);
      await service.drain();
      await service
        .db("messages")
        .where({ account_id: account.accountId, id: parent })
        .update({ status: "undelivered" });
      service.clock.advance(2 * DAY);
      expect(await run({ retainMessagesDays: 1 })).toEqual(NONE);
      await service.drainAfter(2 * DAY);
      service.clock.advance(DAY);
      expect(await run({ retainMessagesDays: 1 })).toMatchObject({ messages: 1 });
    });

    it("keeps the messages of a campaign that may still send, and deletes those of a completed one", async () => {
      const running = await campaigns.inStatus("running");
      await service.drain();
      await service
        .db("campaigns")
        .where({ account_id: account.accountId, id: running })
        .update({ status: "running" });
      const completed = await campaigns.launched({ list: await campaigns.list(3) });
      await service.drain();
      const stopped = await campaigns.launched({ list: await campaigns.list(1) });
      await service.drain();
      await service
        .db("campaigns")
        .where({ account_id: account.accountId, id: stopped })
        .update({ status: "error", updated_at: service.clock.now() + DAY });
      await campaigns.expect(completed, { status: "completed" });
      service.clock.advance(31 * DAY);
      expect(await run({ retainMessagesDays: 30 })).toEqual({ ...NONE, messages: 3 });
      expect(await totalOf({ campaign_id: running })).toBe(1);
      expect(await totalOf({ campaign_id: stopped })).toBe(1);
      expect(await totalOf({ campaign_id: completed })).toBe(0);
      await campaigns.expect(completed, { progress: expect.objectContaining({ total: 3 }) as object });
      service.clock.advance(DAY);
      expect(await run({ retainMessagesDays: 30 })).toEqual({ ...NONE, messages: 1 });
      expect(await totalOf({ campaign_id: running })).toBe(1);
      expect(await totalOf({ campaign_id: stopped })).toBe(0);
    });

    it("keeps the messages of a campaign that is launched during the run", async () => {
      await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      const campaign = await campaigns.launched({ list: await campaigns.list(2) });
      await service.drain();
      await campaigns.expect(campaign, { status: "completed" });
      service.clock.advance(31 * DAY);
      const launch = () =>
        service
          .db("campaigns")
          .where({ account_id: account.accountId, id: campaign })
          .update({ status: "running" });
      const options = { rowsAtOnce: 1, afterStep: launch };
      expect(await run({ retainMessagesDays: 30 }, options)).toEqual({ ...NONE, messages: 1 });
      expect(await totalOf({ campaign_id: campaign })).toBe(2);
    });

    it.each([false, true])(
      "keeps usage, and lists only stored messages (counts rolled up: %s)",
      async (rolledUp) => {
        const template = await exchange.template();
        const sent = service.clock.now();
        await exchange.send({ template }, [NUMBER, "+5511987650001", "+5511987650002"]);
        await service.drain();
        if (rolledUp) await rollUpCounts(service.db, account.accountId);
        const before = [await usage("day"), await usage("template"), await hourlyUsage(sent)];
        service.clock.advance(DAY);
        await exchange.send({ template }, [NUMBER]);
        await service.drain();
        const later = [await usage("day"), await usage("template"), await hourlyUsage(sent)];
        service.clock.advance(5 * DAY);
        expect(await run({ retainMessagesDays: 5 })).toMatchObject({ messages: 3 });
        expect([await usage("day"), await usage("template"), await hourlyUsage(sent)]).toEqual(later);
        expect(later).not.toEqual(before);
        for (const query of [{}, { template_id: template }, { channel: "sms" }, { status: "delivered" }]) {
          expect([await totalOf(query), (await idsOf(query)).length]).toEqual([1, 1]);
        }
        expect(await totalOf({ status: "undelivered" })).toBe(0);
      },
    );

    it("keeps the usage by purpose, before and after a roll-up", async () => {
      const body = { channel: "sms", purpose: "marketing", content: { type: "text", text: "Oi" } };
      await exchange.posted("/v3/messages", { ...body, recipients: [{ to: NUMBER }] }, 202);
      await service.drain();
      const before = await usage("purpose");
      expect(before).toMatchObject({ data: [{ purpose: "marketing", total: 1 }] });
      service.clock.advance(5 * DAY);
      expect(await run({ retainMessagesDays: 1 })).toMatchObject({ messages: 1 });
      expect(await usage("purpose")).toEqual(before);
      expect(await messageDifferences(service.db, account.accountId)).toEqual(NO_DIFFERENCES);
      await rollUpCounts(service.db, account.accountId);
      expect(await usage("purpose")).toEqual(before);
      expect(await messageDifferences(service.db, account.accountId)).toEqual(NO_DIFFERENCES);
    });

    it("does not count deleted messages as a difference, and repairs keep them in the usage", async () => {
      await exchange.send({ text: "Oi" }, [NUMBER, "+5511987651235"]);
      await service.drain();
      const before = await usage("day");
      service.clock.advance(5 * DAY);
      await run({ retainMessagesDays: 1 });
      expect(await messageDifferences(service.db, account.accountId)).toEqual(NO_DIFFERENCES);
      await rollUpCounts(service.db, account.accountId);
      expect(await messageDifferences(service.db, account.accountId)).toEqual(NO_DIFFERENCES);
      expect(await usage("day")).toEqual(before);
    });

    it("restores the usage after a build without retention has repaired the counts", async () => {
      await exchange.send({ text: "Oi" }, [NUMBER, "+5511987650001"]);
      await service.drain();
      const before = [await usage("day"), await usage("hour")];
      service.clock.advance(5 * DAY);
      await run({ retainMessagesDays: 1 });
      const { db } = service;
      const { accountId } = account;
      await rollUpCounts(db, accountId);
      for (const table of ["message_totals", "message_hours"]) {
        await db(table)
          .where({ account_id: accountId })
          .update({ messages: db.raw("messages - purged"), price: db.raw("price - purged_price") });
      }
      expect(await usage("day")).toEqual({ data: [] });
      await db.transaction(async (trx) => {
        await repairMessageSums(trx, accountId, await messageDifferences(trx, accountId));
      });
      expect([await usage("day"), await usage("hour")]).toEqual(before);
      expect(await totalOf()).toBe(0);
    });

    it("deletes carrier references, so that a late report changes nothing", async () => {
      const id = await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      service.clock.advance(5 * DAY);
      expect(await run({ retainMessagesDays: 1 })).toMatchObject({ messages: 1 });
      const references = service.db("carrier_references").where({ account_id: account.accountId });
      expect(await references).toEqual([]);
      const before = await usage("day");
      await exchange.reports(id, "read");
      expect(await usage("day")).toEqual(before);
      expect(await idsOf()).toEqual([]);
    });

    it("keeps a reply whose message is deleted, with the id of the message", async () => {
      const id = await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      await exchange.reply(NUMBER, "Sim");
      service.clock.advance(5 * DAY);
      expect(await run({ retainMessagesDays: 1 })).toMatchObject({ messages: 1 });
      expect((await exchange.inbound()).data).toMatchObject([{ text: "Sim", paired_message_id: id }]);
      await exchange.reply(NUMBER, "Outra", { inReplyTo: id });
      expect((await exchange.inbound()).data).toMatchObject([
        { text: "Outra", paired_message_id: null },
        { text: "Sim" },
      ]);
    });

    it("continues after an interruption, and after messages that stay", async () => {
      const pending = await exchange.send(
        { text: "Oi" },
        times(30, (index) => `+55119876${11_000 + index}`),
      );
      await service.drain();
      await exchange.send(
        { text: "Oi" },
        times(30, (index) => `+55119876${21_000 + index}`),
      );
      await service.drain();
      await service
        .db("messages")
        .where({ account_id: account.accountId })
        .whereIn("id", pending.slice(0, 29))
        .update({ status: "pending" });
      service.clock.advance(10 * DAY);
      const days = { retainMessagesDays: 1 };
      expect(await countOldOf(service.app, days)).toEqual({ ...NONE, messages: 31 });
      expect(await run(days, { steps: 4, rowsAtOnce: 10 })).toEqual({ ...NONE, messages: 11 });
      expect(await run(days, { rowsAtOnce: 10 })).toEqual({ ...NONE, messages: 20 });
      expect(await countOldOf(service.app, days)).toEqual(NONE);
      await service.db("messages").where({ account_id: account.accountId }).delete();
    });
  });

  describe("of content", () => {
    it("erases the content of old messages and keeps the rest", async () => {
      const template = await exchange.template({ text: "Olá {{name}}" });
      const id = await exchange.sendOne({ template }, NUMBER, { name: "Anastácia" });
      await service.drain();
      const before = await exchange.message(id);
      service.clock.advance(20 * DAY);
      const kept = await exchange.sendOne({ template }, NUMBER, { name: "Anastácia" });
      await service.drain();
      const days = { retainContentDays: 10, retainMessagesDays: 100 };
      expect(await countOldOf(service.app, days)).toEqual({ ...NONE, message_contents: 1 });
      expect(await run(days)).toEqual({ ...NONE, message_contents: 1 });
      expect(await exchange.message(id)).toEqual({ ...before, content: null });
      expect(await idsOf({ search: "anastacia" })).toEqual([kept]);
      expect(await run(days)).toEqual(NONE);
      const row: unknown = await service
        .db("messages")
        .where({ account_id: account.accountId, id })
        .first("variables", "follow_ups", "search");
      expect(row).toEqual({ variables: null, follow_ups: null, search: NUMBER });
    });

    it("erases the content of messages in flight once they are settled", async () => {
      const pending = await exchange.sendOne({ text: "Segredo" }, NUMBER);
      const sent = service.clock.now();
      service.clock.advance(1);
      await exchange.sendOne({ text: "Segredo" }, "+5511987651235");
      const others = { account_id: account.accountId };
      await service.db("messages").where(others).whereNot({ id: pending }).update({ status: "failed" });
      service.clock.advance(20 * DAY);
      const days = { retainContentDays: 10 };
      expect(await run(days)).toEqual({ ...NONE, message_contents: 1 });
      expect((await exchange.message(pending)).content).not.toBeNull();
      await service
        .db("messages")
        .where({ ...others, id: pending })
        .update({ status: "delivered" });
      expect(service.clock.now()).toBeGreaterThan(sent);
      expect(await countOldOf(service.app, days)).toEqual({ ...NONE, message_contents: 1 });
      expect(await run(days)).toEqual({ ...NONE, message_contents: 1 });
      expect((await exchange.message(pending)).content).toBeNull();
    });

    it("does not count messages that the message retention deletes", async () => {
      await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      service.clock.advance(20 * DAY);
      const days = { retainContentDays: 15, retainMessagesDays: 10 };
      expect(await countOldOf(service.app, days)).toEqual({ ...NONE, messages: 1 });
      expect(await run(days)).toEqual({ ...NONE, messages: 1 });
    });

    it("erases the content of inbound records, with their files", async () => {
      await exchange.reply(NUMBER, "Moro na Rua das Acácias");
      const path = await receiveFile();
      await exchange.rcsEvent(NUMBER, "action", { actionLabel: "Ligar", postbackData: "call" });
      service.clock.advance(20 * DAY);
      await exchange.reply(NUMBER, "Nova");
      const days = { retainContentDays: 10 };
      expect(await countOldOf(service.app, days)).toEqual({ ...NONE, inbound_contents: 3 });
      expect(await run(days)).toEqual({ ...NONE, inbound_contents: 3 });
      expect((await exchange.inbound()).data).toMatchObject([
        { text: "Nova" },
        { text: null, file: null, sender: NUMBER },
        { text: null, sender: NUMBER },
      ]);
      expect((await exchange.events()).data).toMatchObject([{ action_label: null, postback_data: null }]);
      await service.anonymous.get(path).expect(404);
      expect(await run(days)).toEqual(NONE);
    });
  });

  /** Receives a file and returns the path of its URL. */
  async function receiveFile(): Promise<string> {
    const bytes = Buffer.from("png");
    await exchange.reply(NUMBER, { type: "file", contentType: "image/png", filename: "rg.png", bytes });
    const [inbound] = (await exchange.inbound()).data;
    return new URL(inbound?.file?.url ?? "").pathname;
  }

  describe("of inbound records", () => {
    it("deletes old records with their files, and keeps newer ones", async () => {
      await exchange.reply(NUMBER, "Oi");
      const path = await receiveFile();
      await exchange.rcsEvent(NUMBER, "action", { actionLabel: "Ligar", postbackData: "call" });
      const { file_id: fileId } = (await service
        .db("inbound_messages")
        .where({ account_id: account.accountId })
        .whereNotNull("file_id")
        .first()) as { file_id: string };
      const bytes = join(service.app.config.dataDir, "files", account.accountId, fileId);
      await access(bytes);
      service.clock.advance(10 * DAY + 1);
      await exchange.reply(NUMBER, "Nova");
      const days = { retainInboundDays: 10 };
      const old = { ...NONE, inbound_messages: 2, inbound_rcs_events: 1 };
      expect(await countOldOf(service.app, days)).toEqual(old);
      expect(await run(days)).toEqual(old);
      const { data, pagination } = await exchange.inbound();
      expect(data).toMatchObject([{ text: "Nova" }]);
      expect(pagination.total).toBe(1);
      expect((await exchange.events()).data).toEqual([]);
      await service.anonymous.get(path).expect(404);
      await expect(access(bytes)).rejects.toThrow("ENOENT");
      expect(await service.db("inbound_files").where({ account_id: account.accountId })).toEqual([]);
      expect(await run(days)).toEqual(NONE);
    });

    it("keeps a record whose file cannot be removed until the storage works again", async () => {
      await receiveFile();
      await exchange.reply(NUMBER, "Oi");
      service.clock.advance(11 * DAY);
      const storage = { ...service.app.storage, remove: () => Promise.reject(new Error("away")) };
      const job = retentionJob({
        ...service.app,
        storage,
        config: { ...service.app.config, retainInboundDays: 10 },
      });
      while (await job.run()) continue;
      expect((await exchange.inbound()).data).toMatchObject([{ file: { content_type: "image/png" } }]);
      expect(await run({ retainInboundDays: 10 })).toEqual({ ...NONE, inbound_messages: 1 });
    });
  });

  describe("as a periodic job", () => {
    it("counts deleted rows by kind and pauses after each transaction", async () => {
      await exchange.sendOne({ text: "Oi" }, NUMBER);
      await service.drain();
      service.clock.advance(5 * DAY);
      const pauses: number[] = [];
      const job = retentionJob(
        { ...service.app, config: { ...service.app.config, retainMessagesDays: 2 } },
        { pause: async (ms) => void pauses.push(ms), now: () => performance.now() },
      );
      const counted = async () =>
        (await service.app.metrics.retentionRows.get()).values.find(
          ({ labels }) => labels.kind === "messages",
        )?.value ?? 0;
      const before = await counted();
      while (await job.run()) continue;
      expect(await counted()).toBe(before + 1);
      expect(pauses).toHaveLength(1);
      expect(await idsOf()).toEqual([]);
    });
  });
});
