import { MAX_EXAMINED } from "../../src/platform/db/reads/scan";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import type { Message, Page } from "../support/exchange";
import { readsWith, storeAlike, storeMessages } from "../support/messages";
import { testService } from "../support/service";

describe.each(databases)("the filter by reason of failure on %s", (database) => {
  const service = testService(database, readsWith({ slices: { first: 2, max: 5, aim: 30 } }));

  it("returns exactly the messages with one of the codes, with every other filter", async () => {
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

  it("refuses an unknown code", async () => {
    const { request } = await service.account(`unknown code ${database}`);
    for (const path of ["/v3/messages", "/v3/messages/export"]) {
      await request.get(path).query({ error_code: "tired" }).expect(400);
    }
  });

  it("returns 422 for too many messages without delivery, and names the filter", async () => {
    const { accountId, request } = await service.account(`many errors ${database}`, { senders: false });
    const at = service.clock.now();
    await storeAlike(service, accountId, { at, count: MAX_EXAMINED, status: "error" });
    await storeMessages(service, accountId, "sms", [{ status: "error" }]);
    const refused = await request.get("/v3/messages").query({ error_code: "expired", channel: "sms" });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { error: { fields: [{ field: "error_code" }] } },
    ]);
    const narrow = await request
      .get("/v3/messages")
      .query({ error_code: "expired", recipient: "+5511910000000" });
    expect(narrow.status).toBe(200);
    await service.db("messages").where({ account_id: accountId }).delete();
  }, 60_000);
});
