import type { components } from "../../generated/schema";
import { deleteTemplate, insertTemplate, updateTemplate } from "../../src/features/templates/templates.store";
import { MINUTE, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { type FileOptions, storedFile } from "../support/files";
import { testService } from "../support/service";

type Template = components["schemas"]["Template"];
type FileKind = components["schemas"]["FileKind"];

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";
const text = { type: "text", text: "Oi, {{ name }}! {{city}}, {{ name }}" };
const audio = (file_id: string) => ({ type: "audio", file_id });
const media = (file_id: string) => ({ file_id, height: "short" });
const card = (file_id: string) => ({
  type: "card",
  orientation: "vertical",
  card: { media: media(file_id) },
});
const carousel = (...files: string[]) => ({
  type: "carousel",
  card_width: "small",
  cards: files.map((file_id) => ({ title: "{{title}}", media: media(file_id) })),
});

describe.each(databases)("templates on %s", (database) => {
  const service = testService(database);
  let made = 0;
  const newName = () => `template ${made++}`;
  const newAccount = () => service.account(`templates ${made++}`, { senders: false });

  const post = (body: object, request = service.request) => request.post("/v3/templates").send(body);
  const sms = (name = newName(), content: object = text) => ({ name, channel: "sms", content });

  async function create(body: object = sms(), request = service.request): Promise<Template> {
    return (await post(body, request).expect(201)).body as Template;
  }

  const file = (kind: FileKind, options?: FileOptions) => storedFile(service, kind, options);

  describe("creation", () => {
    it("returns the template with the variables of its content", async () => {
      const name = newName();
      const { body } = await post({ name: `  ${name}\t`, channel: "sms", content: text }).expect(201);
      expect(body).toEqual({
        id: expect.any(String),
        name,
        channel: "sms",
        purpose: "transactional",
        content: text,
        variables: ["name", "city"],
        validity_seconds: null,
        follow_ups: [],
        created_at: toTimestamp(service.clock.now()),
        updated_at: toTimestamp(service.clock.now()),
      });
      const read = await service.request.get(`/v3/templates/${body.id}`).expect(200);
      expect(read.body).toEqual(body);
    });

    it("lists a variable once when the content spells it in two ways", async () => {
      const content = { type: "text", text: "{{Nome}} {{name}} {{cidade}} {{phone}} {{telefone}}" };
      const variables = ["Nome", "cidade", "phone"];
      expect(await create({ name: newName(), channel: "sms", content })).toMatchObject({
        content,
        variables,
      });
    });

    it("accepts every form of content that a channel supports, unchanged", async () => {
      const [sound, picture, film] = [await file("audio"), await file("image"), await file("video")];
      const suggestions = [
        { type: "reply", text: "{{yes}}", postback_data: "yes" },
        { type: "open_url", text: "Abrir", postback_data: "open", url: "https://example.com/{{id}}" },
        { type: "dial", text: "Ligar", postback_data: "dial", phone: "+5511987654321" },
      ];
      const contents = [
        ["voice", audio(sound), []],
        ["rcs", { ...text, suggestions }, ["name", "city", "yes", "id"]],
        ["rcs", { ...card(picture), suggestions }, ["yes", "id"]],
        ["rcs", carousel(picture, film), ["title"]],
        ["sms", { type: "text", text: "çãé 😀 {{ a }} }} {{ {{b}}" }, ["a", "b"]],
      ] as const;
      for (const [channel, content, variables] of contents) {
        expect(await create({ name: newName(), channel, content })).toMatchObject({
          channel,
          content,
          variables,
        });
      }
    });

    const dial = (phone: string) => [{ type: "dial", text: "Ligar", postback_data: "dial", phone }];
    const contentWith = (phone: string) => ({
      type: "carousel",
      card_width: "small",
      cards: [
        { title: "Um", suggestions: dial(phone) },
        {
          title: "Dois",
          suggestions: [...dial(phone), { type: "reply", text: "Sim", postback_data: "yes" }],
        },
      ],
      suggestions: dial(phone),
    });
    const rcs = (phone: string) => ({ name: newName(), channel: "rcs", content: contentWith(phone) });

    it("stores the numbers of dial suggestions in E.164, also in an update", async () => {
      const { id, content } = await create(rcs("(11) 98765-4321"));
      expect(content).toEqual(contentWith("+5511987654321"));
      const path = `/v3/templates/${id}`;
      const created = await service.request.get(path).expect(200);
      expect((created.body as Template).content).toEqual(content);

      const change = (phone: string) => service.request.patch(path).send({ content: contentWith(phone) });
      const unchanged = await change("11 8765-4321").expect(200);
      expect([unchanged.headers.etag, unchanged.body.content]).toEqual([created.headers.etag, content]);
      const changed = await change("0800 123 4567").expect(200);
      expect(changed.body.content).toEqual(contentWith("+558001234567"));
      expect((await service.request.get(path)).body.content).toEqual(changed.body.content);
    });

    it("returns and sends numbers of dial suggestions in E.164 that an earlier version stored as typed", async () => {
      const name = newName();
      const { id } = await create({ ...rcs("+5511987654321"), name });
      const content = JSON.stringify(contentWith("(11) 98765-4321"));
      await service.db("templates").where({ id }).update({ content });

      const expected = contentWith("+5511987654321");
      const read = await service.request.get(`/v3/templates/${id}`).expect(200);
      const found = await service.request.get("/v3/templates").query({ search: name }).expect(200);
      expect([read.body.content, found.body.data[0].content]).toEqual([expected, expected]);
      const body = { template_id: id, recipients: [{ to: "+5511987654321" }] };
      const preview = await service.request.post("/v3/messages/preview").send(body).expect(200);
      expect(preview.body.data[0].content).toEqual(expected);
      await service.request.post("/v3/messages").send(body).expect(202);
      const [stored] = await service.db("messages").where({ template_id: id }).pluck("content");
      expect(JSON.parse(stored as string)).toEqual(expected);
    });

    it.each([
      ["content of another channel", "sms", audio(ABSENT), "content.type"],
      ["a card for voice", "voice", card(ABSENT), "content.type"],
      [
        "an SMS with suggestions",
        "sms",
        { ...text, suggestions: [{ type: "reply", text: "x", postback_data: "x" }] },
        "content.suggestions",
      ],
      ["an SMS of more than 10 segments", "sms", { type: "text", text: "ç".repeat(1531) }, "content.text"],
      [
        "an SMS of more than 10 segments even with empty values",
        "sms",
        { type: "text", text: "a".repeat(1531) + "{{nome}}" },
        "content.text",
      ],
      ["an empty card", "rcs", { type: "card", orientation: "vertical", card: {} }, "content.card"],
      [
        "too many placeholders",
        "rcs",
        { type: "text", text: Array.from({ length: 101 }, (_, i) => `{{${i}}}`).join("") },
        "content",
      ],
      ["an absent recording", "voice", audio(ABSENT), "content.file_id"],
      ["an absent picture", "rcs", card(ABSENT), "content.card.media.file_id"],
    ])("rejects %s", async (_, channel, content, field) => {
      const { body } = await post({ name: newName(), channel, content }).expect(422);
      expect(body.error).toMatchObject({ code: "unprocessable_entity", fields: [{ field }] });
    });

    it("rejects files that are pending, of the wrong kind or of another account, naming each", async () => {
      const { accountId: other } = await newAccount();
      const [sound, picture] = [await file("audio"), await file("image")];
      const pending = await file("image", { status: "pending" });
      const foreign = await file("image", { accountId: other });
      const csv = await file("csv");
      const refusals: [string, object, string[]][] = [
        ["voice", audio(picture), ["content.file_id"]],
        ["voice", audio(await file("audio", { status: "pending" })), ["content.file_id"]],
        ["voice", audio(csv), ["content.file_id"]],
        ["rcs", card(sound), ["content.card.media.file_id"]],
        ["rcs", card(foreign), ["content.card.media.file_id"]],
        [
          "rcs",
          carousel(picture, sound, pending, picture, csv),
          [
            "content.cards[1].media.file_id",
            "content.cards[2].media.file_id",
            "content.cards[4].media.file_id",
          ],
        ],
      ];
      for (const [channel, content, fields] of refusals) {
        const { body } = await post({ name: newName(), channel, content }).expect(422);
        expect((body.error.fields as { field: string }[]).map(({ field }) => field)).toEqual(fields);
      }
    });

    it("reports a taken name before it checks the content", async () => {
      const { name } = await create();
      await post({ name, channel: "voice", content: audio(ABSENT) }).expect(409);
    });
  });

  describe("the list", () => {
    it("shows the account's templates newest first, in pages", async () => {
      const { request } = await newAccount();
      const names = ["first", "second", "third"];
      for (const name of names) await create(sms(name), request);
      const { body } = await request.get("/v3/templates?limit=2").expect(200);
      expect(body).toMatchObject({
        data: [{ name: "third", variables: ["name", "city"] }, { name: "second" }],
        pagination: { total: 3, limit: 2, offset: 0, has_more: true },
      });
      const rest = await request.get("/v3/templates?limit=2&offset=2").expect(200);
      expect(rest.body).toMatchObject({ data: [{ name: "first" }], pagination: { has_more: false } });
    });

    it("filters by channels and by part of the name", async () => {
      const { request, accountId } = await newAccount();
      const sound = await file("audio", { accountId });
      await create({ name: "São João", channel: "rcs", content: text }, request);
      await create(sms("Sao Paulo 100%"), request);
      await create({ name: "Aviso de SÃO_Luís", channel: "voice", content: audio(sound) }, request);
      const found = async (query: string) => {
        const { body } = await request.get(`/v3/templates?${query}`).expect(200);
        const names = (body.data as Template[]).map(({ name }) => name);
        expect(body.pagination.total).toBe(names.length);
        return names;
      };
      expect(await found("channel=rcs")).toEqual(["São João"]);
      expect(await found("channel=rcs&channel=voice")).toEqual(["Aviso de SÃO_Luís", "São João"]);
      expect(await found("search=sao")).toHaveLength(3);
      expect(await found("search=JOA%C3%83O")).toEqual([]);
      expect(await found("search=JO%C3%83O")).toEqual(["São João"]);
      expect(await found("search=00%25")).toEqual(["Sao Paulo 100%"]);
      expect(await found("search=o_l")).toEqual(["Aviso de SÃO_Luís"]);
      expect(await found("search=%5C%5C%5C")).toEqual([]);
      expect(await found("search=sao&channel=sms")).toEqual(["Sao Paulo 100%"]);
    });
  });

  describe("a change", () => {
    const patch = (id: string, body: object) => service.request.patch(`/v3/templates/${id}`).send(body);

    it("writes the given fields and keeps the rest", async () => {
      const template = await create();
      service.clock.advance(MINUTE);
      const renamed = await patch(template.id, { name: ` ${template.name} (new) ` }).expect(200);
      const updated_at = toTimestamp(service.clock.now());
      expect(renamed.body).toEqual({ ...template, name: `${template.name} (new)`, updated_at });
      const content = { type: "text", text: "{{other}}" };
      const rewritten = await patch(template.id, { content }).expect(200);
      expect(rewritten.body).toEqual({ ...renamed.body, content, variables: ["other"] });
      const read = await service.request.get(`/v3/templates/${template.id}`).expect(200);
      expect(read.body).toEqual(rewritten.body);
    });

    it("is rejected with content of another channel", async () => {
      const { id } = await create();
      const { body } = await patch(id, { content: audio(await file("audio")) }).expect(422);
      expect(body.error).toMatchObject({ code: "unprocessable_entity", fields: [{ field: "content.type" }] });
    });

    it("is rejected with a file that is not uploaded", async () => {
      const { id } = await create({ name: newName(), channel: "rcs", content: text });
      const content = carousel(await file("image"), await file("video", { status: "pending" }));
      const { body } = await patch(id, { content }).expect(422);
      expect(body.error.fields).toMatchObject([{ field: "content.cards[1].media.file_id" }]);
    });
  });

  describe("deletion", () => {
    it("makes a concurrent change return null", async () => {
      const { id } = await create();
      await expect(deleteTemplate(service.db, service.accountId, id)).resolves.toBe(true);
      const change = updateTemplate(service.db, service.accountId, id, { name: "x" }, service.clock.now());
      await expect(change).resolves.toBeNull();
    });
  });

  it("rejects a taken name in the store as well", async () => {
    const { name } = await create();
    const now = service.clock.now();
    const content = { type: "text" as const, text: "x" };
    const id = service.app.ids.next();
    const template = {
      accountId: service.accountId,
      id,
      name,
      channel: "sms" as const,
      purpose: "transactional" as const,
      content,
      followUps: [],
      validitySeconds: null,
    };
    const insert = insertTemplate(service.db, { ...template, createdAt: now, updatedAt: now });
    await expect(insert).rejects.toMatchObject({ status: 409, fields: [{ field: "name" }] });
  });
});
