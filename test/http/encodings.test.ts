import type { components } from "../../generated/schema";
import { Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";

type Preview = components["schemas"]["PreviewResult"];

const LONG = `Olá {{nome}}, sua encomenda chegou à padaria. ${"Até amanhã! ".repeat(3)}`;
const SENT = `Ola Joao, sua encomenda chegou à padaria. ${"Até amanha! ".repeat(3)}`;

describe.each(databases)("the encoding of an SMS on %s", (database) => {
  const service = testService(database);
  const exchange = new Exchange(service);
  const gsm7 = (text: string) => ({ type: "text" as const, text, encoding: "gsm7" as const });
  const recipients = [{ to: "+5511987654321", variables: { nome: "João" } }];
  const preview = async (content: object, to: object[] = recipients) =>
    (
      await exchange.posted<{ data: Preview[] }>(
        "/v3/messages/preview",
        { channel: "sms", content, recipients: to },
        200,
      )
    ).data;
  const sent = async (body: object) => {
    const { data } = await exchange.posted<components["schemas"]["SendMessagesResponse"]>(
      "/v3/messages",
      { recipients, ...body },
      202,
    );
    return exchange.message(data[0]?.message_id ?? "");
  };

  it("previews the text that is sent, with the segments and the price that it saves", async () => {
    const [asWritten] = await preview({ type: "text", text: LONG });
    const [encoded] = await preview(gsm7(LONG));
    expect(asWritten).toMatchObject({ encoding: "ucs2", segments: 2, segments_as_written: 2 });
    expect(encoded).toMatchObject({
      content: gsm7(SENT),
      encoding: "gsm7",
      segments: 1,
      segments_as_written: 2,
      ucs2_characters: [],
    });
    expect((encoded?.price ?? 0) * 2).toBe(asWritten?.price);
  });

  it("stores, charges and finds the text that is sent", async () => {
    const { id } = await sent({ channel: "sms", content: gsm7(LONG) });
    await service.drain();
    const [{ price } = { price: 0 }] = await preview(gsm7(LONG));
    expect(await exchange.message(id)).toMatchObject({
      status: "delivered",
      content: gsm7(SENT),
      segments: 1,
      price,
    });
    expect((await exchange.messages({ search: "Ola Joao" })).map((one) => one.id)).toContain(id);
  });

  it("sends as written with auto", async () => {
    const content = { type: "text", text: "Olá {{nome}}", encoding: "auto" };
    expect(await sent({ channel: "sms", content })).toMatchObject({
      content: { ...content, text: "Olá João" },
    });
  });

  it("applies to a template, its campaigns and its follow-ups", async () => {
    const followUp = await exchange.template({ content: gsm7("Até já, {{nome}}") });
    const rules = [{ on: ["delivered" as const], after_seconds: 0, template_id: followUp }];
    const template = await exchange.template({ content: gsm7("Olá, {{nome}}"), rules });
    expect(await exchange.got(`/v3/templates/${template}`)).toMatchObject({ content: gsm7("Olá, {{nome}}") });
    const campaigns = new Campaigns(service);
    const list = await campaigns.list([{ phone: "+5511987651111", name: "João" }]);
    const campaign = await campaigns.launched({ template, list });
    await service.drain();
    await service.drain();
    const messages = await exchange.messages({ campaign_id: campaign });
    expect(messages.map(({ content }) => content).reverse()).toEqual([
      gsm7("Ola, Joao"),
      gsm7("Até ja, Joao"),
    ]);
  });

  it("rejects a text with characters that have no counterpart, and names them", async () => {
    const response = await service.request
      .post("/v3/messages")
      .send({ channel: "sms", content: gsm7("Olá 😀 {{nome}}"), recipients })
      .expect(422);
    expect(response.body.error.fields).toEqual([
      { field: "content.text", message: "has characters without a counterpart in GSM-7: 😀" },
    ]);
    const template = { name: "Emoji", channel: "sms", content: gsm7("Olá 😀") };
    expect(await exchange.refusal("post", "/v3/templates", template)).toEqual({
      status: 422,
      fields: ["content.text"],
    });
  });

  it("reports a value's characters without a counterpart in GSM-7 as the recipient's error", async () => {
    const to = [{ to: "+5511987654321", variables: { nome: "João 😀" } }, ...recipients];
    const failed = {
      status: "error",
      content: null,
      segments: null,
      error: {
        code: "not_encodable",
        carrier_code: null,
        message: "the text has characters without a counterpart in GSM-7: 😀",
      },
    };
    const previews = await preview(gsm7("Olá {{nome}}"), to);
    expect(previews).toMatchObject([{ ...failed, segments_as_written: null }, { status: "pending" }]);
    const message = await sent({ channel: "sms", content: gsm7("Olá {{nome}}"), recipients: to });
    expect(message).toMatchObject(failed);
    const found = await exchange.messages({ error_code: "not_encodable" });
    expect(found.map(({ id }) => id)).toEqual([message.id]);
  });

  it("is rejected on RCS", async () => {
    const body = { channel: "rcs", content: gsm7("Ola"), recipients };
    expect(await exchange.refusal("post", "/v3/messages", body)).toEqual({
      status: 422,
      fields: ["content.encoding"],
    });
  });

  it("rejects an alt text with placeholders or of more than 200 characters", async () => {
    const file_id = service.app.ids.next();
    const create = (alt_text: string) =>
      exchange.refusal("post", "/v3/templates", {
        name: "Pão",
        channel: "rcs",
        content: {
          type: "card",
          orientation: "vertical",
          card: { media: { file_id, height: "short", alt_text } },
        },
      });
    const fields = ["content.card.media.alt_text"];
    expect(await create("Um pão para {{nome}}")).toEqual({ status: 422, fields });
    expect(await create("a".repeat(201))).toEqual({ status: 400, fields });
  });
});
