import type { components } from "../../generated/schema";
import { HOUR, toTimestamp } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type Exchange, type Message, type Page } from "../support/exchange";
import { readsWith, storeAlike, storeMessages } from "../support/messages";
import { testService } from "../support/service";

type BlockReason = components["schemas"]["BlockReason"];

const ALL: readonly BlockReason[] = ["suppressed", "frequency", "no_consent", "outside_window"];
const MAX_EXAMINED = 2_000;
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const [FIRST, SECOND, THIRD] = ["+5511987651230", "+5511987651231", "+5511987651232"] as const;

describe.each(databases)("the filters by reason on %s", (database) => {
  const service = testService(
    database,
    readsWith({ slices: { first: 2, max: 5, aim: 30 }, maxExamined: MAX_EXAMINED }),
  );

  /** Blocks messages of a campaign, a template and inline sends for every reason, and sends others. */
  async function blockForEveryReason() {
    const account = await testAccount(service);
    const { exchange, campaigns } = account;
    const rule = (body: object) => account.request.put("/v3/sending-rules/marketing").send(body).expect(200);
    const template = { name: "Oferta", channel: "sms", purpose: "marketing" };
    const { id: template_id } = await exchange.posted<{ id: string }>(
      "/v3/templates",
      { ...template, content: { type: "text", text: "Oferta" } },
      201,
    );
    const recipients = [FIRST, SECOND, THIRD, "+5511987650002"].map((to) => ({ to }));
    const inline = { channel: "sms", purpose: "marketing", content: { type: "text", text: "Oi" } };
    const send = async () => {
      await exchange.posted("/v3/messages", { template_id, recipients, tags: ["promo"] }, 202);
      await exchange.posted("/v3/messages", { ...inline, recipients }, 202);
      await service.drain();
      service.clock.advance(HOUR);
    };
    await send();
    await rule({ max_per_recipient: { messages: 1, days: 7 } });
    await send();
    const anotherDay = DAYS[(new Date(service.clock.now()).getUTCDay() + 2) % 7];
    const windows = [{ days: [anotherDay], from: "00:00", to: "24:00" }];
    await rule({ windows, time_zone: "UTC", outside: "block" });
    await send();
    await exchange.posted("/v3/consents", { phone: FIRST, status: "revoked" }, 201);
    await rule({ require_consent: true });
    await send();
    const members = [FIRST, SECOND, THIRD].map((phone) => ({ phone }));
    const list = await campaigns.list(members);
    const campaign_id = await campaigns.draft({ template: template_id, list });
    await campaigns.does("launch", campaign_id);
    await service.drain();
    const { data } = await exchange.got<Page<Message>>("/v3/messages", { limit: 100 });
    return { exchange, data, template_id, campaign_id };
  }

  async function exportedIds(exchange: Exchange, query: object): Promise<string[]> {
    const { url } = await exchange.got<{ url: string }>("/v3/messages/export", query);
    const path = url.slice(service.app.config.publicUrl.length);
    const { text } = await service.anonymous.get(path).buffer(true).expect(200);
    const [, ...rows] = text.trimEnd().split("\r\n");
    return rows.map((row) => row.slice(0, row.indexOf(",")));
  }

  it("returns exactly the messages with one of the block reasons, with every other filter, also in exports", async () => {
    const { exchange, data, template_id, campaign_id } = await blockForEveryReason();
    const [legacy] = data.filter(({ block_reason }) => block_reason === "suppressed");
    // Earlier builds block suppressed messages only, and store no reason.
    await service.db("messages").where({ id: legacy?.id }).update({ block_reason: null });
    const found = new Set(data.map(({ block_reason }) => block_reason));
    expect([...found].sort()).toEqual([null, ...ALL].sort());
    const from = toTimestamp(service.clock.now() - 2 * HOUR);
    const others: [object, (message: Message) => boolean][] = [
      [{}, () => true],
      [{ campaign_id }, (one) => one.campaign_id === campaign_id],
      [{ template_id }, (one) => one.template_id === template_id],
      [{ status: "blocked" }, () => true],
      [{ status: ["blocked", "delivered"], campaign_id }, (one) => one.campaign_id === campaign_id],
      [{ status: ["failed", "delivered"] }, () => false],
      [{ status: "delivered", campaign_id }, () => false],
      [{ status: "delivered", recipient: SECOND }, () => false],
      [{ error_code: "carrier_rejected" }, () => false],
      [{ recipient: FIRST, channel: "sms" }, ({ to }) => to === FIRST],
      [{ purpose: "marketing", tag: "promo" }, ({ tags }) => tags.includes("promo")],
      [{ search: "oferta" }, ({ content }) => JSON.stringify(content).includes("Oferta")],
      [{ from }, ({ created_at }) => created_at >= from],
    ];
    for (const reasons of [...ALL.map((reason) => [reason]), ["suppressed", "no_consent"], ALL]) {
      for (const [more, matches] of others) {
        const expected = data.filter(
          (one) => one.block_reason !== null && reasons.includes(one.block_reason) && matches(one),
        );
        const ids = expected.map(({ id }) => id);
        const query = { block_reason: reasons, ...more };
        const page = await exchange.got<Page<Message>>("/v3/messages", { ...query, limit: 3, offset: 1 });
        expect({ query, total: page.pagination.total }).toEqual({ query, total: ids.length });
        expect(page.data).toEqual(expected.slice(1, 4));
        expect({ query, ids: await exportedIds(exchange, query) }).toEqual({ query, ids });
      }
    }
  });

  it("returns exactly the messages with one of the error codes, with every other filter", async () => {
    const { exchange } = await testAccount(service);
    const template = await exchange.template({ text: "Oi {{nome}}" });
    const send = (body: object) => exchange.posted("/v3/messages", body, 202);
    const to = ["0000", "0001", "0002", "0003", "1111"].map((end) => ({ to: `+551198765${end}` }));
    for (const content of ["Oi", '"code":"expired"']) {
      await send({ channel: "sms", content: { type: "text", text: content }, recipients: to });
    }
    await send({ template_id: template, recipients: to });
    await service.drain();
    const { data } = await exchange.got<Page<Message>>("/v3/messages", { limit: 100 });
    const codes = [...new Set(data.flatMap(({ error }) => (error === null ? [] : [error.code])))];
    expect(codes.length).toBeGreaterThan(1);
    for (const error_code of [...codes.map((code) => [code]), codes, ["landline"]]) {
      for (const more of [
        {},
        { template_id: template },
        { status: ["error", "failed"] },
        { status: "delivered" },
        { status: ["delivered", "undelivered"] },
        { channel: "sms", recipient: to[1]?.to },
        { search: "expired" },
      ] as { template_id?: string; status?: string | string[]; recipient?: string; search?: string }[]) {
        const expected = data.filter(
          ({ error, template_id, status, to: recipient, content }) =>
            error !== null &&
            error_code.includes(error.code) &&
            (more.template_id === undefined || template_id === more.template_id) &&
            (more.status === undefined || [more.status].flat().includes(status)) &&
            (more.recipient === undefined || recipient === more.recipient) &&
            (more.search === undefined || JSON.stringify(content).includes(more.search)),
        );
        const query = { error_code, ...more, limit: 3, offset: 1 };
        const found = await exchange.got<Page<Message>>("/v3/messages", query);
        expect(found.pagination.total).toBe(expected.length);
        expect(found.data.map(({ id }) => id)).toEqual(expected.slice(1, 4).map(({ id }) => id));
      }
    }
  });

  it.each(["block_reason", "error_code"])("refuses an unknown %s, none, and null", async (filter) => {
    const { request } = await testAccount(service);
    for (const path of ["/v3/messages", "/v3/messages/export"]) {
      for (const value of ["tired", "", "null"]) {
        const { body } = await request
          .get(path)
          .query({ [filter]: value })
          .expect(400);
        expect(body).toMatchObject({ error: { code: "validation_failed" } });
      }
    }
  });

  it.each([
    ["block_reason", "suppressed", "blocked", "error", 1],
    ["error_code", "expired", "error", "blocked", 0],
  ] as const)(
    "returns 422 for too many messages that %s could match, and names the filter",
    async (filter, value, status, other, total) => {
      const { accountId, request } = await testAccount(service, { senders: false });
      const at = service.clock.now();
      await storeAlike(service, accountId, { at, count: MAX_EXAMINED, status });
      await storeMessages(service, accountId, "sms", [{ status }]);
      const list = (query: object) =>
        request.get("/v3/messages").query({ channel: "sms", [filter]: value, ...query });
      const refused = await list({});
      expect([refused.status, refused.body]).toMatchObject([
        422,
        {
          error: {
            message: "This would examine more than 2000 messages",
            fields: [{ field: filter, message: expect.stringContaining("campaign_id") as string }],
          },
        },
      ]);
      const narrow = await list({ recipient: "+5511910000000" }).expect(200);
      expect((narrow.body as Page<Message>).pagination.total).toBe(total);
      // No message that the filter matches has one of these statuses, so none is examined.
      await list({ status: "delivered" }).expect(200);
      await list({ status: other }).expect(200);
      await service.db("messages").where({ account_id: accountId }).delete();
    },
  );
});
