import type { Knex } from "knex";
import type { components } from "../../generated/schema";
import { dialectOf } from "../../src/platform/db/dialect";
import { DAY } from "../../src/platform/time";
import { databases } from "../support/databases";
import { storedFile } from "../support/files";
import { testService } from "../support/service";
import { times } from "../support/times";

type Message = components["schemas"]["Message"];
type SendResponse = components["schemas"]["SendMessagesResponse"];

const text = (value: string) => ({ type: "text", text: value });
const sms = (to: string | string[], value = "Olá") => ({
  channel: "sms",
  content: text(value),
  recipients: [to].flat().map((one) => ({ to: one })),
});

/** Makes every claim of an idempotency key conflict; returns a function that undoes this. */
async function holdKeys(db: Knex): Promise<() => Promise<unknown>> {
  if (dialectOf(db) === "sqlite") {
    const columns = ["account_id", "key", "fingerprint", "answer", "created_at"];
    await db.raw(`create trigger held before insert on idempotency_keys begin
      insert into idempotency_keys (${columns.join()}) values (${columns.map((name) => `new.${name}`).join()}); end`);
    return () => db.raw("drop trigger held");
  }
  await db.raw(
    "create function held() returns trigger language plpgsql as 'begin raise unique_violation; end'",
  );
  await db.raw("create trigger held before insert on idempotency_keys for each row execute function held()");
  return () => db.raw("drop function held cascade");
}

describe.each(databases)("messages on %s", (database) => {
  const service = testService(database);

  const send = async (body: object, status = 202): Promise<SendResponse> => {
    const response = await service.request.post("/v3/messages").send(body);
    expect({ status: response.status, body: response.body as unknown }).toMatchObject({ status });
    return response.body as SendResponse;
  };
  const read = async (id: string | undefined): Promise<Message> => {
    const response = await service.request.get(`/v3/messages/${id}`).expect(200);
    return response.body as Message;
  };
  const statuses = async (id: string | undefined) =>
    (await read(id)).status_history.map((entry) => entry.status);

  describe("a send", () => {
    it("returns one result per recipient in request order, with numbers in E.164", async () => {
      const { data } = await send(sms(["(11) 98765-4321", "11 3456-7890", "+14155552671"]));
      expect(data.map(({ to, status, error }) => [to, status, error?.code ?? null])).toEqual([
        ["+5511987654321", "pending", null],
        ["+551134567890", "error", "landline"],
        ["+14155552671", "pending", null],
      ]);
    });

    const contentWith = (phone: string) => ({
      ...text("Oi"),
      suggestions: [{ type: "dial", text: "Ligar", postback_data: "dial", phone }],
    });

    it("stores and previews the numbers of dial suggestions in E.164", async () => {
      const recipients = [{ to: "+5511987654321" }];
      const body = { channel: "rcs", content: contentWith("4004-1234"), recipients };
      const preview = await service.request.post("/v3/messages/preview").send(body).expect(200);
      expect(preview.body.data[0].content).toEqual(contentWith("+5540041234"));
      const { data } = await send(body);
      expect((await read(data[0]?.message_id)).content).toEqual(contentWith("+5540041234"));
    });

    it("returns numbers of dial suggestions in E.164 that an earlier version stored as typed", async () => {
      const recipients = [{ to: "+5511987654321" }];
      const { data } = await send({ channel: "rcs", content: contentWith("+5540041234"), recipients });
      const id = data[0]?.message_id;
      const content = JSON.stringify(contentWith("4004-1234"));
      await service.db("messages").where({ id }).update({ content });
      const page = await service.request.get("/v3/messages?channel=rcs&limit=1").expect(200);
      expect(page.body.data[0]).toMatchObject({ id, content: contentWith("+5540041234") });
      expect((await read(id)).content).toEqual(contentWith("+5540041234"));
    });

    it("creates nothing when numbers are invalid, and names each of them", async () => {
      const before = (await service.request.get("/v3/messages")).body.pagination.total as number;
      const response = await service.request.post("/v3/messages").send(sms(["11987654321", "190", "x"]));
      expect(response.status).toBe(422);
      expect(response.body.error.code).toBe("unprocessable_entity");
      expect(response.body.error.fields.map((f: { field: string }) => f.field)).toEqual([
        "recipients[1].to",
        "recipients[2].to",
      ]);
      expect((await service.request.get("/v3/messages")).body.pagination.total).toBe(before);
    });

    it("delivers a pending message and records the whole history", async () => {
      const { data } = await send(sms("+5511987654321"));
      await service.drain();
      const message = await read(data[0]?.message_id);
      expect(message).toMatchObject({
        status: "delivered",
        segments: 1,
        price: 80_000,
        sender: "27000",
        error: null,
      });
      expect(message.status_history.map((entry) => entry.status)).toEqual(["pending", "sent", "delivered"]);
    });

    it.each([
      ["0001", ["pending", "sent", "undelivered"], "undeliverable", 80_000],
      ["0002", ["pending", "failed"], "carrier_rejected", 0],
      ["0003", ["pending", "sent"], null, 80_000],
      ["0004", ["pending", "sent", "delivered"], null, 80_000],
      ["0007", ["pending", "sent", "expired"], "expired", 80_000],
    ])("takes a message to a number ending in %s through %j", async (suffix, expected, code, price) => {
      const { data } = await send(sms(`+551198765${suffix}`));
      await service.drain();
      const message = await read(data[0]?.message_id);
      expect(message.status_history.map((entry) => entry.status)).toEqual(expected);
      expect([message.error?.code ?? null, message.price]).toEqual([code, price]);
    });

    it("delivers an RCS message to a number ending in 0004, which then reads it", async () => {
      const { data } = await send({
        channel: "rcs",
        content: text("Oi"),
        recipients: [{ to: "+5511987650004" }],
      });
      await service.drain();
      expect(await statuses(data[0]?.message_id)).toEqual(["pending", "sent", "delivered", "read"]);
    });

    it("retries a number ending in 0009 until delivery within five seconds", async () => {
      const { data } = await send(sms("+5511987650009"));
      for (let second = 0; second < 5; second += 1) {
        await service.drain();
        service.clock.advance(1_000);
      }
      expect(await statuses(data[0]?.message_id)).toEqual(["pending", "sent", "delivered"]);
    });

    it("blocks suppressed recipients, even when they have an error, and charges nothing", async () => {
      await service.contact({ phone: "+551134560001", suppressedOn: ["sms"] });
      const { data } = await send(sms("+551134560001"));
      expect(data[0]).toMatchObject({ status: "blocked", error: null });
      await service.drain();
      expect(await read(data[0]?.message_id)).toMatchObject({ status: "blocked", price: 0 });
    });

    it("suppresses only on the channels of the blacklist", async () => {
      await service.contact({ phone: "+5511987651111", suppressedOn: ["rcs"] });
      const { data } = await send(sms("+5511987651111"));
      expect(data[0]?.status).toBe("pending");
    });

    it("blocks a message at submission when its number was suppressed after the send", async () => {
      const { data } = await send(sms("+5511987652222"));
      await service.contact({ phone: "+5511987652222", suppressedOn: ["sms"] });
      await service.drain();
      expect(await statuses(data[0]?.message_id)).toEqual(["pending", "blocked"]);
      expect((await read(data[0]?.message_id)).price).toBe(0);
    });

    it("fills variables from the recipient, then the contact's attributes, then the contact itself", async () => {
      await service.contact({
        phone: "+5511987653333",
        name: "João",
        attributes: { plan: "ouro", city: "Recife" },
      });
      const { data } = await send({
        channel: "sms",
        content: text("{{name}} {{ plan }} {{city}} {{phone}}"),
        recipients: [{ to: "11987653333", variables: { city: "Olinda {{plan}}" } }],
      });
      expect((await read(data[0]?.message_id)).content).toEqual({
        type: "text",
        text: "João ouro Olinda {{plan}} +5511987653333",
      });
    });

    it("fills name and number variables in Portuguese and in English", async () => {
      await service.contact({ phone: "+5511987653334", name: "João", attributes: {} });
      await service.contact({ phone: "+5511987653335", attributes: { Nome: "Rita" } });
      const content = text("{{nome}} {{name}} {{Telefone}} {{phone}}");
      const recipients = [
        { to: "11987653334" },
        { to: "11987653335" },
        { to: "11987653336", variables: { nome: "Bia", telefone: "0800" } },
        { to: "11987653337", variables: { nome: "Ana", name: "Dona Ana" } },
        { to: "11987653338" },
      ];
      const { data } = await send({ channel: "sms", content, recipients });
      const sent = await Promise.all(data.map(({ message_id }) => read(message_id)));
      const texts = sent.map((message) => (message.content as { text: string } | null)?.text ?? null);
      expect(texts).toEqual([
        "João João +5511987653334 +5511987653334",
        "Rita Rita +5511987653335 +5511987653335",
        "Bia Bia 0800 0800",
        null,
        null,
      ]);
      // Only a contact supplies a number; a variable without a value in either language is listed once.
      expect(sent.map(({ error }) => error?.message ?? null)).toEqual([
        ...[null, null, null, "no value for Telefone", "no value for nome, Telefone"],
      ]);
      const previewed = await service.request
        .post("/v3/messages/preview")
        .send({ channel: "sms", content, recipients: recipients.slice(0, 3) })
        .expect(200);
      const previews = (previewed.body as { data: { content: { text: string } }[] }).data;
      expect(previews.map((preview) => preview.content.text)).toEqual(texts.slice(0, 3));
    });

    it("reports a missing variable, an empty text and a text that is too long as the recipient's error", async () => {
      const { data } = await send({
        channel: "sms",
        content: text("{{a}}"),
        recipients: [
          { to: "11987654321" },
          { to: "11987654322", variables: { a: " " } },
          { to: "11987654323", variables: { a: "á".repeat(700) } },
          { to: "11987654324", variables: { a: "ok" } },
          { to: "11987654325", variables: { __proto__: "x" } },
          { to: "11987654326", variables: { a: "\u200b" } },
        ],
      });
      expect(data.map(({ error }) => error?.code ?? null)).toEqual([
        "missing_variable",
        "empty_content",
        "content_too_long",
        null,
        "missing_variable",
        "empty_content",
      ]);
    });

    it("reports values that leave a suggestion without text or URL as the recipient's error", async () => {
      const open_url = { type: "open_url", text: "{{label}}", url: "{{url}}", postback_data: "x" };
      const { data } = await send({
        channel: "rcs",
        content: { ...text("Veja"), suggestions: [open_url] },
        recipients: [
          { to: "11987654321", variables: { label: "Ver", url: "https://example.com" } },
          { to: "11987654322", variables: { label: "Ver", url: "javascript:alert(1)" } },
          { to: "11987654323", variables: { label: " ", url: "https://example.com" } },
          { to: "11987654324", variables: { label: "Ver", url: "{{url}}" } },
        ],
      });
      expect(data.map(({ error }) => error?.code ?? null)).toEqual([
        null,
        "missing_variable",
        "empty_content",
        "missing_variable",
      ]);
    });

    it("previews a URL of a contact that the key may not read without an error", async () => {
      await service.contact({ phone: "+5511987654377", attributes: { url: "https://example.com" } });
      const open_url = { type: "open_url", text: "Ver", url: "{{url}}", postback_data: "x" };
      const { body } = await service
        .agent(await service.keyWith(service.accountId, ["messages:send"]))
        .post("/v3/messages/preview")
        .send({
          channel: "rcs",
          content: { ...text("Veja"), suggestions: [open_url] },
          recipients: [{ to: "11987654377" }],
        })
        .expect(200);
      expect(body.data[0]).toMatchObject({ status: "pending", content: { suggestions: [open_url] } });
    });

    it("rejects more than 100 different placeholders", async () => {
      const names = times(101, (index) => `{{v${index}}}`).join("");
      await send(sms("11987654321", names), 422);
    });

    it("returns no_sender for an account without senders", async () => {
      const bare = await service.account("bare", { senders: false });
      const response = await bare.request.post("/v3/messages").send(sms("11987654321")).expect(202);
      expect(response.body.data[0]).toMatchObject({ status: "error", error: { code: "no_sender" } });
    });

    it("reports absent media as each recipient's error", async () => {
      const file_id = "01930000-0000-7000-8000-000000000000";
      const body = {
        channel: "voice",
        content: { type: "audio", file_id },
        recipients: [{ to: "1134567890" }],
      };
      expect((await send(body)).data[0]).toMatchObject({
        status: "error",
        error: { code: "media_unavailable" },
      });
    });

    it("rejects media of a kind that the content does not support", async () => {
      const content = { type: "audio", file_id: await storedFile(service, "image") };
      await send({ channel: "voice", content, recipients: [{ to: "1134567890" }] }, 422);
    });

    it("keeps the content of the template when the template changes", async () => {
      const template = await service.request
        .post("/v3/templates")
        .send({ name: "Aviso", channel: "sms", content: text("Olá {{name}}") })
        .expect(201);
      const template_id = template.body.id as string;
      const { data } = await send({
        template_id,
        recipients: [{ to: "11987654321", variables: { name: "Ana" } }],
      });
      await service.request
        .patch(`/v3/templates/${template_id}`)
        .send({ content: text("Tchau") })
        .expect(200);
      expect(await read(data[0]?.message_id)).toMatchObject({ template_id, content: text("Olá Ana") });
    });

    it("rejects a template with a channel, a body with neither, and an absent template", async () => {
      const template_id = "01930000-0000-7000-8000-000000000000";
      const recipients = [{ to: "11987654321" }];
      const template = { name: "Com canal", channel: "sms", content: text("x") };
      const { id } = (await service.request.post("/v3/templates").send(template).expect(201)).body as {
        id: string;
      };
      await send({ template_id: id, channel: "sms", content: text("x"), recipients }, 422);
      await send({ template_id, channel: "sms", content: text("x"), recipients: [{ to: "190" }] }, 404);
      await send({ recipients }, 422);
      await send({ channel: "sms", recipients }, 422);
      await send({ template_id, recipients }, 404);
      await send({ channel: "voice", content: text("x"), recipients }, 422);
    });

    it("accepts 1,000 recipients, and no more", async () => {
      const numbers = times(1_001, (index) => `+55119${String(80_000_000 + index)}`);
      const { data } = await send(sms(numbers.slice(0, 1_000)));
      expect(new Set(data.map(({ message_id }) => message_id)).size).toBe(1_000);
      await send(sms(numbers), 400);
    });
  });

  describe("an idempotency key", () => {
    const withKey = (key: string, body: object, agent = service.request) =>
      agent.post("/v3/messages").set("Idempotency-Key", key).send(body);

    it("turns 64 identical concurrent sends into one batch with 64 equal responses", async () => {
      const before = (await service.request.get("/v3/messages")).body.pagination.total as number;
      const body = sms(["11987654321", "11987654322"]);
      const responses = await Promise.all(times(64, () => withKey("burst", body)));
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([202]));
      expect(new Set(responses.map((response) => response.text)).size).toBe(1);
      expect(responses.filter((response) => response.headers["idempotent-replayed"] === "true")).toHaveLength(
        63,
      );
      expect((await service.request.get("/v3/messages")).body.pagination.total).toBe(before + 2);
    });

    it("is rejected with another body, but not when only the order of the JSON differs", async () => {
      const recipients = [{ to: "11987654321", variables: { a: "1", b: "2" } }];
      await withKey("body", { channel: "sms", content: text("x"), recipients }).expect(202);
      const reordered = {
        recipients: [{ variables: { b: "2", a: "1" }, to: "11987654321" }],
        content: text("x"),
        channel: "sms",
      };
      expect((await withKey("body", reordered)).headers["idempotent-replayed"]).toBe("true");
      const other = await withKey("body", { channel: "sms", content: text("y"), recipients });
      expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
    });

    it("is scoped to its account", async () => {
      const other = await service.account("other");
      await withKey("shared", sms("11987654321")).expect(202);
      const response = await withKey("shared", sms("11987654329", "outra"), other.request).expect(202);
      expect(response.headers["idempotent-replayed"]).toBeUndefined();
    });

    it("expires after 24 hours", async () => {
      await withKey("old", sms("11987654321")).expect(202);
      service.clock.advance(DAY);
      const response = await withKey("old", sms("11987654321", "other")).expect(202);
      expect(response.headers["idempotent-replayed"]).toBeUndefined();
    });

    it("is not consumed by a rejected request", async () => {
      await withKey("refused", sms("190")).expect(422);
      await withKey("refused", sms("11987654321")).expect(202);
    });

    it("returns 409 with Retry-After while another request holds it", async () => {
      const release = await holdKeys(service.db);
      const held = await withKey("held", sms("11987654321"));
      await release();
      expect([held.status, held.body.error.code, held.headers["retry-after"]]).toEqual([
        409,
        "conflict",
        "1",
      ]);
      const { headers } = await withKey("held", sms("11987654321")).expect(202);
      expect(headers["idempotent-replayed"]).toBeUndefined();
    });

    it("is rejected when longer than 255 characters", async () => {
      const response = await withKey("k".repeat(256), sms("11987654321")).expect(400);
      expect(response.body.error.fields[0].field).toBe("Idempotency-Key");
    });
  });

  describe("a preview", () => {
    it("creates nothing and returns encoding, segments, price and the characters that force UCS-2", async () => {
      const before = (await service.request.get("/v3/messages")).body.pagination.total as number;
      const body = {
        channel: "sms",
        content: text("{{a}}"),
        recipients: [
          { to: "11987654321", variables: { a: "ação".repeat(20) } },
          { to: "11987654322", variables: { a: "a".repeat(161) } },
          { to: "1134567890", variables: { a: "x" } },
        ],
      };
      const { data } = (await service.request.post("/v3/messages/preview").send(body).expect(200)).body;
      expect(data[0]).toMatchObject({
        encoding: "ucs2",
        segments: 2,
        price: 160_000,
        ucs2_characters: ["ç", "ã"],
      });
      expect(data[1]).toMatchObject({ encoding: "gsm7", segments: 2, price: 160_000, ucs2_characters: [] });
      expect(data[2]).toMatchObject({ status: "error", error: { code: "landline" }, price: 0 });
      expect((await service.request.get("/v3/messages")).body.pagination.total).toBe(before);
    });
  });
});

describe.each(databases)("the list of messages on %s", (database) => {
  const service = testService(database);
  const list = async (query: string) => {
    const response = await service.request.get(`/v3/messages?${query}`);
    expect({ status: response.status, error: (response.body as { error?: unknown }).error }).toEqual({
      status: 200,
      error: undefined,
    });
    return response.body as components["schemas"]["MessagePage"];
  };
  const ids: Record<string, string> = {};
  const secondAt = (offset: number) =>
    new Date(service.clock.now() + offset).toISOString().slice(0, 19) + "Z";

  beforeAll(async () => {
    const create = async (name: string, body: object) => {
      const response = await service.request.post("/v3/messages").send(body).expect(202);
      ids[name] = response.body.data[0].message_id as string;
      service.clock.advance(2_500);
    };
    await create("joao", sms("11987654321", "Olá João, 100%_\\ ÇA"));
    await create("undelivered", sms("11987650001", "b"));
    await create("rcs", { channel: "rcs", content: text("rico"), recipients: [{ to: "11987650004" }] });
    await service.drain();
    await create("late", sms("11987651234", "tarde"));
  });

  it("shows the newest first, with an empty history on each item and an exact total", async () => {
    const page = await list("limit=2");
    expect(page.data.map(({ id }) => id)).toEqual([ids.late, ids.rcs]);
    expect(page.data.every((message) => message.status_history.length === 0)).toBe(true);
    expect(page.pagination).toEqual({ total: 4, limit: 2, offset: 0, has_more: true });
    expect((await list("limit=2&offset=2")).pagination.has_more).toBe(false);
  });

  it("filters by channel and status, ORed within a parameter and ANDed across", async () => {
    expect((await list("channel=rcs")).data.map(({ id }) => id)).toEqual([ids.rcs]);
    const page = await list("status=undelivered&status=read&channel=sms&channel=rcs");
    expect(page.data.map(({ id }) => id)).toEqual([ids.rcs, ids.undelivered]);
    expect(page.pagination.total).toBe(2);
    expect((await list("status=read&channel=sms")).pagination.total).toBe(0);
  });

  it.each(["status=undelivered", "channel=sms", "purpose=transactional", "error_code=undeliverable"])(
    "lists each message once when %s is repeated 100 times",
    async (filter) => {
      const once = await list(filter);
      expect(once.data.length).toBeGreaterThan(0);
      expect(await list(times(100, () => filter).join("&"))).toEqual(once);
      await service.request.get(`/v3/messages?${times(101, () => filter).join("&")}`).expect(400);
    },
  );

  it("searches number and text, ignoring case and diacritics, with wildcards as plain characters", async () => {
    for (const search of ["JOAO", "joão", "100%25_%5C", "87654321", "%5C+%C3%A7a"]) {
      expect([search, (await list(`search=${search}`)).data.map(({ id }) => id)]).toEqual([
        search,
        [ids.joao],
      ]);
    }
    expect((await list("search=%25%25%25")).pagination.total).toBe(0);
    expect((await list("search=___")).pagination.total).toBe(0);
    expect((await list("search=jo+o")).pagination.total).toBe(0);
  });

  it("finds a message when both bounds are its created_at, in any offset and fraction", async () => {
    const at = (await service.request.get(`/v3/messages/${ids.undelivered}`)).body.created_at as string;
    expect((await list(`from=${at}&to=${at}`)).data.map(({ id }) => id)).toEqual([ids.undelivered]);
    const local = new Date(Date.parse(at) - 3 * 3_600_000).toISOString().replace("Z", "-03:00");
    expect((await list(`from=${local}&to=${local}`)).data.map(({ id }) => id)).toEqual([ids.undelivered]);
    const exact = local.replace("-03:00", `${"9".repeat(70)}-03:00`);
    expect((await list(`from=${exact}&to=${exact}`)).data.map(({ id }) => id)).toEqual([ids.undelivered]);
    expect((await list(`to=${secondAt(-100_000)}`)).pagination.total).toBe(0);
  });

  it("filters by recipients in any spelling, combined with other filters", async () => {
    const by = async (query: string) => {
      const { data, pagination } = await list(query);
      expect(pagination.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await by("recipient=(11)+98765-4321")).toEqual([ids.joao]);
    expect(await by("recipient=%2B5511987650001&recipient=11987654321")).toEqual([ids.undelivered, ids.joao]);
    expect(await by("recipient=11987650004&recipient=11987654321&channel=rcs&status=read")).toEqual([
      ids.rcs,
    ]);
    expect(await by("recipient=11987654321&search=rico")).toEqual([]);
    expect(await by("recipient=11987659999")).toEqual([]);
    const many = times(20, (index) => `recipient=119876543${10 + index}`).join("&");
    expect(await by(`${many}&status=delivered`)).toEqual([ids.joao]);
  });

  it("filters by ids of templates and campaigns", async () => {
    const absent = "01930000-0000-7000-8000-000000000000";
    expect((await list(`template_id=${absent}`)).pagination.total).toBe(0);
    expect((await list(`campaign_id=${absent}&campaign_id=${absent}`)).pagination.total).toBe(0);
  });

  it.each([
    ["recipient=11987654321&recipient=190", "recipient"],
    ["from=2026-01-31T12:00:60Z", "from"],
    ["from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z", "from"],
    ["search=abc%00", "search"],
  ])("rejects %s, naming the field", async (query, field) => {
    const response = await service.request.get(`/v3/messages?${query}`).expect(400);
    expect(response.body.error.code).toBe("validation_failed");
    expect(response.body.error.fields[0].field.replace(/\[\d+\]$/, "")).toBe(field);
  });
});
