import type { components } from "../../generated/schema";
import { HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type Message, type Outcome, OUTCOMES, type RuleInput } from "../support/exchange";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import { newEndpoint } from "../support/webhooks";

type Usage = components["schemas"]["UsageReport"];

const PLAIN = "+5511987651234";
const UNDELIVERED = "+5511987650001";
const UNREPORTED = "+5511987650003";
const LANDLINE = "+551134561234";
const UNKNOWN_ID = "01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47";

/** The final status of an RCS message to each sandbox number, and the outcomes that it has for rules. */
const FIRES: readonly [number: string, status: Message["status"], outcomes: readonly Outcome[]][] = [
  [UNDELIVERED, "undelivered", ["undelivered", "no_delivery"]],
  ["+5511987650002", "failed", ["failed", "no_delivery"]],
  [UNREPORTED, "sent", ["no_delivery"]],
  ["+5511987650004", "read", ["delivered", "read"]],
  ["+5511987650007", "expired", ["expired", "no_delivery"]],
  ["+5511987650009", "delivered", ["delivered"]],
  [PLAIN, "delivered", ["delivered"]],
  [LANDLINE, "error", ["error", "no_delivery"]],
];
const statusOf = (message: Message) => message.status;
const textOf = ({ content }: Message) => (content as { text: string }).text;

describe.each(databases)("follow-ups on %s", (database) => {
  const service = testService(database);
  const newExchange = () => testAccount(service);

  /** Creates an RCS template with an SMS follow-up. */
  const followed = async ({ exchange }: Account, rule: Omit<RuleInput, "template_id">, text = "SMS") => {
    const sms = await exchange.template({ text });
    const rcs = await exchange.template({ channel: "rcs", rules: [{ ...rule, template_id: sms }] });
    return { sms, rcs };
  };
  const sentWith = async (rule: Omit<RuleInput, "template_id">, to: string) => {
    const account = await newExchange();
    const { sms, rcs } = await followed(account, rule);
    const id = await account.exchange.sendOne({ template: rcs }, to);
    await service.drain();
    return { ...account, id, sms, rcs, followUps: () => account.exchange.followUpsOf(id) };
  };

  describe("of an RCS campaign with SMS fallback", () => {
    const state = {} as { account: Account; sms: string; byOutcome: Map<Outcome, string> };
    const seen = new Map<string, { parent: Message; followUps: Message[] }>();
    const parents: Message[] = [];
    beforeAll(async () => {
      const account = await newExchange();
      const sms = await account.exchange.template({ text: "SMS para {{cidade}}" });
      const list = await account.campaigns.list(
        FIRES.map(([phone]) => ({ phone, attributes: { cidade: "Recife" } })),
      );
      const byOutcome = new Map<Outcome, string>();
      for (const outcome of OUTCOMES) {
        const rules = [{ on: [outcome], after_seconds: 60, template_id: sms }];
        const template = await account.exchange.template({ channel: "rcs", text: outcome, rules });
        byOutcome.set(outcome, await account.campaigns.launched({ template, list }));
      }
      Object.assign(state, { account, sms, byOutcome });
      await service.drain();
      for (let second = 0; second < 5; second += 1) await service.drainAfter(SECOND);
      parents.push(...(await account.exchange.messages({ limit: 1000 })));
      await service.drainAfter(MINUTE);
      await service.drain();
      const all = await account.exchange.messages({ limit: 1000 });
      for (const [outcome, campaign] of byOutcome) {
        for (const [number] of FIRES) {
          const own = all.filter((message) => message.campaign_id === campaign && message.to === number);
          const parent = own.find((message) => message.parent_message_id === null) as Message;
          const followUps = own.filter((message) => message.parent_message_id === parent.id);
          seen.set(`${number} ${outcome}`, { parent, followUps });
          expect(own).toHaveLength(1 + followUps.length);
        }
      }
    });

    it.each(FIRES)("leaves the message to %s as %s before any rule is due", (number, status) => {
      const statuses = parents.filter(({ to }) => to === number).map(statusOf);
      expect(statuses).toEqual(OUTCOMES.map(() => status));
    });

    it.each(
      FIRES.flatMap(([number, , met]) =>
        OUTCOMES.map((outcome) => [number, outcome, met.includes(outcome) ? 1 : 0] as const),
      ),
    )("creates for number %s and a rule on %s this number of follow-ups: %i", (number, outcome, expected) => {
      const { followUps } = seen.get(`${number} ${outcome}`) ?? { followUps: [] };
      expect(followUps).toHaveLength(expected);
      for (const followUp of followUps) {
        expect(followUp).toMatchObject({ channel: "sms", template_id: state.sms });
        if (number === LANDLINE) expect(followUp.error?.code).toBe("landline");
        else expect(textOf(followUp)).toBe("SMS para Recife");
      }
    });

    it("counts follow-ups in lists and usage, and not in the campaign's progress", async () => {
      const { account, byOutcome } = state;
      const id = byOutcome.get("no_delivery") as string;
      await account.campaigns.expect(id, {
        status: "completed",
        // The message without a delivery report was revoked before its follow-up.
        progress: {
          total: 8,
          sent: 0,
          delivered: 2,
          read: 1,
          undelivered: 1,
          failed: 1,
          expired: 2,
          error: 1,
        },
      });
      const { pagination } = await account.exchange.got<{ pagination: { total: number } }>("/v3/messages", {
        campaign_id: id,
      });
      expect(pagination.total).toBe(8 + 5);
      const day = new Date(service.clock.now()).toISOString().slice(0, 10);
      const usage = await account.exchange.got<Usage>("/v3/usage", {
        from: day,
        to: day,
        group_by: "campaign",
      });
      expect(usage.data.find((row) => row.campaign_id === id)).toMatchObject({ total: 13 });
    });

    it("lets the campaign complete while follow-ups wait", async () => {
      const account = await newExchange();
      const sms = await account.exchange.template();
      const rules: RuleInput[] = [{ on: ["delivered"], after_seconds: 3_600, template_id: sms }];
      const template = await account.exchange.template({ channel: "rcs", rules });
      const list = await account.campaigns.list([{ phone: PLAIN }]);
      const id = await account.campaigns.launched({ template, list });
      await service.drain();
      expect((await account.campaigns.read(id)).status).toBe("completed");
      await service.drainAfter(HOUR);
      expect(await account.exchange.messages({ template_id: sms })).toMatchObject([
        { campaign_id: id, to: PLAIN, status: "delivered" },
      ]);
      expect((await account.campaigns.read(id)).progress.total).toBe(1);
    });

    it("continues after the campaign was stopped", async () => {
      const account = await newExchange();
      const { sms, rcs } = await followed(account, { on: ["undelivered"], after_seconds: 60 });
      const list = await account.campaigns.list([{ phone: UNDELIVERED }, { phone: UNREPORTED }]);
      const id = await account.campaigns.launched({ template: rcs, list });
      // The campaign does not complete: it waits for the message without a delivery report.
      await service.drain();
      expect((await account.campaigns.read(id)).status).toBe("running");
      await account.campaigns.does("stop", id);
      await service.drainAfter(MINUTE);
      expect(await account.exchange.messages({ template_id: sms })).toMatchObject([
        { campaign_id: id, status: "undelivered", to: UNDELIVERED },
      ]);
    });
  });

  describe("a rule", () => {
    it.each([0, 1, 60, 259_200])("waits %i s after the outcome", async (after_seconds) => {
      const { followUps } = await sentWith({ on: ["delivered"], after_seconds }, PLAIN);
      if (after_seconds > 0) {
        expect(await followUps()).toHaveLength(0);
        await service.drainAfter(after_seconds * SECOND - 1);
        expect(await followUps()).toHaveLength(0);
        await service.drainAfter(1);
      } else await service.drain();
      expect(await followUps()).toHaveLength(1);
    });

    it("checks suppression again, on the channel of the follow-up template", async () => {
      const account = await newExchange();
      const { exchange, accountId } = account;
      const { rcs } = await followed(account, { on: ["undelivered"], after_seconds: 60 });
      const [a, b] = await exchange.send({ template: rcs }, [UNDELIVERED, "+5521987650001"]);
      await service.drain();
      await service.contact({ phone: UNDELIVERED, suppressedOn: ["sms"], accountId });
      await service.contact({ phone: "+5521987650001", suppressedOn: ["rcs"], accountId });
      await service.drainAfter(MINUTE);
      expect(await exchange.followUpsOf(a ?? "")).toMatchObject([{ status: "blocked", price: 0 }]);
      expect(await exchange.followUpsOf(b ?? "")).toMatchObject([{ status: "undelivered" }]);
    });

    it("does not fire for a blocked message", async () => {
      const account = await newExchange();
      const { exchange, accountId } = account;
      const outcomes = { on: [...OUTCOMES], after_seconds: 10 };
      const { rcs } = await followed(account, outcomes);
      await service.contact({ phone: PLAIN, suppressedOn: ["rcs"], accountId });
      const id = await exchange.sendOne({ template: rcs }, PLAIN);
      const late = await exchange.sendOne({ template: rcs }, "+5511987654321");
      await service.contact({ phone: "+5511987654321", suppressedOn: ["rcs"], accountId });
      await service.drain();
      await service.drainAfter(HOUR);
      for (const one of [id, late]) {
        expect(await exchange.statusOf(one)).toBe("blocked");
        expect(await exchange.followUpsOf(one)).toEqual([]);
      }
    });

    it("uses the variables that the message was sent with", async () => {
      const account = await newExchange();
      const { exchange, accountId } = account;
      const { rcs } = await followed(account, { on: ["delivered"] }, "{{name}}, {{pedido}}, {{cidade}}");
      await service.contact({ phone: PLAIN, name: "Ana", attributes: { cidade: "Belém" }, accountId });
      const id = await exchange.sendOne({ template: rcs }, PLAIN, { pedido: "{{name}}", name: "Bia" });
      const without = await exchange.sendOne({ template: rcs }, PLAIN);
      await service.drain();
      await service.drain();
      expect((await exchange.followUpsOf(id)).map(textOf)).toEqual(["Bia, {{name}}, Belém"]);
      expect(await exchange.followUpsOf(without)).toMatchObject([
        { status: "error", error: { code: "missing_variable" } },
      ]);
    });

    it("has the tags and the reference of the message that it follows", async () => {
      const { exchange, request } = await newExchange();
      const sms = await exchange.template({ text: "SMS" });
      const rcs = await exchange.template({
        channel: "rcs",
        rules: [{ on: ["delivered"], template_id: sms }],
      });
      const recipients = [{ to: PLAIN, client_reference: "pedido-1" }];
      const { body } = await request
        .post("/v3/messages")
        .send({ template_id: rcs, recipients, tags: ["pedidos"] });
      await service.drain();
      await service.drain();
      const [sent] = (body as components["schemas"]["SendMessagesResponse"]).data;
      expect(await exchange.followUpsOf(String(sent?.message_id))).toMatchObject([
        { client_reference: "pedido-1", tags: ["pedidos"] },
      ]);
    });

    it("fills name and number variables in Portuguese and in English", async () => {
      const account = await newExchange();
      const { exchange, accountId } = account;
      const { rcs } = await followed(account, { on: ["delivered"] }, "{{nome}} {{name}} {{telefone}}");
      await service.contact({ phone: PLAIN, name: "Ana", accountId });
      const given = await exchange.sendOne({ template: rcs }, PLAIN, { nome: "Bia" });
      const stored = await exchange.sendOne({ template: rcs }, PLAIN);
      await service.drain();
      await service.drain();
      expect((await exchange.followUpsOf(given)).map(textOf)).toEqual([`Bia Bia ${PLAIN}`]);
      expect((await exchange.followUpsOf(stored)).map(textOf)).toEqual([`Ana Ana ${PLAIN}`]);
    });

    it.each([
      [["undelivered", "no_delivery"], UNDELIVERED],
      [["no_delivery", "undelivered", "expired", "failed", "error"], UNREPORTED],
      [["delivered", "read", "no_delivery"], "+5511987650004"],
    ] as const)("fires once on %j for %s", async (on, number) => {
      const { followUps } = await sentWith({ on: [...on], after_seconds: 10 }, number);
      for (let round = 0; round < 5; round += 1) await service.drainAfter(MINUTE);
      expect(await followUps()).toHaveLength(1);
    });

    it("fires independently of the message's other rules, even with the same template", async () => {
      const { exchange } = await newExchange();
      const [one, other] = [await exchange.template({ text: "1" }), await exchange.template({ text: "2" })];
      const rules: RuleInput[] = [
        { on: ["delivered"], template_id: one },
        { on: ["delivered"], after_seconds: 60, template_id: one },
        { on: ["read", "delivered"], template_id: other },
        { on: ["undelivered"], template_id: other },
      ];
      const template = await exchange.template({ rules });
      const id = await exchange.sendOne({ template }, PLAIN);
      await service.drain();
      await service.drainAfter(MINUTE);
      expect((await exchange.followUpsOf(id)).map(textOf).sort()).toEqual(["1", "1", "2"]);
    });

    it("does not fire when a late delivery report overrules its outcome", async () => {
      const { exchange, id, followUps } = await sentWith(
        { on: ["undelivered"], after_seconds: 60 },
        UNDELIVERED,
      );
      service.clock.advance(30 * SECOND);
      await exchange.reports(id, "delivered");
      await service.drainAfter(HOUR);
      expect(await followUps()).toEqual([]);
    });

    it("fires on a later outcome that it lists, with the delay counted from that outcome", async () => {
      const { exchange, id, followUps } = await sentWith(
        { on: ["undelivered", "read"], after_seconds: 60 },
        UNDELIVERED,
      );
      service.clock.advance(30 * SECOND);
      await exchange.reports(id, "delivered", "read");
      await service.drainAfter(59 * SECOND);
      expect(await followUps()).toEqual([]);
      await service.drainAfter(SECOND);
      expect(await followUps()).toHaveLength(1);
    });

    it.each([
      ["a wait", "no_delivery", PLAIN],
      ["a negative report", "undelivered", UNDELIVERED],
    ] as const)("fires on a later outcome after %s was overruled", async (_, outcome, number) => {
      const { exchange, id, followUps } = await sentWith(
        { on: [outcome, "read"], after_seconds: 60 },
        number,
      );
      await exchange.reports(id, "delivered");
      await service.drainAfter(HOUR);
      expect(await followUps()).toEqual([]);
      await exchange.reports(id, "read");
      await service.drainAfter(MINUTE);
      expect(await followUps()).toHaveLength(1);
      await exchange.reports(id, "read", "delivered");
      await service.drainAfter(HOUR);
      expect(await followUps()).toHaveLength(1);
    });

    it("fires in a chain of at most three", async () => {
      const { exchange, request } = await newExchange();
      const to = (template_id: string): RuleInput[] => [{ on: ["delivered"], template_id }];
      const fifth = await exchange.template({ text: "4" });
      const fourth = await exchange.template({ text: "3" });
      const third = await exchange.template({ text: "2", rules: to(fourth) });
      const second = await exchange.template({ text: "1", rules: to(third) });
      const first = await exchange.template({ text: "0", rules: to(second) });
      const links = [await exchange.sendOne({ template: first }, PLAIN)];
      // The message keeps its rules, so the other templates may form a chain of four for it.
      await request.patch(`/v3/templates/${first}`).send({ follow_ups: [] }).expect(200);
      await request
        .patch(`/v3/templates/${fourth}`)
        .send({ follow_ups: to(fifth) })
        .expect(200);
      for (let link = 0; link < 6; link += 1) {
        await service.drainAfter(MINUTE);
        links.push(...(await exchange.followUpsOf(links.at(-1) ?? "")).map(({ id }) => id));
      }
      const texts = await Promise.all(links.map(async (id) => textOf(await exchange.message(id))));
      expect(texts).toEqual(["0", "1", "2", "3"]);
    });

    it("stays with a message when the template's rules change", async () => {
      const account = await newExchange();
      const { exchange, request } = account;
      const { sms, rcs } = await followed(account, { on: ["delivered"], after_seconds: 60 });
      const other = await exchange.template({ text: "Outro" });
      const id = await exchange.sendOne({ template: rcs }, PLAIN);
      const changed = [{ on: ["delivered"], template_id: other }];
      await request.patch(`/v3/templates/${rcs}`).send({ follow_ups: changed }).expect(200);
      await service.drain();
      await service.drainAfter(MINUTE);
      expect(await exchange.followUpsOf(id)).toMatchObject([{ template_id: sms }]);
    });

    it("sends and revokes nothing when its template was deleted", async () => {
      const account = await newExchange();
      const { exchange, request } = account;
      const { sms, rcs } = await followed(account, { on: ["no_delivery", "undelivered"], after_seconds: 60 });
      const ids = await exchange.send({ template: rcs }, [UNREPORTED, UNDELIVERED]);
      await service.drain();
      await request.patch(`/v3/templates/${rcs}`).send({ follow_ups: [] }).expect(200);
      await request.delete(`/v3/templates/${sms}`).expect(204);
      await service.drainAfter(HOUR);
      expect(await Promise.all(ids.map(exchange.statusOf))).toEqual(["sent", "undelivered"]);
      expect(await exchange.messages()).toHaveLength(2);
    });
  });

  it("reports status changes of follow-ups by webhook", async () => {
    const account = await newExchange();
    const hook = await receiver();
    await newEndpoint(service.app, account.accountId, hook.url);
    const { sms, rcs } = await followed(account, { on: ["no_delivery"], after_seconds: 60 });
    const [parent] = await account.exchange.send({ template: rcs }, UNREPORTED);
    await service.drain();
    await service.drainAfter(MINUTE);
    await service.drainAfter(MINUTE);
    await hook.close();
    const [followUp] = await account.exchange.followUpsOf(parent ?? "");
    const events = hook.requests.flatMap((request) => request.events.map(({ data }) => data));
    const statuses = (id: string | undefined) =>
      events
        .filter(({ message_id }) => message_id === id)
        .sort((a, b) => a.sequence - b.sequence)
        .map(({ status, template_id }) => [status, template_id]);
    expect(statuses(parent)).toEqual(["pending", "sent", "expired"].map((status) => [status, rcs]));
    // The number gets no delivery report by SMS either.
    expect(statuses(followUp?.id)).toEqual(["pending", "sent"].map((status) => [status, sms]));
  });

  describe("the rules of a template", () => {
    const on: Outcome[] = ["undelivered"];
    const refused = async ({ exchange }: Account, id: string | null, rules: object[]) =>
      id === null
        ? exchange.refusal("post", "/v3/templates", {
            name: "Refused",
            channel: "sms",
            content: { type: "text", text: "x" },
            follow_ups: rules,
          })
        : exchange.refusal("patch", `/v3/templates/${id}`, { follow_ups: rules });

    it("returns ids, and `after_seconds` 0 by default", async () => {
      const { exchange } = await newExchange();
      const target = await exchange.template();
      const id = await exchange.template({
        rules: [
          { on, template_id: target },
          { on: ["no_delivery", "failed"], after_seconds: 10, template_id: target },
        ],
      });
      expect(await exchange.got(`/v3/templates/${id}`)).toMatchObject({
        follow_ups: [
          { id: expect.any(String), on, after_seconds: 0, template_id: target },
          { on: ["no_delivery", "failed"], after_seconds: 10, template_id: target },
        ],
      });
    });

    it("keeps the ids when `follow_ups` is omitted, and assigns new ids otherwise", async () => {
      const { exchange, request } = await newExchange();
      const rule = { on, template_id: await exchange.template() };
      const id = await exchange.template({ rules: [rule, rule] });
      const idsAfter = async (change: object) => {
        const { body } = await request.patch(`/v3/templates/${id}`).send(change).expect(200);
        return (body as { follow_ups: { id: string }[] }).follow_ups.map((one) => one.id);
      };
      const before = await idsAfter({});
      expect(before).toHaveLength(2);
      expect(await idsAfter({ name: "Novo", content: { type: "text", text: "Novo" } })).toEqual(before);
      const after = await idsAfter({ follow_ups: [rule, rule] });
      expect(new Set([...before, ...after]).size).toBe(4);
      expect(await idsAfter({ follow_ups: [] })).toEqual([]);
    });

    it("rejects a template that is absent or another account's", async () => {
      const [account, other] = [await newExchange(), await newExchange()];
      const foreign = await other.exchange.template();
      const own = await account.exchange.template();
      for (const id of [null, own]) {
        for (const template_id of [UNKNOWN_ID, foreign]) {
          expect(
            await refused(account, id, [
              { on, template_id: own === id ? template_id : own },
              { on, template_id },
            ]),
          ).toMatchObject({
            status: 422,
            fields: expect.arrayContaining(["follow_ups[1].template_id"]) as string[],
          });
        }
      }
    });

    it.each([
      [{ after_seconds: 9 }, 422, "follow_ups[0].after_seconds"],
      [{}, 422, "follow_ups[0].after_seconds"],
      [{ after_seconds: 259_201 }, 400, "follow_ups[0].after_seconds"],
      [{ after_seconds: -1 }, 400, "follow_ups[0].after_seconds"],
      [{ on: [] }, 400, "follow_ups[0].on"],
      [{ on: ["sent"] }, 400, "follow_ups[0].on[0]"],
      [{ id: UNKNOWN_ID }, 400, "follow_ups[0].id"],
    ])("rejects %j with %i", async (changes, status, field) => {
      const account = await newExchange();
      const template_id = await account.exchange.template();
      const rule = { on: ["no_delivery"], template_id, ...changes };
      expect(await refused(account, null, [rule])).toEqual({ status, fields: [field] });
    });

    it("allows at most five", async () => {
      const account = await newExchange();
      const rule = { on, template_id: await account.exchange.template() };
      await account.exchange.template({ rules: Array.from({ length: 5 }, () => rule) });
      const six = Array.from({ length: 6 }, () => rule);
      expect((await refused(account, null, six)).status).toBe(400);
    });

    it("rejects cycles and chains of more than three, including templates upstream", async () => {
      const account = await newExchange();
      const { exchange } = account;
      const to = (template_id = "") => [{ on, template_id }];
      const d = await exchange.template();
      const c = await exchange.template({ rules: to(d) });
      const b = await exchange.template({ rules: to(c) });
      const a = await exchange.template({ rules: to(b) });
      const e = await exchange.template();
      const fault = { status: 422, fields: ["follow_ups[0].template_id"] };
      expect(await refused(account, a, to(a))).toEqual(fault);
      expect(await refused(account, d, to(a))).toEqual(fault);
      expect(await refused(account, d, to(c))).toEqual(fault);
      expect(await refused(account, d, to(e))).toEqual(fault);
      expect(await refused(account, null, to(a))).toEqual(fault);
      expect(await refused(account, e, [...to(d), ...to(a)])).toEqual({
        status: 422,
        fields: ["follow_ups[1].template_id"],
      });
      await exchange.template({ rules: to(b) });
    });

    it("accepts only one of two concurrent changes that form a cycle together", async () => {
      const { exchange, request } = await newExchange();
      for (let round = 0; round < 5; round += 1) {
        const [a, b] = [await exchange.template(), await exchange.template()];
        const change = (from: string, to: string) =>
          request.patch(`/v3/templates/${from}`).send({ follow_ups: [{ on, template_id: to }] });
        const responses = await Promise.all([change(a, b), change(b, a)]);
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
      }
    });

    it("blocks deletion of a rule's template, even during concurrent changes", async () => {
      const { exchange, request } = await newExchange();
      const target = await exchange.template();
      const id = await exchange.template({ rules: [{ on, template_id: target }] });
      expect((await exchange.refusal("delete", `/v3/templates/${target}`)).status).toBe(409);
      await request.get(`/v3/templates/${target}`).expect(200);
      await request.patch(`/v3/templates/${id}`).send({ follow_ups: [] }).expect(200);
      const [patched, deleted] = await Promise.all([
        request.patch(`/v3/templates/${id}`).send({ follow_ups: [{ on, template_id: target }] }),
        request.delete(`/v3/templates/${target}`),
      ]);
      expect([
        [200, 409],
        [422, 204],
      ]).toContainEqual([patched.status, deleted.status]);
      await request.delete(`/v3/templates/${id}`).expect(204);
    });
  });
});
