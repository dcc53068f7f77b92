import type { components } from "../../generated/schema";
import { messageDifferences, repairMessageSums } from "../../src/features/messages/recount.store";
import { blockedPhones } from "../../src/features/contact-lists/suppression.store";
import { MINUTE } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { type Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { type Exchange, type Page, type Template } from "../support/exchange";
import { expandAll } from "../support/expansion";
import { readsWith } from "../support/messages";
import { NO_DIFFERENCES, rollUpCounts } from "../support/recount";
import { testService } from "../support/service";

type Schemas = components["schemas"];
type Purpose = Schemas["Purpose"];
type List = Schemas["ContactList"];

const TO = "+5511987651234";
const ALL = ["otp", "transactional", "marketing"] as const;

describe.each(databases)("the purpose on %s", (database) => {
  const service = testService(database, readsWith({ connections: 2, slices: { first: 2, max: 5, aim: 30 } }));
  let account: Account;
  let exchange: Exchange;
  let campaigns: Campaigns;
  let names = 0;
  const newName = () => `name ${(names += 1)}`;

  beforeEach(async () => {
    account = await testAccount(service);
    ({ exchange, campaigns } = account);
  });

  const content = { type: "text", text: "Oi" };
  const inline = (purpose?: Purpose, to = TO) => ({
    channel: "sms",
    content,
    recipients: [{ to }],
    ...(purpose && { purpose }),
  });
  const sent = async (body: object) => {
    const { data } = await exchange.posted<Schemas["SendMessagesResponse"]>("/v3/messages", body, 202);
    return exchange.message(data[0]?.message_id ?? "");
  };
  const template = (purpose?: Purpose, more: object = {}) =>
    exchange.posted<Template>(
      "/v3/templates",
      { name: newName(), channel: "sms", content, ...(purpose && { purpose }), ...more },
      201,
    );
  const changed = async <T>(path: string, body: object): Promise<T> => {
    const response = await account.request.patch(path).send(body).expect(200);
    return response.body as T;
  };
  const namesIn = async (path: string, purposes: readonly Purpose[]) => {
    const { data } = await exchange.got<Page<{ name: string }>>(path, { purpose: purposes });
    return data.map(({ name }) => name);
  };
  const blacklist = (more: object = {}) =>
    exchange.posted<List>(
      "/v3/contact-lists",
      { name: newName(), type: "blacklist", channels: ["sms"], ...more },
      201,
    );
  const suppress = async (list: List, phone = TO) =>
    void (await account.request.post(`/v3/contact-lists/${list.id}/contacts`).send({ phone }));
  const refused = (...fields: string[]) => ({ status: 422, fields });

  describe("of a template", () => {
    it("is transactional unless the request says otherwise, and can be changed", async () => {
      expect((await template()).purpose).toBe("transactional");
      const { id, purpose } = await template("marketing");
      expect(purpose).toBe("marketing");
      const path = `/v3/templates/${id}`;
      expect((await changed<Template>(path, { purpose: "otp" })).purpose).toBe("otp");
      expect((await changed<Template>(path, { name: newName() })).purpose).toBe("otp");
      expect((await exchange.got<Template>(path)).purpose).toBe("otp");
      expect((await changed<Template>(path, { purpose: "transactional" })).purpose).toBe("transactional");
    });

    it("filters the list", async () => {
      const made = [await template("otp"), await template("marketing"), await template()];
      const [otp, marketing, transactional] = made.map(({ name }) => name);
      expect(await namesIn("/v3/templates", ["otp"])).toEqual([otp]);
      expect(await namesIn("/v3/templates", ["marketing", "transactional"])).toEqual([
        transactional,
        marketing,
      ]);
    });

    it("changes the ETag", async () => {
      const { id } = await template();
      const path = `/v3/templates/${id}`;
      const { headers } = await account.request.get(path).expect(200);
      const tag = (headers as Record<string, string>).etag ?? "";
      await changed(path, { purpose: "marketing" });
      await account.request.patch(path).set("If-Match", tag).send({ purpose: "otp" }).expect(412);
    });
  });

  describe("of a message", () => {
    it("is that of the request or the template, and transactional without one", async () => {
      expect((await sent(inline())).purpose).toBe("transactional");
      for (const purpose of ALL) {
        expect((await sent(inline(purpose))).purpose).toBe(purpose);
        const { id } = await template(purpose);
        expect((await sent({ template_id: id, recipients: [{ to: TO }] })).purpose).toBe(purpose);
      }
    });

    it("is refused together with a template", async () => {
      const { id } = await template("otp");
      const body = { template_id: id, purpose: "otp", recipients: [{ to: TO }] };
      expect(await exchange.refusal("post", "/v3/messages", body)).toEqual(refused("purpose"));
      expect(await exchange.refusal("post", "/v3/messages/preview", body)).toEqual(refused("purpose"));
    });

    it("filters the list and the export", async () => {
      for (const purpose of ALL) for (let index = 0; index < 3; index += 1) await sent(inline(purpose));
      const list = (query: object) => exchange.got<Page<Schemas["Message"]>>("/v3/messages", query);
      for (const purpose of ALL) {
        const page = await list({ purpose, limit: 2, offset: 1 });
        expect(page.pagination).toMatchObject({ total: 3, has_more: false });
        expect(page.data.map((message) => message.purpose)).toEqual([purpose, purpose]);
      }
      const both = await list({ purpose: ["otp", "transactional"], channel: "sms" });
      expect(both.pagination.total).toBe(6);
      expect((await list({ purpose: "otp", channel: "rcs" })).pagination.total).toBe(0);
      const { url } = await exchange.got<Schemas["MessageExportUrl"]>("/v3/messages/export", {
        purpose: "marketing",
      });
      const csv = await service.anonymous.get(url.slice(service.app.config.publicUrl.length)).buffer(true);
      const rows = csv.text.trim().split("\r\n");
      const at = rows[0]?.split(",").indexOf("purpose") ?? -1;
      expect(rows.slice(1).map((row) => row.split(",")[at])).toEqual(Array(3).fill("marketing"));
    });

    it("is that of the follow-up's own template", async () => {
      const fallback = await template("otp");
      const rules = [{ on: ["delivered"], after_seconds: 0, template_id: fallback.id }];
      const first = await template("marketing", { follow_ups: rules });
      const { id } = await sent({ template_id: first.id, recipients: [{ to: TO }] });
      await service.drain();
      await service.drain();
      const [followUp] = await exchange.followUpsOf(id);
      expect(followUp?.purpose).toBe("otp");
    });

    it("is transactional for automatic replies", async () => {
      const words = await exchange.got<Schemas["OptOutWords"]>("/v3/opt-out-words");
      await account.request
        .put("/v3/opt-out-words")
        .send({ ...words, confirmation: "Pronto." })
        .expect(200);
      await sent(inline("marketing"));
      await exchange.reply(TO, "SAIR");
      const [reply] = await exchange.messages();
      expect(reply).toMatchObject({ purpose: "transactional", content: { text: "Pronto." } });
    });
  });

  describe("of a campaign", () => {
    it("follows the template until the launch, and stays then", async () => {
      const { id } = await template("marketing");
      const campaign = await campaigns.draft({ template: id, list: await campaigns.list(1) });
      const purpose = async () => (await campaigns.read(campaign)).purpose;
      expect(await purpose()).toBe("marketing");
      await changed(`/v3/templates/${id}`, { purpose: "otp" });
      expect(await purpose()).toBe("otp");
      await campaigns.does("launch", campaign);
      await changed(`/v3/templates/${id}`, { purpose: "marketing" });
      await expandAll(service.app);
      expect(await purpose()).toBe("otp");
      const [message] = await exchange.messages({ campaign_id: campaign });
      expect(message?.purpose).toBe("otp");
    });

    it("filters the list before and after the launch", async () => {
      const { id } = await template("marketing");
      const list = await campaigns.list(1);
      const names = [newName(), newName()];
      const draft = await campaigns.draft({ name: names[0], template: id, list });
      await campaigns.launched({ name: names[1], template: id, list });
      const filtered = (...purposes: Purpose[]) => namesIn("/v3/campaigns", purposes);
      expect(await filtered("marketing")).toEqual([names[1], names[0]]);
      expect(await filtered("otp", "transactional")).toEqual([]);
      await changed(`/v3/templates/${id}`, { purpose: "transactional" });
      expect(await filtered("marketing")).toEqual([names[1]]);
      expect(await filtered("transactional")).toEqual([names[0]]);
      await campaigns.does("delete", draft);
      expect(await filtered("otp", "transactional")).toEqual([]);
    });

    it("decides the priority of jobs, with direct sends first among transactional messages only", async () => {
      for (const purpose of ALL) {
        await sent(inline(purpose));
        const { id } = await template(purpose);
        await campaigns.launched({ template: id, list: await campaigns.list(1) });
      }
      await expandAll(service.app);
      const jobs = (await service
        .db("jobs")
        .where({ kind: "submission", account_id: account.accountId })
        .select("tag", "priority")) as { tag: string | null; priority: number }[];
      const priorities = (isCampaign: boolean) =>
        jobs
          .filter(({ tag }) => (tag !== null) === isCampaign)
          .map(({ priority }) => priority)
          .sort((a, b) => a - b);
      expect(priorities(false)).toEqual([-1, 0, 2]);
      expect(priorities(true)).toEqual([-1, 1, 2]);
    });
  });

  describe("in usage", () => {
    const usage = async (query: object = {}) => {
      const { data } = await exchange.got<Schemas["UsageReport"]>("/v3/usage", {
        group_by: "purpose",
        ...query,
      });
      return data;
    };

    it("groups messages with their current status and price, before and after a roll-up", async () => {
      for (const purpose of ["otp", "marketing", "marketing", undefined] as const)
        await sent(inline(purpose));
      await sent({ ...inline("marketing"), channel: "rcs" });
      await rollUpCounts(service.db, account.accountId);
      await service.drain();
      const expected = [
        { purpose: "marketing", total: 3, delivered: 3, pending: 0 },
        { purpose: "otp", total: 1, delivered: 1, pending: 0 },
        { purpose: "transactional", total: 1, delivered: 1, pending: 0 },
      ];
      const before = await usage();
      expect(before).toMatchObject(expected);
      expect(before.every(({ price }) => price > 0)).toBe(true);
      await rollUpCounts(service.db, account.accountId);
      expect(await usage()).toEqual(before);
      expect(await usage({ channel: "rcs" })).toMatchObject([{ purpose: "marketing", total: 1 }]);
      const { data: days } = await exchange.got<Schemas["UsageReport"]>("/v3/usage");
      expect(days[0]?.price).toBe(before.reduce((sum, { price }) => sum + price, 0));
    });

    it("needs no stored sum for an account that sends transactional messages only", async () => {
      await sent(inline());
      await service.drain();
      await rollUpCounts(service.db, account.accountId);
      const sums = service.db("message_purposes").where({ account_id: account.accountId });
      expect(await sums).toEqual([]);
      expect(await usage()).toMatchObject([{ purpose: "transactional", total: 1 }]);
    });

    it("is repaired after a process of an earlier build has changed counts", async () => {
      const { id } = await sent(inline("marketing"));
      const { db } = service;
      const { accountId } = account;
      const before = await usage();
      await rollUpCounts(db, accountId);
      expect(await messageDifferences(db, accountId)).toEqual(NO_DIFFERENCES);
      // An earlier build rolls changes up without their purpose.
      await db("message_purposes").where({ account_id: accountId }).del();
      expect(await usage()).toMatchObject([{ purpose: "transactional", total: 1 }]);
      await db.transaction(async (trx) =>
        repairMessageSums(trx, accountId, await messageDifferences(trx, accountId)),
      );
      expect(await usage()).toEqual(before);
      expect(await messageDifferences(db, accountId)).toEqual(NO_DIFFERENCES);
      expect((await exchange.message(id)).purpose).toBe("marketing");
    });
  });

  describe("of a blacklist", () => {
    it("is any of the three unless the request says otherwise, and can be changed", async () => {
      const list = await blacklist();
      expect(list.purposes).toEqual(ALL);
      expect((await blacklist({ purposes: [] })).purposes).toEqual([]);
      const some = await blacklist({ purposes: ["marketing", "otp"] });
      expect(some.purposes).toEqual(["marketing", "otp"]);
      const path = `/v3/contact-lists/${some.id}`;
      expect((await changed<List>(path, { name: newName() })).purposes).toEqual(["marketing", "otp"]);
      expect((await changed<List>(path, { purposes: ["otp"] })).purposes).toEqual(["otp"]);
      expect((await changed<List>(path, { purposes: [] })).purposes).toEqual([]);
      expect((await exchange.got<List>(path)).purposes).toEqual([]);
    });

    it("is refused on a list of recipients", async () => {
      const body = { name: newName(), type: "default", purposes: ["otp"] };
      expect(await exchange.refusal("post", "/v3/contact-lists", body)).toEqual(refused("purposes"));
      const list = await exchange.posted<List>("/v3/contact-lists", { ...body, purposes: [] }, 201);
      expect(list.purposes).toEqual([]);
      const path = `/v3/contact-lists/${list.id}`;
      expect(await exchange.refusal("patch", path, { purposes: ["otp"] })).toEqual(refused("purposes"));
      expect((await changed<List>(path, { purposes: [] })).purposes).toEqual([]);
    });

    it("is any of the three on the provisioned list, and can be changed", async () => {
      const { data } = await exchange.got<Page<List>>("/v3/contact-lists");
      const [provisioned] = data;
      expect(provisioned).toMatchObject({ is_provisioned: true, purposes: ALL });
      const path = `/v3/contact-lists/${provisioned?.id}`;
      expect((await changed<List>(path, { purposes: ["marketing"] })).purposes).toEqual(["marketing"]);
      await sent(inline("marketing"));
      await exchange.reply(TO, "SAIR");
      expect((await sent(inline("otp"))).status).toBe("pending");
      expect((await sent(inline("marketing"))).status).toBe("blocked");
    });

    it("suppresses sends and previews for this purpose on its channels only", async () => {
      await suppress(await blacklist({ purposes: ["marketing"] }));
      const preview = async (body: object) => {
        const { data } = await exchange.posted<Schemas["PreviewMessagesResponse"]>(
          "/v3/messages/preview",
          body,
          200,
        );
        return data[0]?.status;
      };
      for (const [purpose, status] of [
        ["otp", "pending"],
        ["transactional", "pending"],
        ["marketing", "blocked"],
      ] as const) {
        expect((await sent(inline(purpose))).status).toBe(status);
        expect(await preview(inline(purpose))).toBe(status);
        const { id } = await template(purpose);
        expect(await preview({ template_id: id, recipients: [{ to: TO }] })).toBe(status);
      }
      expect((await sent({ ...inline("marketing"), channel: "rcs" })).status).toBe("pending");
    });

    it("suppresses nothing without a purpose", async () => {
      await suppress(await blacklist({ purposes: [] }));
      for (const purpose of ALL) expect((await sent(inline(purpose))).status).toBe("pending");
    });

    it("suppresses the contacts of a campaign at its expansion", async () => {
      await suppress(await blacklist({ purposes: ["marketing"] }));
      const list = await campaigns.list([{ phone: TO }]);
      for (const [purpose, status] of [
        ["marketing", "blocked"],
        ["transactional", "pending"],
      ] as const) {
        const { id } = await template(purpose);
        const campaign = await campaigns.launched({ template: id, list });
        await expandAll(service.app);
        expect(await campaigns.messages(campaign)).toMatchObject([{ status }]);
      }
    });

    it("suppresses a waiting message at its submission", async () => {
      const messages = await Promise.all(ALL.map((purpose) => sent(inline(purpose))));
      await suppress(await blacklist({ purposes: ["otp", "marketing"] }));
      await service.drain();
      const statuses = await Promise.all(messages.map(({ id }) => exchange.statusOf(id)));
      expect(statuses).toEqual(["blocked", "delivered", "blocked"]);
    });

    it("suppresses the number of an erased contact for the purposes of the provisioned list", async () => {
      const provisioned = await exchange.provisionedList();
      const path = `/v3/contact-lists/${provisioned.id}`;
      await account.request
        .patch(path)
        .send({ purposes: ["marketing"] })
        .expect(200);
      await suppress(provisioned);
      await exchange.posted("/v3/privacy-requests", { phone: TO, kind: "erasure" }, 202);
      await service.drain();
      // An erasure waits for sends that began before it.
      await service.drainAfter(2 * MINUTE);
      expect(await exchange.got("/v3/contacts", { phone: TO })).toMatchObject({ data: [] });
      const messages = await Promise.all(ALL.map((purpose) => sent(inline(purpose))));
      expect(messages.map(({ status }) => status)).toEqual(["pending", "pending", "blocked"]);
    });

    it("suppresses for every purpose on a list of an earlier build", async () => {
      const list = await blacklist();
      await suppress(list);
      await service.db("contact_lists").where({ id: list.id }).update({ purposes: null });
      const { accountId } = account;
      for (const purpose of ALL) {
        const kind = { accountId, channel: "sms", purpose } as const;
        expect([...(await blockedPhones(service.db, "key", kind, [TO]))]).toEqual([[TO, "suppressed"]]);
      }
      expect((await exchange.got<List>(`/v3/contact-lists/${list.id}`)).purposes).toEqual(ALL);
    });
  });
});
