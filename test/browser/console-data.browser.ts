import { readFileSync } from "node:fs";
import { expectEventually, HOSTILE, VIEWS, checkView, signedInto } from "./console";
import { type Receiver, receiver } from "../support/receiver";
import { until } from "../support/until";
import { freshNumber, stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

describe("the console's figures, export and message", () => {
  const number = freshNumber();
  let undelivered = "";
  let followUp = "";
  let shop: Receiver;

  beforeAll(async () => {
    const { customer } = service;
    shop = await receiver(204);
    await customer.post("/v3/webhooks", { url: shop.url });
    await customer.send("sms", { type: "text", text: "=1+1" }, number);
    await customer.send("rcs", { type: "text", text: HOSTILE }, number);
    const { id: next } = await customer.post<{ id: string }>("/v3/templates", {
      ...{ name: "Depois", channel: "sms", content: { type: "text", text: `Não chegou ${HOSTILE}` } },
    });
    const follow_ups = [{ on: ["undelivered"], after_seconds: 0, template_id: next }];
    const { id: template } = await customer.post<{ id: string }>("/v3/templates", {
      ...{ name: "Antes", channel: "sms", content: { type: "text", text: "Primeiro aviso" }, follow_ups },
    });
    const to = `${freshNumber().slice(0, -4)}0001`;
    const sent = await customer.post<{ data: { message_id: string }[] }>("/v3/messages", {
      ...{ template_id: template, recipients: [{ to }] },
    });
    undelivered = sent.data[0]?.message_id ?? "";
    const listed = async () => {
      const { data } = await customer.get<{ data: { id: string }[] }>(`/v3/messages?template_id=${next}`);
      followUp = data[0]?.id ?? "";
      return followUp !== "";
    };
    await until("the message is followed up", 20, listed, 50);
    await customer.post("/sandbox/replies", { channel: "sms", from: to, text: HOSTILE });
  });
  afterAll(() => shop.close());

  it("draws today by hour, by outcome or channel, and keeps the choice in the address", async () => {
    const page = await signIn();
    await page.getByRole("heading", { name: "Mensagens por dia e resultado" }).waitFor();
    await page.getByLabel("Período").selectOption("Hoje");
    await page.getByRole("heading", { name: "Mensagens por hora e resultado" }).waitFor();
    await page.getByText("Ver como tabela").click();
    await expectEventually(() => page.locator("details tbody tr").count(), 24);
    await page.getByLabel("Agrupar por").selectOption("Canal");
    await page.getByRole("heading", { name: "Mensagens por hora e canal" }).waitFor();
    expect(new URL(page.url()).search).toBe("?days=1&by=channel");
    await page.reload();
    await page.getByRole("heading", { name: "Mensagens por hora e canal" }).waitFor();
    await page.getByText("Ver como tabela").click();
    const names = await page.locator("details thead th").allInnerTexts();
    expect(names).toEqual(["Hora", "SMS", "RCS"]);
    const total = (await page.locator("details tbody td").allInnerTexts()).map(Number);
    expect(total.reduce((sum, count) => sum + count, 0)).toBe(4);
    await page.locator(".figures").getByText("Descadastros").waitFor();
  });

  it("exports the filtered messages to a file", async () => {
    const page = await signIn({}, "/console/messages?channel=sms");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Exportar CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^messages-[-\dTZ]+\.csv$/);
    const table = readFileSync(await download.path(), "utf8");
    expect(table.startsWith("\ufeffid,created_at,")).toBe(true);
    expect(table.match(/,sms,/g)).toHaveLength(3);
    expect(table).not.toContain(",rcs,");
    expect(table).toContain(",'=1+1,");
    expect(new URL(page.url()).pathname).toBe("/console/messages");
  });

  it("shows why a message failed, what to do, its follow-up and its replies", async () => {
    const page = await signIn({}, `/console/messages/${undelivered}`);
    await page.getByText("A operadora não conseguiu entregar a mensagem.", { exact: true }).waitFor();
    await page.getByText("O número pode não existir ou estar desligado").waitFor();
    await expectEventually(() => page.locator("dd a[href^='/console/templates/']").count(), 1);
    const card = page.locator("section", {
      has: page.getByRole("heading", { name: "Mensagens de acompanhamento" }),
    });
    await card.getByText(HOSTILE).waitFor();
    await card.getByRole("link").click();
    await page.waitForURL(new RegExp(followUp));
    await page.locator("dd").getByRole("link", { name: undelivered }).waitFor();
    const replies = page.locator("section", {
      has: page.getByRole("heading", { name: "Respostas a esta mensagem" }),
    });
    await replies.getByText(HOSTILE).waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("shows the webhook deliveries of a message with their payload, and retries them", async () => {
    const page = await signIn({}, `/console/messages/${undelivered}`);
    const card = page.locator("section", {
      has: page.getByRole("heading", { name: "Entregas de webhook" }),
    });
    const row = card.locator("tbody tr").first();
    await row.getByText("Entregue").waitFor();
    await row.getByText("Ver conteúdo enviado").click();
    await row.locator(".payload").getByText('"status": "undelivered"').waitFor();
    const shown = JSON.parse(await row.locator(".payload").innerText()) as { data: { message_id: string } }[];
    expect(new Set(shown.map(({ data }) => data.message_id))).toEqual(new Set([undelivered]));
    const before = shop.requests.length;
    await row.getByRole("button", { name: "Enviar de novo" }).click();
    await shop.received(before + 1);
    await row.getByText("Tentativas e eventos").click();
    await expectEventually(() => row.locator(".history li").count(), 2);
    await row.getByRole("link", { name: shop.url }).click();
    await page.getByRole("heading", { name: shop.url }).waitFor();
  });

  it.each(["today", "failed", "answered"].flatMap((name) => VIEWS.map((view) => ({ name, view }))))(
    "shows $name without overflow or axe violations at $view.viewport.width px, $view.colorScheme",
    async ({ name, view }) => {
      const paths: Readonly<Record<string, string>> = {
        today: "/console?days=1&by=channel",
        failed: `/console/messages/${undelivered}`,
        answered: `/console/messages/${followUp}`,
      };
      const page = await signIn(view, paths[name]);
      await page
        .locator(name === "today" ? "canvas" : ".rows li")
        .first()
        .waitFor();
      await checkView(page, `data-${name}`, view);
    },
  );
});
