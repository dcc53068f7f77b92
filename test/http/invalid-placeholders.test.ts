import type { components } from "../../generated/schema";
import { databases } from "../support/databases";
import { testService } from "../support/service";

type Template = components["schemas"]["Template"];

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

  it("inserts the value of a variable unchanged, even if it looks like a placeholder", async () => {
    const { body } = await service.request
      .post("/v3/messages/preview")
      .send({ channel: "sms", content: VALID, recipients })
      .expect(200);
    expect(body.data).toMatchObject([{ content: { text: "Seu código é {{ não é lido }}." } }]);
  });
});
