import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { chooseLanguage, expectEventually, HOSTILE, signedInto, zoneAtNoon, testViews } from "./console";
import { type Receiver, receiver } from "../support/receiver";
import { until } from "../support/until";
import { freshNumber, stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

describe("the console's figures, export and message", () => {
  const number = freshNumber();
  const unreachable = `${freshNumber().slice(0, -4)}0001`;
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
      name: "Depois",
      channel: "sms",
      content: { type: "text", text: `Não chegou ${HOSTILE}` },
    });
    const follow_ups = [{ on: ["undelivered"], after_seconds: 0, template_id: next }];
    const { id: template } = await customer.post<{ id: string }>("/v3/templates", {
      name: "Antes",
      channel: "sms",
      content: { type: "text", text: "Primeiro aviso" },
      follow_ups,
    });
    const sent = await customer.post<{ data: { message_id: string }[] }>("/v3/messages", {
      template_id: template,
      recipients: [{ to: unreachable }],
    });
    undelivered = sent.data[0]?.message_id ?? "";
    const listed = async () => {
      type Listed = { data: { id: string; status: string }[] };
      const { data } = await customer.get<Listed>(`/v3/messages?template_id=${next}`);
      followUp = data[0]?.id ?? "";
      return data[0] !== undefined && data[0].status !== "pending";
    };
    // A reply belongs to the last message that was submitted.
    await until("the follow-up is submitted", 20, listed, 50);
    await customer.post("/sandbox/replies", { channel: "sms", from: unreachable, text: HOSTILE });
  });
  afterAll(() => shop.close());

  it("draws today by hour, by outcome or channel, and keeps the choice in the address", async () => {
    const page = await signIn({ timezoneId: zoneAtNoon() });
    await page.getByRole("heading", { name: "Mensagens por dia e resultado" }).waitFor();
    await page.getByRole("group", { name: "Período" }).getByRole("button", { name: "Hoje" }).click();
    await page.getByRole("heading", { name: "Mensagens por hora e resultado" }).waitFor();
    await page.getByText("Ver como tabela").click();
    await expectEventually(() => page.locator("details tbody tr").count(), 24);
    await page.getByRole("group", { name: "Agrupar por" }).getByRole("button", { name: "Canal" }).click();
    await page.getByRole("heading", { name: "Mensagens por hora e canal" }).waitFor();
    expect(new URL(page.url()).search).toBe("?days=1&by=channel");
    await page.reload();
    await page.getByRole("heading", { name: "Mensagens por hora e canal" }).waitFor();
    await page.getByText("Ver como tabela").click();
    const names = await page.locator("details thead th").allInnerTexts();
    expect(names).toEqual(["Hora", "SMS", "RCS"]);
    const total = (await page.locator("details tbody td").allInnerTexts()).map(Number);
    expect(total.reduce((sum, count) => sum + count, 0)).toBe(4);
    await page.locator(".figures").getByText("Na lista de descadastro").waitFor();
  });

  it("exports the filtered messages, for an Excel in Portuguese where the page is in Portuguese", async () => {
    const page = await signIn({}, "/console/messages?channel=sms");
    const exported = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^messages-[-\dTZ]+\.csv$/);
      return readFileSync(await download.path(), "utf8");
    };
    const table = await exported("Exportar CSV");
    expect(table.startsWith("\ufeffId;Criada em (UTC);")).toBe(true);
    expect(table.match(/;sms;/g)).toHaveLength(3);
    expect(table).not.toContain(";rcs;");
    expect(table).toContain(";'=1+1;");
    await chooseLanguage(page, "English");
    const standard = await exported("Export CSV");
    expect(standard.startsWith("\ufeffid,created_at,")).toBe(true);
    expect(standard).toContain(",'=1+1,");
    expect(new URL(page.url()).pathname).toBe("/console/messages");
  });

  it("shows why a message failed, what to do, its follow-up and its replies", async () => {
    const page = await signIn({}, `/console/messages/${undelivered}`);
    await page.getByText("A operadora não conseguiu entregar a mensagem.", { exact: true }).first().waitFor();
    await page.getByText("O número pode não existir ou estar desligado").waitFor();
    await page.locator("dd").getByRole("link", { name: "Antes" }).waitFor();
    const happened = page.locator(".timeline > li");
    await expectEventually(() => happened.first().locator("strong").innerText(), "Aceita");
    await happened.getByText("Enviada à operadora").waitFor();
    await happened.locator("strong").getByText("Não entregue", { exact: true }).waitFor();
    const next = happened.filter({ hasText: "Mensagem de acompanhamento por SMS" });
    await next.getByText(HOSTILE).waitFor();
    await next.getByRole("link").click();
    await page.waitForURL(new RegExp(followUp));
    await page.locator("dd").getByRole("link", { name: "Primeiro aviso" }).waitFor();
    await happened.filter({ hasText: "Resposta" }).getByText(HOSTILE).waitFor();
    await page.getByRole("link", { name: "Abrir conversa" }).click();
    await page.waitForURL(/\/console\/replies\/%2B55/);
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("shows the webhook deliveries of a message with their payload, and retries them", async () => {
    const page = await signIn({}, `/console/messages/${undelivered}`);
    const entries = page.locator(".timeline > li", { hasText: shop.url });
    await entries.first().getByText("Entregue").waitFor();
    // The events of a message may be in several deliveries.
    for (const each of await entries.all()) {
      await each.getByText("1 tentativa e conteúdo enviado").click();
      await each.getByText("Ver conteúdo enviado").click();
    }
    const status = page.locator(".payload", { hasText: '"status": "undelivered"' });
    const entry = entries.filter({ has: status });
    await status.waitFor();
    const shown = JSON.parse(await entry.locator(".payload").innerText()) as {
      data: { message_id: string };
    }[];
    expect(new Set(shown.map(({ data }) => data.message_id))).toEqual(new Set([undelivered]));
    const before = shop.requests.length;
    await entry.getByRole("button", { name: "Tentar a entrega de novo" }).click();
    await shop.received(before + 1);
    await expectEventually(() => entry.locator(".history li").count(), 2);
    await entry.getByRole("link", { name: shop.url }).click();
    await page.getByRole("heading", { name: shop.url }).waitFor();
  });

  it("filters at once, keeps filters in the address as chips, and removes them one by one", async () => {
    const page = await signIn({}, "/console/messages");
    const filter = (name: string) => page.getByLabel(name, { exact: true });
    await page.getByText("4 de 4 mensagens").waitFor();
    await filter("Situação").selectOption("Qualquer falha");
    await page.getByText("2 de 2 mensagens").waitFor();
    await page
      .locator("tbody")
      .getByText("O celular estava desligado ou fora da área de cobertura.")
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("undelivered,failed,expired,error");
    await page.getByRole("button", { name: "Remover filtro: Situação" }).click();
    await page.getByText("4 de 4 mensagens").waitFor();
    await filter("Motivo").selectOption("Não pôde ser entregue");
    expect(await filter("Modelo").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Mais filtros" }).click();
    await filter("Modelo").selectOption("Antes");
    await page.getByText("1 de 1 mensagem").waitFor();
    expect(new URL(page.url()).searchParams.get("reason")).toBe("undeliverable");
    await page.getByRole("link", { name: "Limpar filtros" }).click();
    await filter("Período").selectOption("Últimos 7 dias");
    await filter("Canal").selectOption("RCS");
    await page.getByText("1 de 1 mensagem").waitFor();
    expect(new URL(page.url()).search).toBe("?channel=rcs&period=7d");
    await filter("Período").selectOption("Escolher datas");
    await page.getByLabel("Até", { exact: true }).fill("2020-01-31");
    await page.getByText("Nenhuma mensagem corresponde aos filtros.").waitFor();
    expect(new URL(page.url()).search).toBe("?channel=rcs&to=2020-01-31");
    await page.getByRole("link", { name: "Limpar filtros" }).click();
    await page.getByText("4 de 4 mensagens").waitFor();
    await page.getByLabel("Número ou texto").fill("pr");
    await page.getByText("Digite ao menos 3 letras ou números.").waitFor();
    await page.getByLabel("Número ou texto").fill("primeiro");
    await page.getByText("1 de 1 mensagem").waitFor();
    await page.goBack();
    await page.getByText("4 de 4 mensagens").waitFor();
    await expectEventually(() => page.getByLabel("Número ou texto").inputValue(), "");
  });

  it("offers the other templates when the template of the filter was deleted", async () => {
    const deleted = "01990000-0000-7000-8000-000000000000";
    const page = await signIn({}, `/console/messages?template=${deleted}`);
    await page.getByText("Nenhuma mensagem corresponde aos filtros.").waitFor();
    await page.locator("strong").getByText(deleted).waitFor();
    await page.getByLabel("Modelo", { exact: true }).selectOption("Antes");
    await page.locator("tbody tr").first().waitFor();
    service.problems.splice(0); // the browser logs the 404
  });

  it("opens the filters on a phone with a button that counts the active filters", async () => {
    const page = await signIn({ viewport: { width: 390, height: 844 } }, "/console/messages?channel=rcs");
    const opener = page.getByRole("button", { name: "Filtros 1", exact: true });
    await opener.waitFor();
    await page.getByRole("button", { name: "Remover filtro: Canal" }).waitFor();
    const template = page.getByLabel("Modelo", { exact: true });
    await template.waitFor({ state: "attached" });
    expect(await template.isVisible()).toBe(false);
    await opener.press("Enter");
    await template.waitFor();
    await page.getByLabel("Situação", { exact: true }).selectOption("Entregue");
    await page.getByRole("button", { name: "Filtros 2", exact: true }).waitFor();
  });

  it("keeps filters as a view in this browser, and restores a removed view", async () => {
    const page = await signIn({ timezoneId: zoneAtNoon() }, "/console/messages");
    const views = page.getByRole("navigation", { name: "Visualizações da lista" });
    await expectEventually(() => views.locator("[aria-current]").innerText(), "Todas");
    await views.getByRole("link", { name: "Com falha" }).click();
    await page.getByText("2 de 2 mensagens").waitFor();
    await views.getByRole("link", { name: "Hoje" }).click();
    await page.getByText("4 de 4 mensagens").waitFor();
    await page.getByLabel("Canal", { exact: true }).selectOption("SMS");
    await views.getByRole("button", { name: "Salvar visualização" }).click();
    await page.getByRole("dialog").getByLabel("Nome").fill("SMS de hoje");
    await page.getByRole("dialog").getByRole("button", { name: "Salvar", exact: true }).click();
    await expectEventually(() => views.locator("[aria-current]").innerText(), "SMS de hoje");
    await page.reload();
    await expectEventually(() => views.locator("[aria-current]").innerText(), "SMS de hoje");
    await views.getByRole("button", { name: "Remover a visualização SMS de hoje" }).click();
    await expectEventually(() => views.getByRole("link", { name: "SMS de hoje" }).count(), 0);
    await page.getByRole("button", { name: "Desfazer" }).click();
    await views.getByRole("link", { name: "SMS de hoje" }).waitFor();
  });

  it("opens a message beside the list by keyboard, steps with the arrow keys, and returns", async () => {
    const page = await signIn({}, "/console/messages");
    const panel = page.getByRole("dialog", { name: "Mensagem" });
    const links = page.locator("tbody .title a");
    await expectEventually(() => links.count(), 4);
    const ids = await links.evaluateAll((all) => all.map(({ id }) => id.replace("message-", "")));
    await links.first().focus();
    await page.keyboard.press("Enter");
    await panel.locator(".timeline").getByText("Aceita").waitFor();
    expect(new URL(page.url()).searchParams.get("open")).toBe(ids[0]);
    await page.keyboard.press("ArrowDown");
    await expectEventually(
      () => Promise.resolve(new URL(page.url()).searchParams.get("open") ?? ""),
      ids[1] ?? "",
    );
    await page.reload();
    await page.locator("tbody tr[aria-selected]").waitFor();
    await page.keyboard.press("ArrowUp");
    await expectEventually(
      () => Promise.resolve(new URL(page.url()).searchParams.get("open") ?? ""),
      ids[0] ?? "",
    );
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
    expect(await links.first().evaluate((own) => own === document.activeElement)).toBe(true);
    await page.locator("tbody tr").nth(1).click();
    await panel.getByRole("link", { name: "Abrir página" }).click();
    await page.waitForURL(`**/console/messages/${ids[1]}`);
  });

  const timeline = (page: Page) => page.locator(".timeline > li:nth-child(4)").first().waitFor();

  testViews(signIn, {
    "data-today": ["/console?days=1&by=channel", (page) => page.locator("canvas").waitFor()],
    "data-failed": [() => `/console/messages/${undelivered}`, timeline],
    "data-answered": [() => `/console/messages/${followUp}`, timeline],
    "data-list": [
      "/console/messages?period=today&channel=sms",
      (page) => page.locator("tbody tr").first().waitFor(),
    ],
    "data-panel": [() => `/console/messages?open=${undelivered}`, timeline],
  });

  it("moves a scheduled message, and shows at the field why it cannot be moved", async () => {
    const { data } = await service.customer.post<{ data: { message_id: string }[] }>("/v3/messages", {
      channel: "sms",
      content: { type: "text", text: "Até amanhã" },
      recipients: [{ to: freshNumber() }],
      send_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const id = data[0]?.message_id ?? "";
    const page = await signIn({ timezoneId: "Asia/Tokyo" }, `/console/messages/${id}`);
    await page.getByRole("button", { name: "Reagendar" }).click();
    const dialog = page.getByRole("dialog", { name: "Reagendar" });
    const time = dialog.getByLabel("Nova data e hora");
    const submit = dialog.getByRole("button", { name: "Reagendar" });
    await dialog.getByText("No fuso horário da conta, America/Sao Paulo, GMT-3.").waitFor();
    expect(await time.evaluate((own) => own === document.activeElement)).toBe(true);
    await time.fill("2020-01-31T09:00");
    await submit.click();
    await dialog.getByText("Deve estar no futuro", { exact: false }).waitFor();
    expect(await time.getAttribute("aria-invalid")).toBe("true");
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await time.fill(`${day}T09:30`);
    await submit.click();
    await dialog.waitFor({ state: "detached" });
    const message = await service.customer.get<{ not_before: string }>(`/v3/messages/${id}`);
    expect(new Date(message.not_before).toISOString()).toBe(`${day}T12:30:00.000Z`);

    await page.getByRole("button", { name: "Reagendar" }).click();
    await time.waitFor();
    await service.customer.post(`/v3/messages/${id}/cancel`);
    await submit.click();
    await dialog.getByText("O envio à operadora já começou, ou a mensagem foi cancelada.").waitFor();
    service.problems.splice(0); // the browser logs the error responses
  });

  it("updates the list after a message is canceled beside it, and counts the canceled messages of a send", async () => {
    const { batch_id: batch } = await service.customer.post<{ batch_id: string }>("/v3/messages", {
      channel: "sms",
      content: { type: "text", text: "Até amanhã" },
      recipients: Array.from({ length: 51 }, () => ({ to: freshNumber() })),
      send_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const page = await signIn({}, `/console/messages?batch=${batch}&page=2`);
    const row = page.locator("tbody tr");
    await row.getByText("Pendente").waitFor();
    await row.click();
    const panel = page.getByRole("dialog", { name: "Mensagem", exact: true });
    await panel.getByRole("button", { name: "Cancelar mensagem" }).click();
    const sure = (name: string) =>
      page.getByRole("dialog", { name, exact: true }).getByRole("button", { name });
    await sure("Cancelar mensagem").click();
    await row.getByText("Cancelada").waitFor();
    await page.goto(`${service.baseUrl}/console/messages?batch=${batch}`);
    await page.getByRole("button", { name: "Cancelar as mensagens pendentes" }).click();
    await page.getByText("As que já estão sendo enviadas à operadora ainda podem sair.").waitFor();
    await sure("Cancelar as mensagens pendentes").click();
    await page.getByText("Mensagens canceladas deste envio: 51 de 51.").waitFor();
  });

  it("marks a carrier's text as one of unknown language", async () => {
    const page = await signIn();
    await page.route(`**/v3/messages/${undelivered}`, async (route) => {
      const response = await route.fetch();
      const message = (await response.json()) as { error: object };
      await route.fulfill({
        response,
        json: { ...message, error: { ...message.error, message: "Fora do ar" } },
      });
    });
    await page.goto(`${service.baseUrl}/console/messages/${undelivered}`);
    await page.locator('.hint[lang=""]').getByText("“Fora do ar”").first().waitFor();
    expect(await page.locator('main [lang="en"]').count()).toBe(0);
  });

  it("shows the follow-up of a message before 100 later messages to the number", async () => {
    for (let sent = 0; sent < 101; sent++) {
      await service.customer.post("/v3/messages", {
        channel: "sms",
        content: { type: "text", text: "Mais uma" },
        recipients: [{ to: unreachable }],
      });
    }
    const page = await signIn({}, `/console/messages/${undelivered}`);
    const entries = page.locator(".timeline > li");
    await entries.filter({ hasText: "Mensagem de acompanhamento por SMS" }).waitFor();
  });
});
