import type { components } from "../../generated/schema";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { storedFile } from "../support/files";
import { testService } from "../support/service";

type Template = components["schemas"]["Template"];
type OptOutWords = components["schemas"]["OptOutWords"];

const INVALID = { type: "text", text: "Seu código é {{ código }}." };
const VALID = { type: "text", text: "Seu código é {{ codigo }}." };

describe.each(databases)("invalid placeholders on %s", (database) => {
  const service = testService(database);
  let made = 0;
  const template = async () => {
    const given = { name: `placeholder ${made++}`, channel: "sms", content: VALID };
    return (await service.request.post("/v3/templates").send(given).expect(201)).body as Template;
  };
  const recipients = [{ to: "11 98765-4321", variables: { codigo: "{{ não é lido }}" } }];
  const problem = (field: string) => ({
    code: "unprocessable_entity",
    fields: [{ field, message: expect.stringMatching(/\{\{ código \}\}.*write \{\{ codigo \}\}$/) }],
  });

  it.each<[string, string, object, string]>([
    ["a template", "/v3/templates", { name: "x", channel: "sms", content: INVALID }, "content.text"],
    ["a send", "/v3/messages", { channel: "sms", content: INVALID, recipients }, "content.text"],
    ["a preview", "/v3/messages/preview", { channel: "rcs", content: INVALID, recipients }, "content.text"],
    ["a canned response", "/v3/canned-responses", { name: "x", text: INVALID.text }, "text"],
  ])("returns 422 for %s, and proposes a valid name", async (_, path, body, field) => {
    const rejected = await service.request.post(path).send(body).expect(422);
    expect(rejected.body.error).toMatchObject(problem(field));
  });

  it("returns 422 for them in changes of templates and canned responses", async () => {
    const { id } = await template();
    const change = { content: INVALID };
    const rejected = await service.request.patch(`/v3/templates/${id}`).send(change).expect(422);
    expect(rejected.body.error).toMatchObject(problem("content.text"));
    const reply = { name: `reply ${made++}`, text: "Oi" };
    const created = await service.request.post("/v3/canned-responses").send(reply).expect(201);
    const path = `/v3/canned-responses/${created.body.id as string}`;
    const refused = await service.request.patch(path).send({ text: INVALID.text }).expect(422);
    expect(refused.body.error).toMatchObject(problem("text"));
  });

  it("sends a template with an invalid placeholder that an earlier version stored", async () => {
    const { id } = await template();
    await service
      .db("templates")
      .where({ id })
      .update({ content: JSON.stringify(INVALID) });
    await service.request.patch(`/v3/templates/${id}`).send({ purpose: "otp" }).expect(200);
    const { body } = await service.request
      .post("/v3/messages/preview")
      .send({ template_id: id, recipients })
      .expect(200);
    expect(body.data).toMatchObject([{ status: "pending", content: INVALID }]);
  });

  describe("stored by an earlier version", () => {
    const CODE = "{{ código }}";
    const card = (title: string, file_id: string, alt_text: string) => ({
      type: "card",
      orientation: "vertical",
      card: {
        title,
        media: { file_id, height: "short", alt_text },
        suggestions: [{ type: "reply", text: CODE, postback_data: CODE }],
      },
    });

    async function storedTemplate(channel: string, content: object): Promise<string> {
      const given = { name: `placeholder ${made++}`, channel, content: { type: "text", text: "Oi" } };
      const { body } = await service.request.post("/v3/templates").send(given).expect(201);
      const { id } = body as Template;
      await service
        .db("templates")
        .where({ id })
        .update({ content: JSON.stringify(content) });
      return id;
    }

    const patchTemplate = (id: string, content: object) =>
      service.request.patch(`/v3/templates/${id}`).send({ name: `renamed ${made++}`, content });

    it("renames a template that is sent with its stored content", async () => {
      const id = await storedTemplate("sms", INVALID);
      const { body } = await patchTemplate(id, INVALID).expect(200);
      expect(body).toMatchObject({ name: expect.stringMatching(/^renamed/), content: INVALID });
      const changed = { ...INVALID, text: `${INVALID.text}!` };
      const rejected = await patchTemplate(id, changed).expect(422);
      expect(rejected.body.error).toMatchObject(problem("content.text"));
    });

    it("renames a template with stored defaults that the console leaves out", async () => {
      const id = await storedTemplate("sms", { ...INVALID, encoding: "auto" });
      const { body } = await patchTemplate(id, INVALID).expect(200);
      expect(body.content).toEqual(INVALID);
    });

    it("changes the image of a card that is sent with its stored texts", async () => {
      const [before, after] = [await storedFile(service, "image"), await storedFile(service, "image")];
      const id = await storedTemplate("rcs", card(CODE, before, CODE));
      const sent = card(CODE, after, CODE);
      expect((await patchTemplate(id, sent).expect(200)).body.content).toEqual(sent);
      for (const changed of [
        card("Oi", after, CODE),
        card(CODE, after, "Oi"),
        card(CODE, after, `${CODE}!`),
      ]) {
        await patchTemplate(id, changed).expect(422);
      }
    });

    it("returns 422 for another problem of a stored content", async () => {
      const id = await storedTemplate("rcs", card(CODE, service.app.ids.next(), CODE));
      const { body } = await patchTemplate(id, card(CODE, service.app.ids.next(), CODE)).expect(422);
      expect(body.error.fields).toMatchObject([{ field: "content.card.media.file_id" }]);
    });

    it("renames a canned response that is sent with its stored text", async () => {
      const given = { name: `reply ${made++}`, text: "Oi" };
      const { body } = await service.request.post("/v3/canned-responses").send(given).expect(201);
      const { id } = body as { id: string };
      const { text } = INVALID;
      await service.db("canned_responses").where({ id }).update({ text });
      const patch = (change: object) => service.request.patch(`/v3/canned-responses/${id}`).send(change);
      const name = `reply ${made++}`;
      expect((await patch({ name, text }).expect(200)).body).toMatchObject({ name, text });
      const rejected = await patch({ name, text: `${text}!` }).expect(422);
      expect(rejected.body.error).toMatchObject(problem("text"));
    });

    it("changes the opt-out words with the stored automatic replies", async () => {
      const { request, accountId } = await testAccount(service, { senders: false });
      const [confirmation, help_answer] = [`Saiu. ${CODE}`, `Ajuda: ${CODE}`];
      await service
        .db("accounts")
        .where({ id: accountId })
        .update({ opt_out_confirmation: confirmation, help_answer });
      const { body } = await request.get("/v3/opt-out-words").expect(200);
      const words = { ...(body as OptOutWords), opt_out: ["FIM"] };
      const put = (changes: Partial<OptOutWords> = {}) =>
        request.put("/v3/opt-out-words").send({ ...words, ...changes });
      expect((await put().expect(200)).body).toEqual({ ...words, confirmation, help_answer });
      // Each text is compared with the stored text of the same field.
      const swapped = await put({ confirmation: help_answer, help_answer: confirmation }).expect(422);
      const message = "must have no placeholders";
      expect(swapped.body.error.fields).toEqual([
        { field: "confirmation", message },
        { field: "help_answer", message },
      ]);
      await put({ confirmation: null }).expect(200);
      await put().expect(422);
    });
  });

  it("inserts the value of a variable unchanged, even if it looks like a placeholder", async () => {
    const { body } = await service.request
      .post("/v3/messages/preview")
      .send({ channel: "sms", content: VALID, recipients })
      .expect(200);
    expect(body.data).toMatchObject([{ content: { text: "Seu código é {{ não é lido }}." } }]);
  });
});
