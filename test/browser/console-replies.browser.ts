import {
  CHECKED,
  checkViews,
  expectEventually,
  holdRequests,
  HOSTILE,
  signedInto,
  testViews,
} from "./console";
import { png } from "./media";
import { EVERY_SUGGESTION } from "./sender";
import { freshNumber, stage, takeScreenshot, written } from "./stage";
import { until } from "../support/until";

const service = stage();
const signIn = signedInto(service);
const pathOf = (number: string) => `/console/replies/${encodeURIComponent(number)}`;

describe("the console's replies", () => {
  const [ana, rui, hostile] = [freshNumber(), freshNumber(), freshNumber()] as const;

  const says = (from: string, channel: string, text: string) =>
    service.customer.post("/sandbox/replies", { channel, from, text });

  beforeAll(async () => {
    const { customer } = service;
    await customer.post("/v3/contacts", { phone: ana, name: "Ana Beatriz Souza" });
    await says(hostile, "sms", HOSTILE);
    await says(rui, "sms", "Qual o horário?");
    const question = { type: "text", text: "Como podemos ajudar?", suggestions: EVERY_SUGGESTION };
    const message_id = await customer.send("rcs", question, ana);
    for (const suggestion of [0, 1, 4]) await customer.post("/sandbox/taps", { message_id, suggestion });
    await says(ana, "rcs", "Quero mudar o endereço de entrega.");
  });

  it("lists replies by person, newest first, and adds new ones", async () => {
    const page = await signIn({}, "/console/replies");
    const rows = page.locator(".conversations li");
    await rows.first().getByText("Ana Beatriz Souza").waitFor();
    await rows.first().getByText("Quero mudar o endereço").waitFor();
    await rows.nth(1).getByText(written(rui)).waitFor();
    await says(rui, "sms", "Ainda estão aí?");
    await rows.first().getByText("Ainda estão aí?").waitFor();
    await expectEventually(() => rows.count(), 3);
  });

  it("finds conversations by text, name and formatted number, also by an earlier reply", async () => {
    const page = await signIn({}, "/console/replies");
    const search = page.getByLabel("Nome, número ou texto");
    const rows = page.locator(".conversations li");
    await search.fill("ENDERECO");
    await page.waitForURL(/search=ENDERECO/);
    await rows.nth(1).waitFor({ state: "detached" });
    await rows.getByText("Quero mudar").waitFor();
    await search.fill("qual o horario");
    await page.getByRole("list", { name: "Respostas anteriores com este texto" }).getByRole("link").waitFor();
    await search.fill("beatriz");
    const found = page.getByRole("list", { name: "Conversas", exact: true });
    await found.getByText("Ana Beatriz Souza").waitFor();
    await expectEventually(() => page.getByRole("list", { name: "Pessoas" }).count(), 0);
    await search.fill(rui.replace(/^\+55(\d\d)(\d{5})/, "($1) $2-"));
    await search.press("Enter");
    await page.locator(".chat > .received").getByText("Qual o horário?").waitFor();
  });

  it("searches for a number that is not a phone number when Enter is pressed", async () => {
    const number = freshNumber();
    await says(number, "sms", "Cadê o pedido 2026-000123?");
    const page = await signIn({}, "/console/replies");
    const search = page.getByLabel("Nome, número ou texto");
    await search.fill("2026-000123");
    await search.press("Enter");
    await page.waitForURL(/search=2026-000123/);
    await page.locator(".conversations li").getByText("Cadê o pedido").waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/replies");
  });

  it("marks an opened conversation as read, in the list, the menu and the tab's title", async () => {
    const number = freshNumber();
    const page = await signIn({}, "/console/replies");
    const row = page.locator(".conversations li", { hasText: written(number) });
    await says(number, "sms", "Podem me ligar?");
    await row.locator(".unread").getByText("1 não lida").waitFor();
    await page.waitForFunction(() => document.title.startsWith("("));
    await row.getByRole("link").click();
    await page.locator(".chat > .received").getByText("Podem me ligar?").waitFor();
    await row.locator(".unread").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Não lidas", exact: true }).click();
    await expectEventually(() => row.count(), 0);
  });

  it("marks the newest reply of a conversation as unread, and closes the conversation", async () => {
    const number = freshNumber();
    await service.customer.post("/v3/contacts", { phone: number, name: "Davi Prado" });
    await says(number, "sms", "Um.");
    await says(number, "sms", "Dois.");
    const page = await signIn({}, pathOf(number));
    const row = page.locator(".conversations li", { hasText: "Davi Prado" });
    await page.locator(".chat > .received").getByText("Dois.").waitFor();
    await row.locator(".unread").waitFor({ state: "detached" });
    expect(await row.getByText(written(number)).count()).toBe(0);
    await page.getByRole("button", { name: "Marcar como não lida" }).click();
    await row.locator(".unread").getByText("1 não lida").waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/replies");
  });

  it("moves a conversation to the done conversations and back, and reopens it for a new reply", async () => {
    const number = freshNumber();
    await says(number, "sms", "Obrigado!");
    const page = await signIn({}, pathOf(number));
    const row = page.locator(".conversations li", { hasText: written(number) });
    await row.waitFor();
    await page.locator(".chat > .received").getByText("Obrigado!").waitFor();
    await page.getByRole("button", { name: "Concluir" }).click();
    await page.getByRole("button", { name: "Desfazer" }).focus(); // keeps the toast open
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Desfazer" }).click();
    await row.waitFor();
    await page.getByRole("button", { name: "Concluir" }).focus();
    await page.keyboard.press("Enter");
    const reopen = page.getByRole("button", { name: "Reabrir" });
    await reopen.waitFor();
    expect(await reopen.evaluate((own) => own === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: "Concluídas", exact: true }).click();
    await row.waitFor();
    await says(number, "sms", "Mais uma coisa.");
    await page.getByRole("button", { name: "Concluir" }).waitFor();
  });

  it("keeps a toast open while the pointer or the focus is on it", async () => {
    const number = freshNumber();
    await says(number, "sms", "Obrigado!");
    const page = await signIn({}, pathOf(number));
    await page.clock.install();
    await page.getByRole("button", { name: "Concluir" }).click();
    const undo = page.getByRole("button", { name: "Desfazer" });
    const leave = () => page.mouse.move(0, 0);
    await undo.hover();
    await undo.focus();
    await leave();
    await page.clock.runFor(7_000);
    expect(await undo.isVisible()).toBe(true);
    await undo.hover();
    await undo.blur();
    await page.clock.runFor(7_000);
    expect(await undo.isVisible()).toBe(true);
    await leave();
    await page.clock.runFor(7_000);
    await undo.waitFor({ state: "detached" });
  });

  it("keeps a conversation open whose newest reply was not shown yet", async () => {
    const number = freshNumber();
    await says(number, "sms", "Primeira.");
    const page = await signIn({}, pathOf(number));
    await page.locator(".chat > .received").getByText("Primeira.").waitFor();
    await page.route("**/v3/conversations/*", async (route) => {
      if (route.request().method() === "PATCH" && route.request().postData()?.includes("done"))
        await says(number, "sms", "Segunda.");
      await route.continue();
    });
    await page.getByRole("button", { name: "Concluir" }).click();
    await page.getByText("Chegou uma nova resposta").waitFor();
    await page.locator(".chat > .received").getByText("Segunda.").waitFor();
    await page.getByRole("button", { name: "Concluir" }).waitFor();
    const { data } = await service.customer.get<{ data: { status: string }[] }>(
      `/v3/conversations?phone=${encodeURIComponent(number)}`,
    );
    expect(data).toMatchObject([{ status: "open" }]);
  });

  it("keeps a conversation open and unread whose replies the page has not loaded", async () => {
    const number = freshNumber();
    await says(number, "sms", "Oi");
    const page = await signIn();
    const release = await holdRequests(page, "GET", "**/v3/messages?*");
    await page.goto(service.baseUrl + pathOf(number));
    await page.getByRole("button", { name: "Concluir" }).click();
    await page.getByText("Chegou uma nova resposta").waitFor();
    const { data } = await service.customer.get<{ data: object[] }>(
      `/v3/conversations?phone=${encodeURIComponent(number)}`,
    );
    expect(data).toMatchObject([{ status: "open", unread: true }]);
    release();
  });

  it("lists all conversations of a campaign, also done ones, from its number of replies", async () => {
    const { customer } = service;
    const number = freshNumber();
    const list = await customer.list("Feira", [number]);
    const template = await customer.template("Feira", "Abrimos hoje!");
    const campaign = await customer.campaign("Feira", template, list);
    const path = `/v3/campaigns/${campaign.id}`;
    await customer.launch(campaign);
    const status = async () => (await customer.get<{ status: string }>(path)).status;
    await until("the end of the campaign", 20, async () => (await status()) === "completed", 50);
    await says(number, "sms", "Que bom!");
    const page = await signIn({}, pathOf(number));
    await page.locator(".chat > .received").getByText("Que bom!").waitFor();
    await page.getByRole("button", { name: "Concluir" }).click();
    await page.getByRole("button", { name: "Reabrir" }).waitFor();
    await page.goto(service.baseUrl + path.replace("v3", "console"));
    await page.locator("dl > div", { hasText: "Responderam" }).getByRole("link", { name: "1" }).click();
    await page.locator(".conversations li", { hasText: written(number) }).waitFor();
  });

  it("marks as read and done a conversation whose newest reply is older than the entries that it shows", async () => {
    const number = freshNumber();
    const content = { type: "text", text: "Lembrete" };
    await says(number, "sms", "Obrigado!");
    await service.customer.post("/v3/messages", {
      channel: "sms",
      content,
      recipients: Array.from({ length: 51 }, () => ({ to: number })),
    });
    const page = await signIn();
    await page.route("**/v3/messages?*", async (route) => {
      const response = await route.fetch();
      const found = (await response.json()) as { data: object[] };
      // Entries of one second would reach back to the reply.
      found.data = found.data.map((one) => ({ ...one, created_at: "2099-12-31T12:00:00Z" }));
      await route.fulfill({ response, json: found });
    });
    await page.goto(service.baseUrl + pathOf(number));
    const path = `/v3/conversations?phone=${encodeURIComponent(number)}`;
    const conversation = async () =>
      (await service.customer.get<{ data: { unread: boolean; status: string }[] }>(path)).data[0];
    await page.locator(".chat > .sent").first().waitFor();
    expect(await page.locator(".chat > .received").count()).toBe(0);
    await expectEventually(async () => (await conversation())?.unread ?? null, false);
    await page.getByRole("button", { name: "Concluir" }).click();
    await page.getByText("Conversa concluída.").waitFor();
    expect(await conversation()).toMatchObject({ unread: false, status: "done" });
  });

  it("saves a text as a quick reply, and inserts it with the person's name by keyboard", async () => {
    const bia = freshNumber();
    await service.customer.post("/v3/contacts", { phone: bia, name: "Bia Lima" });
    const page = await signIn({}, pathOf(bia));
    const box = page.getByLabel("Sua resposta");
    await box.fill("Oi {{ nome }}, já vamos ver.");
    await page.getByRole("button", { name: "Salvar como resposta rápida" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Nome").fill("Já vamos ver");
    await dialog.getByLabel("Atalho").fill("vamos");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await dialog.waitFor({ state: "detached" });
    await box.fill("/vam");
    await page.getByRole("option", { name: "Já vamos ver" }).waitFor();
    await box.press("Enter");
    await expectEventually(() => box.inputValue(), "Oi Bia Lima, já vamos ver.");
    await page.reload(); // the draft survives
    await expectEventually(() => box.inputValue(), "Oi Bia Lima, já vamos ver.");
    await page.locator(".reply [type=submit]:enabled").waitFor();
    await box.press("Control+Enter");
    await page.locator(".chat > .sent").getByText("Oi Bia Lima, já vamos ver.").waitFor();
    await expectEventually(() => box.inputValue(), "");
  });

  it("says in the menu that the quick replies could not be loaded, and loads them on request", async () => {
    const number = freshNumber();
    await service.customer.post("/v3/canned-responses", { name: "Saudação", text: "Olá!" });
    const page = await signIn();
    await page.route("**/v3/canned-responses?**", (route) => route.fulfill({ status: 400 }));
    await page.goto(service.baseUrl + pathOf(number));
    await page.getByRole("button", { name: "Respostas rápidas" }).click();
    const menu = page.locator(".canned-menu");
    await menu.getByRole("alert").waitFor();
    await page.unroute("**/v3/canned-responses?**");
    await menu.getByRole("button", { name: "Tentar de novo" }).click();
    await menu.getByRole("option", { name: "Saudação" }).click();
    await expectEventually(() => page.getByLabel("Sua resposta").inputValue(), "Olá!");
    service.problems.splice(0); // the browser logs the refused requests
  });

  it("shows placeholders while quick replies and pictures load", async () => {
    const number = freshNumber();
    const media = { file_id: await service.customer.picture([80, 140, 230]), height: "medium" };
    const card = { title: "Sua compra chegou", media };
    await service.customer.send("rcs", { type: "card", orientation: "vertical", card }, number);
    const page = await signIn(CHECKED);
    const release = [
      await holdRequests(page, "GET", "**/v3/canned-responses?**"),
      await holdRequests(page, "GET", "**/v3/files/**"),
    ];
    await page.goto(service.baseUrl + pathOf(number));
    await page.getByRole("button", { name: "Respostas rápidas" }).click();
    for (const part of [".canned-menu", ".chat .media"]) {
      await page.locator(`${part} .skeleton`).first().waitFor();
      const loading = page.locator(part).getByText("Carregando…");
      expect((await loading.boundingBox())!.width).toBeLessThanOrEqual(1);
    }
    await takeScreenshot(page, "console-loading-390");
    const status = await page.locator(".canned-menu [role=status]").elementHandle();
    for (const one of release) one();
    await page.locator(".chat .media img").waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    expect(await status?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await page.locator(".chat [role=status]").count()).toBe(0);
  });

  it("fits a carousel into a narrow page, while its pictures load and after", async () => {
    const number = freshNumber();
    const media = { file_id: await service.customer.picture([80, 140, 230]), height: "short" };
    const cards = ["Café", "Almoço", "Chá"].map((title) => ({ title, media }));
    await service.customer.send("rcs", { type: "carousel", card_width: "medium", cards }, number);
    const page = await signIn(CHECKED);
    const release = await holdRequests(page, "GET", "**/v3/files/**");
    await page.goto(service.baseUrl + pathOf(number));
    await page.locator(".chat .carousel .skeleton").nth(2).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    release();
    await page.locator(".chat .carousel img").nth(2).waitFor();
    await checkViews(page, "conversation-carousel");
  });

  it("reaches the retry button and the link in the menu of quick replies by keyboard", async () => {
    await service.customer.post("/v3/canned-responses", { name: "Despedida", text: "Até logo!" });
    const page = await signIn();
    await page.route("**/v3/canned-responses?**", (route) => route.fulfill({ status: 400 }));
    await page.goto(service.baseUrl + pathOf(freshNumber()));
    const box = page.getByLabel("Sua resposta");
    const menu = page.locator(".canned-menu");
    const link = menu.getByRole("link", { name: "Gerenciar respostas rápidas" });
    const isFocused = (own: Element) => own === document.activeElement;
    await page.getByRole("button", { name: "Respostas rápidas" }).click();
    await menu.getByRole("alert").waitFor();
    await page.unroute("**/v3/canned-responses?**");
    expect(await box.getAttribute("aria-controls")).toBe(null);
    await box.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await menu.getByRole("option", { name: "Despedida" }).waitFor();
    expect(await box.evaluate(isFocused)).toBe(true);
    expect(await box.getAttribute("aria-controls")).not.toBe(null);
    await box.press("Shift+Tab");
    expect(await link.evaluate(isFocused)).toBe(true);
    await link.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(await box.evaluate(isFocused)).toBe(true);
    await page.getByRole("button", { name: "Respostas rápidas" }).click();
    await menu.waitFor();
    await page.getByLabel("Canal").focus();
    await menu.waitFor({ state: "detached" });
    service.problems.splice(0); // the browser logs the refused request
  });

  it("creates, edits and deletes quick replies", async () => {
    const page = await signIn({}, "/console/canned-responses");
    const dialog = page.getByRole("dialog");
    await page.getByRole("link", { name: "Nova resposta rápida" }).click();
    await dialog.getByLabel("Nome").fill("Prazo");
    await dialog.getByLabel("Texto").fill("Dois dias úteis.");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("link", { name: "Prazo" }).click();
    await dialog.getByLabel("Texto").fill("Três dias úteis.");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    const row = page.getByRole("row", { name: /Prazo/ });
    await row.getByText("Três dias úteis.").waitFor();
    await row.getByRole("button", { name: "Excluir “Prazo”" }).click();
    // A click in the dialog does not open the row in which it stands.
    await dialog.getByRole("heading").click();
    expect(new URL(page.url()).search).toBe("");
    await dialog.getByRole("button", { name: "Excluir", exact: true }).click();
    await row.waitFor({ state: "detached" });
  });

  it("shows a conversation like a phone, with tapped suggestions", async () => {
    const page = await signIn({}, pathOf(ana));
    await page.getByRole("heading", { name: "Ana Beatriz Souza" }).waitFor();
    const steps = page.locator(".chat > li");
    await steps.nth(4).waitFor();
    expect(await steps.evaluateAll((items) => items.map(({ className }) => className))).toEqual([
      ...["sent", "received", "event", "event", "received"],
    ]);
    await steps.nth(1).getByText("Sim, confirmo").waitFor();
    await steps.nth(2).getByText("Tocou em Ver o pedido").waitFor();
    const person = page.getByRole("complementary", { name: "Pessoa" });
    await person.getByRole("link", { name: "Ana Beatriz Souza" }).click();
    await page.getByRole("heading", { name: "Histórico" }).waitFor();
  });

  it("sends an answer once even if the connection is lost", async () => {
    const page = await signIn({}, pathOf(rui));
    await page.locator(".chat > li").first().waitFor();
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route("**/v3/messages", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (!isLost) return route.continue();
      await route.fetch(); // the service receives the request, and its response is lost
      return route.abort();
    });
    await page.getByLabel("Sua resposta").fill("Das 8h às 18h.");
    await page.getByRole("button", { name: "Enviar" }).click();
    await page.locator(".reply").getByText("O serviço não respondeu.").waitFor();
    service.problems.splice(0); // the browser logs the aborted request
    await page.reload();
    await expectEventually(() => page.getByLabel("Sua resposta").inputValue(), "Das 8h às 18h.");
    isLost = false;
    await page.getByRole("button", { name: "Enviar" }).click();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    await page.locator(".chat > .sent").getByText("Das 8h às 18h.").waitFor();
    await page.locator(".chat > .sent").getByText("Entregue").waitFor();
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys)).toEqual(new Set([expect.any(String)]));
    await expectEventually(() => page.locator(".chat > .sent").count(), 1);
  });

  it("answers from the sender to which the person wrote, also after a retry", async () => {
    const number = freshNumber();
    const options = ["--account", "default", "--channel", "sms", "--carrier", "sandbox"];
    const senders = "/v3/senders?limit=100";
    const { data } = await service.customer.get<{ data: { channel: string; address: string }[] }>(senders);
    const usual = data.find(({ channel }) => channel === "sms")?.address;
    const added = await service.operator<{ id: string }>("senders", "add", ...options, "--address", "28000");
    await service.customer.post("/sandbox/replies", {
      channel: "sms",
      from: number,
      to: "28000",
      text: "Oi",
    });
    const page = await signIn();
    const release = await holdRequests(page, "GET", "**/v3/senders?*");
    await page.goto(service.baseUrl + pathOf(number));
    const send = page.getByRole("button", { name: "Enviar", exact: true });
    await page.getByLabel("Sua resposta").fill("Olá!");
    await page.locator(".chat > .received").getByText("Oi").waitFor();
    expect(await send.isDisabled()).toBe(true);
    release();
    const form = page.locator(".reply");
    await form.getByText("De 28000").waitFor();
    const bodies: unknown[] = [];
    let isLost = true;
    await page.route("**/v3/messages", (route) => {
      bodies.push(route.request().postDataJSON());
      return isLost ? route.abort() : route.continue();
    });
    await send.click();
    await form.getByText("O serviço não respondeu.").waitFor();
    service.problems.splice(0); // the browser logs the aborted request
    // The person writes to the default sender.
    await service.customer.post("/sandbox/replies", { channel: "sms", from: number, to: usual, text: "Ei" });
    await page.reload();
    await page.locator(".chat > .received").getByText("Ei").waitFor();
    isLost = false;
    await form.getByText("De 28000").waitFor();
    await send.click();
    await page.locator(".chat > .sent").getByText("Olá!").waitFor();
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies) expect(body).toEqual({ ...(bodies[0] as object), sender_id: added.id });
    await form.getByText(`De ${usual}`).waitFor();
    await service.operator("senders", "remove", added.id);
  });

  it("answers from the default sender if the sender to which the person wrote was removed", async () => {
    const number = freshNumber();
    const options = ["--account", "default", "--channel", "sms", "--carrier", "sandbox"];
    const added = await service.operator<{ id: string }>("senders", "add", ...options, "--address", "28001");
    const reply = { channel: "sms", from: number, to: "28001", text: "Oi" };
    await service.customer.post("/sandbox/replies", reply);
    const page = await signIn({}, pathOf(number));
    const form = page.locator(".reply");
    await form.getByText("De 28001").waitFor();
    await page.getByLabel("Sua resposta").fill("Olá!");
    await service.operator("senders", "remove", added.id);
    const send = page.getByRole("button", { name: "Enviar", exact: true });
    const refused = page.waitForResponse((response) => response.status() === 422);
    await send.click();
    await refused;
    await form.getByRole("alert").waitFor();
    service.problems.splice(0); // the browser logs the refused request
    await form.getByText("De 28001").waitFor({ state: "detached" });
    await send.click();
    await page.locator(".chat > .sent").getByText("Olá!").waitFor();
  });

  it("answers from the sender of a reply that arrives while the conversation is open", async () => {
    const number = freshNumber();
    await says(number, "sms", "Oi");
    const options = ["--account", "default", "--channel", "sms", "--carrier", "sandbox"];
    const added = await service.operator<{ id: string }>("senders", "add", ...options, "--address", "28002");
    const page = await signIn({}, pathOf(number));
    const form = page.locator(".reply");
    await form.getByText(/^De /).waitFor();
    const reply = { channel: "sms", from: number, to: "28002", text: "Ei" };
    await service.customer.post("/sandbox/replies", reply);
    await form.getByText("De 28002").waitFor();
    await service.operator("senders", "remove", added.id);
  });

  it("says that the newest reply could not be loaded, and loads it on request", async () => {
    const number = freshNumber();
    await says(number, "sms", "Oi");
    const page = await signIn();
    const newest = (url: URL) =>
      url.pathname === "/v3/inbound-messages" && url.searchParams.get("limit") === "1";
    await page.route(newest, (route) => route.fulfill({ status: 400 }));
    await page.goto(service.baseUrl + pathOf(number));
    const form = page.locator(".reply");
    await form.getByRole("alert").waitFor();
    await page.locator(".chat > .received").getByText("Oi").waitFor();
    const send = page.getByRole("button", { name: "Enviar", exact: true });
    expect(await send.isDisabled()).toBe(true);
    await page.unroute(newest);
    await form.getByRole("button", { name: "Tentar de novo" }).click();
    await expectEventually(() => send.isDisabled(), false);
    await expectEventually(() => form.getByRole("alert").count(), 0);
    service.problems.splice(0); // the browser logs the refused requests
  });

  it("keeps a text that the user types while the previous one is being sent, and counts the sent one", async () => {
    const number = freshNumber();
    await says(number, "sms", "Tem no estoque?");
    const page = await signIn({}, pathOf(number));
    await page.locator(".chat > .received").getByText("Tem no estoque?").waitFor();
    const release = await holdRequests(page, "POST", "**/v3/messages");
    const count = page
      .getByRole("complementary")
      .locator("div", { hasText: /^Mensagens\d/ })
      .locator("dd");
    await expectEventually(() => count.textContent(), "0");
    const box = page.getByLabel("Sua resposta");
    await page.locator(".reply [type=submit]:enabled").waitFor();
    await box.fill("Temos, sim.");
    await box.press("Control+Enter");
    await box.fill("Temos, sim. Quer reservar?");
    release();
    await page.locator(".chat > .sent").getByText("Temos, sim.").waitFor();
    await expectEventually(() => count.textContent(), "1");
    await expectEventually(() => box.inputValue(), "Quer reservar?");
  });

  it("says when it sends a rate-limited reply again, and keeps the text and the focus", async () => {
    const number = freshNumber();
    await says(number, "sms", "Tem no estoque?");
    const page = await signIn({}, pathOf(number));
    await page.route("**/v3/messages", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 429, headers: { "Retry-After": "30" } })
        : route.continue(),
    );
    const box = page.getByLabel("Sua resposta");
    const send = page.locator(".reply [type=submit]:enabled");
    await send.waitFor();
    await box.fill("Temos, sim.");
    await send.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Limite de requisições atingido; nova tentativa em 30 segundos.").waitFor();
    expect(await box.inputValue()).toBe("Temos, sim.");
    expect(await send.evaluate((own) => own === document.activeElement)).toBe(true);
    service.problems.splice(0); // the browser logs the 429
  });

  it("does not send to a person who opted out, and says why, until a consent is recorded", async () => {
    const number = freshNumber();
    await says(number, "sms", "SAIR");
    const page = await signIn({}, pathOf(number));
    await page.getByText("Esta pessoa não recebe mensagens por SMS").waitFor();
    await page.getByLabel("Sua resposta").fill("Certo.");
    const isDisabled = () => page.getByRole("button", { name: "Enviar", exact: true }).isDisabled();
    await expectEventually(isDisabled, true);
    const person = page.getByRole("complementary", { name: "Pessoa" });
    await person.getByText("A página “Consentimentos” mostra o que foi registrado depois.").waitFor();
    await service.customer.post("/v3/consents", { phone: number, status: "granted" });
    await page.reload();
    await expectEventually(isDisabled, false);
    await person.getByText(/^Pediu descadastro em .+; concedido de novo em .+ \(API\)\.$/).click();
    await page.waitForURL(/\/console\/consents\?/);
    await page.locator("tbody tr").nth(1).waitFor();
    await page.goBack();
    await person.getByText("Consentimento concedido de novo").waitFor();
    await expectEventually(() => page.getByText("Descadastrou-se").count(), 0);
  });

  it("asks before sending a reply to a conversation that another user has answered or finished", async () => {
    const number = freshNumber();
    const path = `/v3/conversations?phone=${encodeURIComponent(number)}`;
    await says(number, "sms", "Vocês entregam?");
    const page = await signIn({}, pathOf(number));
    await page.locator(".chat > .received").getByText("Vocês entregam?").waitFor();
    const box = page.getByLabel("Sua resposta");
    const send = page.getByRole("button", { name: "Enviar", exact: true });
    const alert = page.locator(".reply").getByRole("alert");
    await page.locator(".reply [type=submit]:enabled").waitFor();
    // The other user acts when the page reads the conversation again, before the next poll.
    let act: (() => Promise<unknown>) | null = null;
    let acting: Promise<unknown> | undefined;
    await page.route(/\/v3\/(messages|conversations)\?.*limit=1(&|$)/, async (route) => {
      if (act !== null) acting ??= act();
      await acting;
      await route.continue();
    });
    await box.fill("Entregamos.");
    const content = { type: "text", text: "Sim, aos sábados." };
    act = () =>
      service.customer.post("/v3/messages", { channel: "sms", content, recipients: [{ to: number }] });
    await send.click();
    await alert.getByText(/^Outra mensagem foi enviada a esta pessoa \(.+\)\./).waitFor();
    const sent = page.locator(".chat > .sent");
    await sent.getByText("Sim, aos sábados.").waitFor();
    expect(await box.inputValue()).toBe("Entregamos.");
    expect(await sent.count()).toBe(1);
    await alert.getByRole("button", { name: "Enviar mesmo assim" }).click();
    await sent.getByText("Entregamos.").waitFor();
    await alert.waitFor({ state: "detached" });

    const { data } = await service.customer.get<{ data: { id: string }[] }>(path);
    await box.fill("Até logo.");
    acting = undefined;
    act = () => service.customer.patch(`/v3/conversations/${data[0]!.id}`, { status: "done" });
    await send.click();
    await alert.getByText("A conversa foi concluída por outra pessoa.").waitFor();
    await page.getByRole("button", { name: "Reabrir" }).waitFor();
    await send.click();
    await sent.getByText("Até logo.").waitFor();
    await expectEventually(() => box.inputValue(), "");
  });

  it("creates a contact with the conversation's number", async () => {
    const number = freshNumber();
    await says(number, "sms", "Bom dia");
    const page = await signIn({}, pathOf(number));
    await page.getByRole("link", { name: "Criar contato" }).click();
    await expectEventually(() => page.getByLabel("Número", { exact: true }).inputValue(), number);
    await page.getByLabel("Nome", { exact: true }).fill("Bia");
    await page.getByRole("button", { name: "Criar contato" }).click();
    await page.getByRole("heading", { name: "Bia" }).waitFor();
    await page.getByText(written(number)).first().waitFor();
  });

  it("shows an answer as soon as the service has accepted it", async () => {
    const number = freshNumber();
    await says(number, "sms", "Vocês abrem hoje?");
    const page = await signIn({}, pathOf(number));
    await page.locator(".chat > .received").getByText("Vocês abrem hoje?").waitFor();
    await page.route("**/v3/messages?*", () => undefined); // requests for the conversation get no response
    await page.getByLabel("Sua resposta").fill("Sim, até as 18h.");
    await page.getByRole("button", { name: "Enviar" }).click();
    const own = page.locator(".chat > .sent");
    await own.getByText("Sim, até as 18h.").waitFor();
    await own.getByText("Pendente").waitFor();
    await page.unroute("**/v3/messages?*");
    await page.reload();
    await own.getByText("Entregue").waitFor();
    await expectEventually(() => own.count(), 1);
  });

  it("shows a new reply within a second while the user is active", async () => {
    const number = freshNumber();
    await says(number, "sms", "Oi?");
    const page = await service.open({}, "/console");
    await page.clock.install();
    await page.getByLabel("Chave de API").fill(service.key);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.locator(".shell").waitFor();
    await page.goto(`${service.baseUrl}${pathOf(number)}`);
    const received = page.locator(".chat > .received");
    await received.getByText("Oi?").waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 10_000));
    await says(number, "sms", "Tem alguém aí?");
    // An earlier request may be in flight: the next poll follows a second after its response.
    const reply = received.getByText("Tem alguém aí?");
    await until("the reply", 60, async () => {
      await page.clock.runFor(1_100);
      return reply.isVisible();
    });
  });

  it("shows received images, and links to active content and locations", async () => {
    for (const text of ["um", "dois", "três"]) await says(rui, "sms", text);
    const page = await signIn({}, "/console");
    const file = (name: string, content_type: string) => ({
      content_type: "file",
      text: null,
      postback_data: null,
      location: null,
      file: { url: `${service.baseUrl}/media/${name}`, filename: name, content_type },
    });
    await page.route("**/media/foto.png", (route) =>
      route.fulfill({ contentType: "image/png", body: png(120, 80, [70, 180, 120]) }),
    );
    await page.route("**/v3/inbound-messages?*", async (route) => {
      const response = await route.fetch();
      const found = (await response.json()) as { data: Record<string, unknown>[] };
      const location = { latitude: -23.55, longitude: -46.63 };
      const place = { content_type: "location", text: null, postback_data: null, file: null, location };
      const files = [place, file("foto.png", "image/png"), file("pagina.svg", "image/svg+xml")];
      found.data = found.data.map((one, index) => ({ ...one, ...files[index] }));
      await route.fulfill({ response, json: found });
    });
    await page.goto(`${service.baseUrl}${pathOf(rui)}`);
    const picture = page.getByRole("img", { name: "foto.png" });
    await picture.waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>(".chat img")?.naturalWidth === 120,
    );
    await page.getByRole("link", { name: "pagina.svg" }).waitFor();
    await expectEventually(() => page.locator(".chat img").count(), 1);
    const map = page.getByRole("link", { name: "Localização -23.55, -46.63" });
    await expectEventually(() => map.getAttribute("rel"), "noopener noreferrer");
  });

  it.each([1_280, 390])(
    "keeps the newest entry in view when a window of %i px opens a conversation, answers or gets a reply",
    async (width) => {
      const number = freshNumber();
      for (let index = 1; index <= 15; index++) await says(number, "sms", `Mensagem ${index}.`);
      const page = await signIn({ viewport: { width, height: 844 } }, pathOf(number));
      const isInView = async (text: string) => {
        const entry = page.locator(".chat > li:last-child", { hasText: text });
        await expectEventually(async () => {
          const [own, below] = [await entry.boundingBox(), await page.locator(".reply").boundingBox()];
          return own !== null && below !== null && own.y > 0 && own.y + own.height <= below.y;
        }, true);
      };
      await isInView("Mensagem 15.");
      await page.getByLabel("Sua resposta").fill("Certo.");
      await page.getByRole("button", { name: "Enviar" }).click();
      await isInView("Certo.");
      await says(number, "sms", "Obrigada!");
      await isInView("Obrigada!");
      await says(number, "sms", "SAIR");
      await page.locator(".reply .banner").waitFor(); // enlarges the reply box
      await isInView("SAIR");
    },
  );

  it.each([1_280, 390])("loads earlier entries above the newer ones on request (%i px)", async (width) => {
    const number = freshNumber();
    for (let index = 1; index <= 55; index++) await says(number, "sms", `Mensagem ${index}.`);
    const page = await signIn({ viewport: { width, height: 844 } }, pathOf(number));
    await page.locator(".chat").getByText("Mensagem 55.").waitFor();
    await expectEventually(() => page.locator(".chat > li").count(), 50);
    await page.getByRole("button", { name: "Concluir" }).waitFor(); // enlarges the header
    await page.locator(".inbox-entries").evaluate((own) => own.scrollTo(0, -own.scrollHeight));
    await page.evaluate(() => scrollTo(0, 0));
    const topOf = async (text: string) =>
      (await page.getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;
    const top = await topOf("Mensagem 6.");
    await page.getByRole("button", { name: "Mostrar anteriores" }).click();
    await page.getByText("Mensagem 1.", { exact: true }).waitFor();
    expect(await topOf("Mensagem 6.")).toBeCloseTo(top, 0);
    await expectEventually(() => page.locator(".chat > li").count(), 55);
    expect(new URL(page.url()).search).toBe("?count=100");
    await expectEventually(() => page.getByRole("button", { name: "Mostrar anteriores" }).count(), 0);
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const page = await signIn({}, "/console/replies");
    await page.locator(".conversations").getByText(HOSTILE).waitFor();
    await page.goto(`${service.baseUrl}${pathOf(hostile)}`);
    await page.locator(".chat").getByText(HOSTILE).waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  testViews(signIn, {
    replies: [
      "/console/replies",
      (page) => page.locator(".conversations").getByText("Ana Beatriz Souza").waitFor(),
    ],
    conversation: [() => pathOf(ana), (page) => page.locator(".chat > li").nth(4).waitFor()],
    canned: [
      "/console/canned-responses",
      (page) => page.getByRole("row", { name: /Já vamos ver/ }).waitFor(),
    ],
  });
});
