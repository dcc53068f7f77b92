import { png, wav } from "./media";
import { until } from "../support/until";

type Body = Record<string, unknown>;

/** A resource that was created. */
export interface Made {
  id: string;
}

/** API client of a customer: creates resources, uploads files and sends messages. */
export class Customer {
  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
  ) {}

  get<Answer>(path: string): Promise<Answer> {
    return this.request("GET", path);
  }

  post<Answer>(path: string, body?: Body): Promise<Answer> {
    return this.request("POST", path, body);
  }

  put<Answer>(path: string, body: Body): Promise<Answer> {
    return this.request("PUT", path, body);
  }

  patch<Answer>(path: string, body: Body): Promise<Answer> {
    return this.request("PATCH", path, body);
  }

  delete(path: string): Promise<void> {
    return this.request("DELETE", path);
  }

  private async request<Answer>(method: string, path: string, body?: Body): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { "X-API-Key": this.key, "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }

  /** Creates a template for SMS with the text. */
  template(name: string, text: string, more: Body = {}): Promise<Made> {
    return this.post("/v3/templates", { name, channel: "sms", content: { type: "text", text }, ...more });
  }

  /** Creates a list with these contacts, each by its number or its fields. */
  async list(name: string, people: readonly (string | Body)[] = [], more: Body = {}): Promise<Made> {
    const list = await this.post<Made>("/v3/contact-lists", { name, type: "default", ...more });
    for (const person of people) {
      const contact = typeof person === "string" ? { phone: person } : person;
      await this.post(`/v3/contact-lists/${list.id}/contacts`, contact);
    }
    return list;
  }

  campaign(name: string, template: Made, list: Made, more: Body = {}): Promise<Made> {
    return this.post("/v3/campaigns", { name, template_id: template.id, list_id: list.id, ...more });
  }

  async launch({ id }: Made): Promise<void> {
    await this.post(`/v3/campaigns/${id}/launch`);
  }

  async upload(content_type: string, bytes: Buffer): Promise<string> {
    const announced = { usage: "template_media", content_type, size_bytes: bytes.length };
    const { file_id, url } = await this.post<{ file_id: string; url: string }>(
      "/v3/files/upload-url",
      announced,
    );
    const put = await fetch(url, {
      method: "PUT",
      headers: { "Content-Type": content_type },
      body: new Uint8Array(bytes),
    });
    if (!put.ok) throw new Error(`upload: ${put.status}`);
    await this.post(`/v3/files/${file_id}/confirm`);
    return file_id;
  }

  picture(color: readonly [number, number, number]): Promise<string> {
    return this.upload("image/png", png(480, 320, color));
  }

  sound(): Promise<string> {
    return this.upload("audio/wav", wav());
  }

  /** Sends a message, waits until it has the status, and returns its id. */
  async send(channel: string, content: Body, to: string, expected = "delivered"): Promise<string> {
    const { data } = await this.post<{ data: { message_id: string }[] }>("/v3/messages", {
      channel,
      content,
      recipients: [{ to }],
    });
    const id = data[0]?.message_id ?? "";
    const status = async () => (await this.get<{ status: string }>(`/v3/messages/${id}`)).status;
    await until(`message ${id} is ${expected}`, 20, async () => (await status()) === expected, 50);
    return id;
  }
}

export const reply = (text: string) => ({ type: "reply", text, postback_data: text });
export const link = (text: string, url: string) => ({ type: "open_url", text, url, postback_data: text });

export const EVERY_SUGGESTION = [
  reply("Sim, confirmo"),
  link("Ver o pedido", "https://example.com/pedido?id=1"),
  { type: "dial", text: "Ligar para a loja", phone: "+551130000000", postback_data: "dial" },
  {
    type: "view_location",
    text: "Onde fica?",
    latitude: -23.55,
    longitude: -46.63,
    label: "Praça da Sé",
    postback_data: "place",
  },
  { type: "share_location", text: "Enviar localização", postback_data: "share" },
  {
    type: "create_calendar_event",
    text: "Anotar na agenda",
    title: "Retirada",
    start_at: "2026-12-01T13:00:00Z",
    end_at: "2026-12-01T14:00:00Z",
    postback_data: "calendar",
  },
];

/** Sends one message of every kind, as a shop would. */
export async function sendEverything(customer: Customer, number: string): Promise<Record<string, string>> {
  const [blue, green, red, sound] = await Promise.all([
    customer.picture([80, 140, 230]),
    customer.picture([70, 180, 120]),
    customer.picture([220, 110, 90]),
    customer.sound(),
  ]);
  const card = {
    title: "Sua compra saiu para entrega",
    description: "Previsão: amanhã, das 9h às 12h. Não é preciso assinar; é só receber.",
    media: { file_id: blue, height: "medium" },
    suggestions: [reply("Tudo certo"), link("Rastrear", "https://example.com/r")],
  };
  const item = (title: string, file_id: string) => ({
    title,
    description: "Promoção válida até domingo, só na loja da Praça da Sé.",
    media: { file_id, height: "short" },
    suggestions: [reply("Quero este"), link("Mais", "https://example.com/m")],
  });
  return {
    sms: await customer.send(
      "sms",
      { type: "text", text: "Olá João, seu código é 4321. Não o passe a ninguém!" },
      number,
    ),
    text: await customer.send(
      "rcs",
      {
        type: "text",
        text: "Seu pedido nº 1 está pronto. O que você prefere?",
        suggestions: EVERY_SUGGESTION,
      },
      number,
    ),
    card: await customer.send(
      "rcs",
      { type: "card", orientation: "vertical", card, suggestions: [reply("Parar")] },
      number,
    ),
    horizontal: await customer.send(
      "rcs",
      {
        type: "card",
        orientation: "horizontal",
        card: { ...card, media: { file_id: green, height: "tall" } },
      },
      number,
    ),
    carousel: await customer.send(
      "rcs",
      {
        type: "carousel",
        card_width: "medium",
        cards: [item("Café da manhã", red), item("Almoço", green), item("Chá da tarde", blue)],
        suggestions: [reply("Nenhum, obrigado")],
      },
      number,
    ),
    voice: await customer.send("voice", { type: "audio", file_id: sound }, number),
  };
}
