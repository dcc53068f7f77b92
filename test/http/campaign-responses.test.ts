import { repairResponseCounts, responseCountDifferences } from "../../src/features/campaigns/responses.store";
import { migrate, migrations } from "../../src/platform/db/migrate";
import { DAY, MINUTE } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { runInProcess } from "../support/in-process-command";
import { databases, openTestDatabase } from "../support/databases";
import type { Page, RuleInput } from "../support/exchange";
import { testService } from "../support/service";

const [ANA, EVA, RUI] = ["+5511987651234", "+5511987651235", "+5511987651236"] as const;

describe.each(databases)("responses to campaigns on %s", (database) => {
  const service = testService(database);

  /** Sends a campaign to Ana, Eva and Rui. */
  const setUp = async (rules: readonly RuleInput[] = []) => {
    const account = await testAccount(service);
    const { exchange, campaigns } = account;
    const list = await campaigns.list([{ phone: ANA }, { phone: EVA }, { phone: RUI }]);
    const id = await campaigns.launched({ list, template: await exchange.template({ rules }) });
    await service.drain();
    return {
      account,
      exchange,
      campaigns,
      list,
      id,
      counts: async () => {
        const { replied, opted_out } = await campaigns.read(id);
        return { replied, opted_out };
      },
    };
  };

  it("counts each contact that replies once", async () => {
    const { exchange, campaigns, id, counts } = await setUp();
    expect(await counts()).toEqual({ replied: 0, opted_out: 0 });
    await exchange.reply(ANA, "Oi", { reference: "one" });
    await exchange.reply(ANA, "Oi", { reference: "one" });
    await exchange.reply(ANA, "Quanto custa?");
    await exchange.reply(EVA, "Obrigada");
    expect(await counts()).toEqual({ replied: 2, opted_out: 0 });
    const { data } = await exchange.got<Page<{ id: string; replied: number }>>("/v3/campaigns");
    expect(data.find((campaign) => campaign.id === id)?.replied).toBe(2);
    const other = await campaigns.draft();
    expect(await campaigns.read(other)).toMatchObject({ replied: 0, opted_out: 0 });
  });

  it("counts replies that arrive at the same time", async () => {
    const { exchange, counts } = await setUp();
    await Promise.all([ANA, EVA, RUI, ANA].map((number) => exchange.reply(number, "Oi")));
    expect(await counts()).toEqual({ replied: 3, opted_out: 0 });
  });

  it("counts a contact that replies to a message and to its follow-up once", async () => {
    const { exchange, campaigns } = await testAccount(service);
    const rules: RuleInput[] = [
      { on: ["delivered"], template_id: await exchange.template({ text: "E aí?" }) },
    ];
    const template = await exchange.template({ rules });
    const id = await campaigns.launched({ template, list: await campaigns.list([{ phone: ANA }]) });
    await service.drain();
    await exchange.reply(ANA, "Oi");
    await service.drainAfter(MINUTE);
    const [first, followUp] = (await exchange.messages({ campaign_id: id })).reverse();
    expect(followUp?.parent_message_id).toBe(first?.id);
    await exchange.reply(ANA, "Sim", { inReplyTo: followUp?.id });
    await campaigns.expect(id, { replied: 1 });
  });

  it("counts an opt-out because of the campaign, by a reply or an RCS event, and keeps it after an opt-in", async () => {
    const { exchange, account, id, counts } = await setUp();
    await exchange.reply(ANA, "SAIR");
    await exchange.reply(ANA, "SAIR");
    expect(await counts()).toEqual({ replied: 1, opted_out: 1 });
    await exchange.reply(ANA, "VOLTAR");
    await exchange.reply(ANA, "SAIR");
    expect(await counts()).toEqual({ replied: 1, opted_out: 1 });
    const [message] = (await exchange.messages({ campaign_id: id })).filter(({ to }) => to === EVA);
    await exchange.rcsEvent(EVA, "unsubscribe", { inReplyTo: message?.id ?? null });
    expect(await counts()).toEqual({ replied: 1, opted_out: 2 });
    await service.contact({ phone: RUI, suppressedOn: ["sms"], accountId: account.accountId });
    await service.db("accounts").where({ id: account.accountId }).update({ opt_out: false });
    await exchange.reply(RUI, "SAIR");
    expect(await counts()).toEqual({ replied: 2, opted_out: 2 });
  });

  it("does not count an opt-out of a number that is already suppressed", async () => {
    const { exchange, account, counts } = await setUp();
    await account.request.post("/v3/consents").send({ phone: ANA, status: "revoked" }).expect(201);
    const [contact] = (await exchange.got<Page<{ id: string }>>("/v3/contacts", { phone: ANA })).data;
    await account.request.delete(`/v3/contacts/${contact?.id}`).expect(204);
    await exchange.reply(ANA, "SAIR");
    expect(await counts()).toEqual({ replied: 1, opted_out: 0 });
  });

  it("counts a person once who replies without a contact and with a new contact", async () => {
    const { exchange, account, campaigns, id, counts } = await setUp();
    const of = { account_id: account.accountId };
    await exchange.reply(ANA, "Oi");
    const [contact] = (await exchange.got<Page<{ id: string }>>("/v3/contacts", { phone: ANA })).data;
    await account.request.delete(`/v3/contacts/${contact?.id}`).expect(204);
    await exchange.reply(ANA, "Ainda aí?");
    expect(await counts()).toEqual({ replied: 1, opted_out: 0 });
    // The row of a deleted contact also goes when another contact gets its number.
    await service
      .db("contacts")
      .where({ ...of, id: contact?.id })
      .delete();
    const returned = await service.contact({ phone: ANA, accountId: account.accountId });
    expect(returned).not.toBe(contact?.id);
    await exchange.reply(ANA, "SAIR");
    expect(await counts()).toEqual({ replied: 1, opted_out: 1 });
    expect(await responseCountDifferences(service.db, account.accountId)).toEqual([]);
    await campaigns.expect(id, { replied: 1 });
  });

  it("corrects, with counts verify --repair, a person whom an older build counted twice", async () => {
    const { exchange, account, id, counts } = await setUp();
    const of = { account_id: account.accountId, campaign_id: id };
    await exchange.reply(ANA, "Oi");
    const [message] = (await exchange.messages({ campaign_id: id })).filter(({ to }) => to === ANA);
    await service.db("campaign_responses").insert({ ...of, kind: "replied", respondent: message?.id });
    await service.db("campaign_response_counts").where(of).update({ replied: 2 });
    expect(await responseCountDifferences(service.db, account.accountId)).toHaveLength(1);
    await service.db.transaction((trx) => repairResponseCounts(trx, account.accountId));
    expect(await counts()).toEqual({ replied: 1, opted_out: 0 });
    expect(await service.db("campaign_responses").where(of)).toHaveLength(1);
    expect(await responseCountDifferences(service.db, account.accountId)).toEqual([]);
  });

  it("does not count replies to other messages", async () => {
    const { exchange, counts } = await setUp();
    await exchange.sendOne({ text: "Seu código" }, ANA);
    await service.drain();
    await exchange.reply(ANA, "SAIR");
    expect(await counts()).toEqual({ replied: 0, opted_out: 0 });
  });

  it("keeps the counts when inbound messages are deleted, and drops them with the campaign", async () => {
    const { exchange, account, campaigns, id, counts } = await setUp();
    const of = { account_id: account.accountId };
    await exchange.reply(ANA, "Oi");
    await service.db("inbound_messages").where(of).delete();
    expect(await counts()).toEqual({ replied: 1, opted_out: 0 });
    expect(await responseCountDifferences(service.db, account.accountId)).toEqual([]);
    await service
      .db("campaigns")
      .where({ ...of, id })
      .update({ status: "draft" });
    await campaigns.does("delete", id);
    await exchange.reply(EVA, "Oi");
    for (const table of ["campaign_responses", "campaign_response_counts"]) {
      expect(await service.db(table).where(of)).toEqual([]);
    }
  });

  it("counts replies that an older build has stored, with counts verify --repair", async () => {
    const { exchange, account, id, counts } = await setUp();
    const of = { account_id: account.accountId };
    await exchange.reply(ANA, "Oi");
    await exchange.reply(EVA, "SAIR");
    await service
      .db("campaign_responses")
      .where({ ...of, kind: "replied" })
      .delete();
    await service.db("campaign_response_counts").where(of).update({ replied: 0 });
    const { databaseUrl: url, dataDir } = service.app.config;
    const verify = (...options: string[]) =>
      runInProcess(["counts", "verify", "--account", account.name, ...options, "--json"], {
        database: { url, dataDir },
        clock: service.clock,
      });
    const found = JSON.parse((await verify()).out) as { differences: object[] };
    expect(found.differences).toEqual([
      {
        account: expect.any(String) as string,
        count: "responses",
        campaign_id: id,
        kept: { replied: 0, opted_out: 1 },
        actual: { replied: 2, opted_out: 1 },
      },
    ]);
    await verify("--repair");
    expect(await counts()).toEqual({ replied: 2, opted_out: 1 });
    expect((await verify()).exitCode).toBe(0);
    await exchange.reply(ANA, "Oi");
    expect(await counts()).toEqual({ replied: 2, opted_out: 1 });
  });
});

describe.each(databases)("the migration of responses on %s", (database) => {
  it("counts the replies of the last 30 days", async () => {
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === "0012_campaign_responses"),
    );
    const { db, close } = await openTestDatabase(database, { migrated: false });
    try {
      await migrate(db, before);
      const [account_id, id] = [idAt(0, 1), idAt(0, 2)];
      const names = { name: "C", name_key: "c", name_search: "c" };
      const times = { created_at: 0, updated_at: 0 };
      const of = { template_id: idAt(0, 3), list_id: idAt(0, 4), channel: "sms", status: "completed" };
      await db("campaigns").insert({ account_id, id, ...names, ...of, ...times });
      const reply = (days: number, contact: number | null, paired: number) => ({
        account_id,
        id: idAt(Date.now() - days * DAY, paired),
        channel: "sms",
        sender: ANA,
        recipient: "27000",
        content_type: "text",
        carrier: "sandbox",
        received_at: 0,
        campaign_id: id,
        contact_id: contact === null ? null : idAt(0, contact),
        paired_message_id: idAt(0, paired),
      });
      await db("inbound_messages").insert([
        ...[reply(1, 10, 20), reply(2, 10, 21), reply(3, null, 22), reply(31, 11, 23)],
        { ...reply(1, 12, 24), campaign_id: idAt(0, 5) },
        { ...reply(1, 13, 25), campaign_id: null },
      ]);
      await migrate(db);
      const [row] = (await db("campaign_response_counts")) as Record<string, unknown>[];
      expect({ ...row, replied: Number(row?.replied), opted_out: Number(row?.opted_out) }).toEqual({
        account_id,
        campaign_id: id,
        replied: 2,
        opted_out: 0,
      });
      expect(await db("campaign_response_counts")).toHaveLength(1);
    } finally {
      await close();
    }
  });
});

/** Returns an id of an instant that ends with a number. */
const idAt = (instant: number, number: number) => {
  const time = instant.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, "0")}`;
};
