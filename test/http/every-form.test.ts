import { Exchange, type Message, type Template } from "../support/exchange";
import { storedFile } from "../support/files";
import { testService } from "../support/service";

/** Every type of suggestion with all its fields. */
const SUGGESTIONS = [
  { type: "reply", text: "Sim, {{ name }}", postback_data: "yes" },
  { type: "open_url", text: "Abrir", postback_data: "open", url: "https://example.com/{{ name }}" },
  { type: "dial", text: "Ligar", postback_data: "dial", phone: "+5511987654321" },
  {
    type: "view_location",
    text: "Ver",
    postback_data: "view",
    label: "Padaria",
    latitude: -8.05,
    longitude: -34.9,
  },
  { type: "share_location", text: "Onde", postback_data: "where" },
  {
    type: "create_calendar_event",
    text: "Agendar",
    postback_data: "plan",
    title: "Entrega",
    description: "Na portaria",
    start_at: "2026-02-01T12:00:00Z",
    end_at: "2026-02-01T13:00:00Z",
  },
];
const [FEW, REST] = [SUGGESTIONS.slice(0, 4), SUGGESTIONS.slice(4)];

describe("content in every form", () => {
  const service = testService("SQLite");
  const exchange = new Exchange(service);
  let file: string;

  beforeAll(async () => {
    file = await storedFile(service, "image");
  });

  const card = (height: string) => ({
    title: "Oi, {{ name }}",
    description: "Chegou",
    media: { file_id: file, height, alt_text: "Três pães" },
    suggestions: FEW,
  });

  it.each([
    ["a text with suggestions", () => ({ type: "text", text: "Oi, {{ name }}", suggestions: SUGGESTIONS })],
    [
      "a vertical card",
      () => ({ type: "card", orientation: "vertical", card: card("tall"), suggestions: REST }),
    ],
    [
      "a horizontal card",
      () => ({ type: "card", orientation: "horizontal", card: card("medium"), suggestions: REST }),
    ],
    [
      "a narrow carousel",
      () => ({
        type: "carousel",
        card_width: "small",
        cards: [card("short"), card("medium")],
        suggestions: REST,
      }),
    ],
    [
      "a wide carousel",
      () => ({ type: "carousel", card_width: "medium", cards: [card("short"), card("short")] }),
    ],
  ])("is stored, previewed and sent unchanged: %s", async (_, form) => {
    const content = form();
    const rendered = JSON.parse(JSON.stringify(content).replaceAll("{{ name }}", "Ana")) as object;
    const id = await exchange.template({ channel: "rcs", content });
    expect(await exchange.got<Template>(`/v3/templates/${id}`)).toMatchObject({ content });
    const recipients = [{ to: "+5511987654321", variables: { name: "Ana" }, client_reference: "order 7" }];
    const preview = await exchange.posted<{ data: Partial<Message>[] }>(
      "/v3/messages/preview",
      { channel: "rcs", content, recipients },
      200,
    );
    expect(preview.data).toMatchObject([{ content: rendered, encoding: null }]);
    const sent = await exchange.posted<{ data: { message_id: string }[] }>(
      "/v3/messages",
      { template_id: id, recipients },
      202,
    );
    await service.drain();
    expect(await exchange.message(sent.data[0]?.message_id ?? "")).toMatchObject({
      content: rendered,
      client_reference: "order 7",
    });
  });

  it("is rejected in a preview with an absent template or an unsupported channel", async () => {
    const recipients = [{ to: "+5511987654321" }];
    const preview = (body: object) =>
      exchange.refusal("post", "/v3/messages/preview", { recipients, ...body });
    expect(await preview({ template_id: service.app.ids.next() })).toEqual({ status: 404, fields: [] });
    const content = { type: "audio", file_id: file };
    expect(await preview({ channel: "sms", content })).toEqual({ status: 422, fields: ["content.type"] });
  });
});
