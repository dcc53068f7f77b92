import type { components } from "../../generated/schema";
import { unsupportedContent } from "../../src/carriers/zenvia/contents";
import { Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { times } from "../support/times";

type Schemas = components["schemas"];
type Preview = Schemas["PreviewResult"];

const MIB = 1024 * 1024;
const numbers = (count: number) => times(count, (index) => `+55119${String(87_650_000 + index)}`);
const to = (count: number, variables?: Record<string, string>) =>
  numbers(count).map((number) => ({ to: number, variables }));

/** A card that renders to about ten times the size of `text`. */
const card = {
  title: "{{name}}",
  description: "{{text}}",
  suggestions: times(4, () => ({
    type: "reply",
    text: "Sim",
    postback_data: "{{text}}{{text}}",
  })),
};
const carousel = { type: "carousel", card_width: "small", cards: [card, card] };
const rich = (count: number, text = "ã".repeat(500)) => ({
  channel: "rcs",
  content: carousel,
  recipients: to(count, { name: "Ana", text }),
});

describe.each(databases)("large contents on %s", (database) => {
  let isAtZenvia = false;
  const service = testService(database, {
    // Validation of responses would buffer them, but these tests need streamed ones. Other tests validate.
    env: { RECADO_VALIDATE_RESPONSES: "0" },
    override: ({ connections }) => {
      jest
        .spyOn(connections, "unsupportedContent")
        .mockImplementation((_, ...content) => (isAtZenvia ? unsupportedContent(...content) : null));
      return {};
    },
  });
  const post = (path: string, body: object, key?: string) =>
    service.request
      .post(path)
      .set(key === undefined ? {} : { "Idempotency-Key": key })
      .send(body);
  const total = async () =>
    ((await service.request.get("/v3/messages?limit=1")).body as Schemas["MessagePage"]).pagination.total;

  it("omits the content of an SMS that is too long, and reports its length", async () => {
    const body = {
      channel: "sms",
      content: { type: "text", text: "{{a}}".repeat(117) },
      recipients: to(1_000, { a: "x".repeat(1024) }),
    };
    const error = {
      code: "content_too_long",
      message: "119808 characters, at most 1530 fit into 10 segments",
      carrier_code: null,
    };
    const preview = await post("/v3/messages/preview", body);
    const previews = (preview.body as { data: Preview[] }).data;
    expect(previews).toHaveLength(1_000);
    expect(previews[999]).toMatchObject({ status: "error", error, content: null, segments: null, price: 0 });
    const sent = await post("/v3/messages", body);
    const { data } = sent.body as Schemas["SendMessagesResponse"];
    expect(data[999]).toMatchObject({ status: "error", error });
    const page = await service.request.get("/v3/messages?limit=1000");
    expect(page.text.length).toBeLessThan(MIB);
    expect((page.body as Schemas["MessagePage"]).data[0]).toMatchObject({ error, content: null });
  });

  it("omits content that is too long for a blocked recipient, too", async () => {
    await service.contact({ phone: "+5511912340001", suppressedOn: ["sms"] });
    const { body } = await post("/v3/messages/preview", {
      channel: "sms",
      content: { type: "text", text: "{{a}}{{a}}" },
      recipients: [{ to: "+5511912340001", variables: { a: "x".repeat(800) } }],
    });
    const [preview] = (body as { data: Preview[] }).data;
    expect(preview).toMatchObject({ status: "blocked", error: null, content: null, segments: null });
  });

  it("accepts 1,000 SMS of ten segments in GSM-7 and in UCS-2", async () => {
    for (const [unit, length] of [
      ["a", 1530],
      ["ж", 670],
    ] as const) {
      const body = {
        channel: "sms",
        content: { type: "text", text: "{{a}}{{b}}" },
        recipients: to(1_000, { a: unit.repeat(length / 2), b: unit.repeat(length / 2) }),
      };
      const { body: response } = await post("/v3/messages/preview", body);
      const { data } = response as { data: Preview[] };
      expect(data.every(({ status, segments }) => status === "pending" && segments === 10)).toBe(true);
    }
  });

  it.each(["/v3/messages", "/v3/messages/preview"])(
    "rejects at %s contents whose total size is too large, and creates nothing",
    async (path) => {
      const before = await total();
      const { status, body } = await post(path, rich(700));
      expect({ status, body: body as unknown }).toEqual({
        status: 413,
        body: {
          error: {
            code: "payload_too_large",
            message: expect.stringMatching(
              /^The contents for all recipients have \d{8} bytes together, but a request may have at most 8388608$/,
            ) as string,
            request_id: expect.any(String) as string,
            fields: [
              {
                field: "recipients",
                message: "are too many for content of this size; divide them among several requests",
              },
            ],
          },
        },
      });
      expect(await total()).toBe(before);
    },
  );

  it("counts the stored size for each recipient, even when the content is the same for all", async () => {
    const content = { type: "text", text: "a".repeat(3_000) };
    const suggestions = times(11, () => ({
      type: "reply",
      text: "Sim",
      postback_data: "p".repeat(2_000),
    }));
    const body = { channel: "rcs", content: { ...content, suggestions }, recipients: to(400) };
    expect((await post("/v3/messages", body)).status).toBe(413);
    expect((await post("/v3/messages/preview", { ...body, recipients: to(300) })).status).toBe(200);
  });

  describe("content over a limit of the carrier", () => {
    beforeAll(() => void (isAtZenvia = true));
    afterAll(() => void (isAtZenvia = false));
    const sms = (text: string, more: object = {}, lengths = [1]) => ({
      channel: "sms",
      content: { type: "text", text, ...more },
      recipients: lengths.map((length, index) => ({
        to: numbers(2)[index],
        variables: { text: "x".repeat(length) },
      })),
    });

    it("is an error of the recipients whose values make it too long, in previews and in sends", async () => {
      const body = sms("{{text}}{{text}}", {}, [760, 761]);
      const message =
        "the carrier sandbox cannot send this content: its text has 1522 characters, but Zenvia allows at most 1,520";
      const error = { code: "carrier_rejected", message, carrier_code: null };
      for (const path of ["/v3/messages/preview", "/v3/messages"]) {
        const { data } = (await post(path, body)).body as { data: object[] };
        expect(data).toMatchObject([{ status: "pending" }, { status: "error", error }]);
      }
    });

    const withoutValues = "x".repeat(1_521) + "{{text}}";

    it.each([
      ["even empty values leave it too long", withoutValues, {}, 1_521],
      [
        "its transliteration is too long",
        "…".repeat(441) + "ã".repeat(199),
        { encoding: "gsm7" },
        441 * 3 + 199,
      ],
    ])("is rejected if %s", async (_, text, more, length) => {
      const { body } = await post("/v3/messages", sms(text, more)).expect(422);
      const message = `has ${length} characters, but Zenvia allows at most 1,520`;
      const { error } = body as Schemas["ErrorEnvelope"];
      expect(error.fields).toEqual([{ field: "content.text", message }]);
    });

    it("is rejected when a campaign is launched, if even empty values leave it too long", async () => {
      const campaigns = new Campaigns(service);
      const id = await campaigns.draft({ template: await campaigns.template(withoutValues) });
      expect(await campaigns.act("launch", id)).toMatchObject({ status: 422 });
    });

    it.each([
      ["its transliteration fits", "e\u0301".repeat(5) + "x".repeat(1_515), { encoding: "gsm7" }],
      ["the names of its placeholders alone make it too long", "{{ text }}".repeat(153), {}],
    ])("is accepted if %s", async (_, text, more) => {
      await post("/v3/messages", sms(text, more)).expect(202);
    });
  });

  describe("a send in several chunks", () => {
    let sent: Schemas["SendMessagesResponse"];

    beforeAll(async () => {
      const { status, body } = await post("/v3/messages", rich(380), "in-steps");
      expect(status).toBe(202);
      sent = body as Schemas["SendMessagesResponse"];
    });

    it("creates every message, in the order of the recipients", async () => {
      expect(sent.data.map((result) => result.to)).toEqual(numbers(380));
      const ids = sent.data.map(({ message_id }) => message_id);
      expect([...ids].sort()).toEqual(ids);
      const page = await service.request.get("/v3/messages?limit=380");
      const messages = (page.body as Schemas["MessagePage"]).data;
      expect(messages.map(({ id }) => id).reverse()).toEqual(ids);
      expect(messages.every(({ content }) => JSON.stringify(content).includes('"Ana"'))).toBe(true);
    });

    it("returns the whole stored response when the key is reused", async () => {
      const again = await post("/v3/messages", rich(380), "in-steps");
      expect(again.headers["idempotent-replayed"]).toBe("true");
      expect(again.body).toEqual(sent);
    });

    it("limits the size of a page, and suggests a limit that fits", async () => {
      for (let i = 0; i < 2; i++) expect((await post("/v3/messages", rich(380))).status).toBe(202);
      const { status, body } = await service.request.get("/v3/messages?limit=1000&channel=rcs");
      expect(status).toBe(422);
      const { error } = body as Schemas["ErrorEnvelope"];
      expect(error.code).toBe("unprocessable_entity");
      expect(error.message).toMatch(
        /^The entries of this page have \d\d(\.\d)? MiB; a page can have at most 16 MiB$/,
      );
      const [problem] = error.fields ?? [];
      expect(problem?.field).toBe("limit");
      const fitting = Number(/; (\d+) would do$/.exec(problem?.message ?? "")?.[1]);
      const page = await service.request.get(`/v3/messages?limit=${fitting}&channel=rcs`);
      expect(page.status).toBe(200);
      expect((page.body as Schemas["MessagePage"]).data).toHaveLength(fitting);
      expect((await service.request.get(`/v3/messages?limit=${fitting + 1}&channel=rcs`)).status).toBe(422);
    });

    it("streams a long list, sends Content-Length for a short one, and supports HEAD", async () => {
      const long = await service.request.get("/v3/messages?limit=380");
      expect(long.headers["transfer-encoding"]).toBe("chunked");
      expect(long.headers["content-type"]).toBe("application/json; charset=utf-8");
      const short = await service.request.get("/v3/messages?limit=1");
      expect(Number(short.headers["content-length"])).toBe(Buffer.byteLength(short.text));
      const head = await service.request.head("/v3/messages?limit=380");
      expect([head.status, head.text]).toEqual([200, undefined]);
      const none = await service.request.get("/v3/messages?status=expired&limit=1000");
      expect(none.body).toEqual({
        data: [],
        pagination: { total: 0, limit: 1000, offset: 0, has_more: false },
      });
    });
  });

  it("lists and previews contacts whose attributes are hundreds of kilobytes", async () => {
    const attributes = Object.fromEntries(times(100, (index) => [`a${index}`, "ã".repeat(1024)]));
    const phones = numbers(12).map((phone) => phone.replace("+55119", "+55219"));
    for (const [index, phone] of phones.entries()) {
      await service.contact({ phone, attributes: { ...attributes, index: String(index) } });
    }
    const page = await service.request.get("/v3/contacts?limit=1000");
    const contacts = (page.body as Schemas["ContactPage"]).data.filter(({ phone }) => phones.includes(phone));
    expect(contacts.map(({ attributes }) => attributes.index)).toEqual(
      phones.map((_, index) => String(11 - index)),
    );
    const { body } = await post("/v3/messages/preview", {
      channel: "sms",
      content: { type: "text", text: "{{index}} {{a7}}" },
      recipients: [...phones, ...phones].map((phone) => ({ to: phone, variables: { a7: "ok" } })),
    });
    expect((body as { data: Preview[] }).data.map(({ content }) => content)).toEqual(
      [...phones, ...phones].map((_, index) => ({ type: "text", text: `${index % 12} ok` })),
    );
  });

  describe("a preview of stored values", () => {
    const phone = "+5531987654321";
    const previewWith = async (scopes: string[], text: string, variables?: Record<string, string>) => {
      await service.contact({ phone, name: "Maria Secreta", attributes: { cpf: "529.982.247-25" } });
      const agent = service.agent(await service.keyWith(service.accountId, scopes));
      const { body } = await agent
        .post("/v3/messages/preview")
        .send({ channel: "sms", content: { type: "text", text }, recipients: [{ to: phone, variables }] });
      const [preview] = (body as { data: Preview[] }).data;
      return preview as Preview;
    };
    const TEXT = "{{ name }} {{cpf}} {{phone}} {{plan}}";

    it("shows placeholders instead of values to a key without contacts:read", async () => {
      const preview = await previewWith(["messages:send"], TEXT, { plan: "ouro" });
      expect(preview).toMatchObject({
        status: "pending",
        content: { type: "text", text: "{{name}} {{cpf}} {{phone}} ouro" },
      });
      expect(JSON.stringify(preview)).not.toMatch(/Maria|529/);
      expect(await previewWith(["messages:send"], "{{other}}")).toMatchObject({
        error: { code: "missing_variable" },
      });
    });

    it("shows the values to a key with contacts:read", async () => {
      const preview = await previewWith(["messages:send", "contacts:read"], TEXT, { plan: "ouro" });
      expect(preview.content).toEqual({ type: "text", text: `Maria Secreta 529.982.247-25 ${phone} ouro` });
    });
  });

  it("limits an error message to the contract's length when many variables are missing", async () => {
    const names = times(30, (index) => `${"n".repeat(60)}${index}`);
    const { body } = await post("/v3/messages/preview", {
      channel: "sms",
      content: { type: "text", text: names.map((name) => `{{${name}}}`).join("") },
      recipients: to(1),
    });
    const [preview] = (body as { data: Preview[] }).data;
    expect(preview?.error?.code).toBe("missing_variable");
    expect(preview?.error?.message.length).toBeLessThanOrEqual(1_000);
  });
});
