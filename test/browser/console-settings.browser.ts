import type { Page } from "playwright-core";
import { DEFAULT_WORDS } from "../../src/messaging/default-opt-out-words";
import { type Receiver, receiver } from "../support/receiver";
import { until } from "../support/until";
import { chooseLanguage, expectEventually, HOSTILE, signedInto, sure, testViews } from "./console";
import { freshNumber, stage, written } from "./stage";

const service = stage();
const signIn = signedInto(service);

const WITH_CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Returns the secret that is shown once, and checks the copy button. */
async function copied(page: Page, label: string): Promise<string> {
  const secret = await page.getByRole("textbox", { name: label }).inputValue();
  await page.getByRole("button", { name: "Copiar", exact: true }).click();
  await page.getByText("Copiado").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  return secret;
}

describe("settings in the console", () => {
  let shop: Receiver;

  beforeAll(async () => {
    shop = await receiver(204);
  });
  afterAll(() => shop.close());

  const made = async (url: string, description: string | null = null) =>
    service.customer.post<{ id: string }>("/v3/webhooks", { url, description });

  it("creates a webhook, shows its secret once, and lists its deliveries", async () => {
    const page = await signIn(WITH_CLIPBOARD);
    await page.goto(`${service.baseUrl}/console/settings`);
    await page.waitForURL(/\/console\/settings\/webhooks$/);
    await page.getByText("Novo webhook").click();
    await page.getByLabel("Endereço (URL)").fill("ftp://loja.example");
    await page.getByRole("button", { name: "Criar webhook" }).click();
    await page.locator(".field .refusal").waitFor();
    service.problems.splice(0); // the browser logs the error response
    await page.getByLabel("Endereço (URL)").fill(shop.url);
    await page.getByLabel("Descrição").fill("Painel da loja");
    await page.getByRole("checkbox", { name: "Uma campanha mudou de situação" }).check();
    await page.getByRole("button", { name: "Criar webhook" }).click();
    expect(await copied(page, "Segredo da assinatura")).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "Já guardei" }).click();
    expect(await page.locator("body").innerHTML()).not.toContain("whsec_");

    await page.getByRole("link", { name: shop.url }).click();
    const about = page.locator(".card", { hasText: "Sobre este webhook" });
    await about.locator(".badge").getByText("Uma campanha mudou de situação").waitFor();
    expect(await page.locator("main").getByText(shop.url).count()).toBe(1);
    await Promise.all([
      page.getByRole("button", { name: "Copiado" }).waitFor(), // for two seconds
      page.getByRole("button", { name: "Copiar o endereço" }).click(),
    ]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shop.url);
    await page.getByLabel("Evento", { exact: true }).first().selectOption("Uma campanha mudou de situação");
    await page.getByRole("button", { name: "Enviar evento de teste" }).click();
    const row = page.locator("tbody tr").first();
    await row.getByText("Entregue").waitFor();
    await row.locator("code").getByText("campaign_update").waitFor();
    await row.getByText("Respondeu 204").first().waitFor();
    await shop.received(1);
    await row.getByText("Respondeu 204").click();
    const panel = page.getByRole("dialog", { name: "Uma campanha mudou de situação" });
    await panel.getByText(shop.eventIds()[0] ?? "no event").waitFor();

    await panel.getByText("Ver conteúdo enviado").click();
    await panel.locator(".payload").getByText('"type": "campaign_update"').waitFor();

    await panel.getByRole("button", { name: "Tentar a entrega de novo" }).click();
    await shop.received(2);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    const isFocused = row
      .getByRole("button")
      .first()
      .evaluate((own) => own === document.activeElement);
    expect(await isFocused).toBe(true);
    expect(new Set(shop.eventIds()).size).toBe(1);
    await service.customer.send("sms", { type: "text", text: "Oi" }, freshNumber());
    await page.getByRole("cell", { name: "Uma mensagem mudou de situação" }).first().waitFor();
    await page
      .getByRole("combobox", { name: "Evento" })
      .last()
      .selectOption("Uma campanha mudou de situação");
    await page.waitForURL(/\?event=campaign_update$/);
    const others = page.getByRole("cell", { name: "Uma mensagem mudou de situação" });
    await others.first().waitFor({ state: "detached" });
    await expectEventually(() => page.locator("tbody tr").count(), 1);
  });

  it("moves the focus back to the button of a dialog, and to the secret of a new webhook", async () => {
    const { id } = await made(`${shop.url}/foco`);
    const page = await signIn({}, `/console/settings/webhooks/${id}`);
    const edit = page.getByRole("button", { name: "Editar", exact: true });
    const dialog = page.getByRole("dialog", { name: "Editar" });
    const isFocused = (own: Element) => own === document.activeElement;
    await edit.click();
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await edit.evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Descrição").fill("Com foco");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await edit.evaluate(isFocused)).toBe(true);
    await page.getByText("Com foco").waitFor();
    await page.goto(`${service.baseUrl}/console/settings/webhooks`);
    await page.getByRole("button", { name: "Novo webhook" }).click();
    await page.getByLabel("Endereço (URL)").fill(`${shop.url}/segredo`);
    await page.getByRole("button", { name: "Criar webhook" }).click();
    const secret = page.getByRole("textbox", { name: "Segredo da assinatura" });
    await expectEventually(() => secret.evaluate(isFocused), true);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await secret.evaluate(isFocused)).toBe(true);
  });

  it("hides that a test event was sent when the next one fails", async () => {
    const { id } = await made(`${shop.url}/teste`);
    const page = await signIn({}, `/console/settings/webhooks/${id}`);
    const sent = page.getByText("O evento de teste está a caminho");
    const send = page.getByRole("button", { name: "Enviar evento de teste" });
    await send.click();
    await sent.waitFor();
    await page.route("**/v3/webhooks/*/test", (route) => route.abort());
    await send.click();
    await page.locator(".card", { has: send }).getByRole("alert").waitFor();
    service.problems.splice(0); // the browser logs the failed request
    expect(await sent.count()).toBe(0);
  });

  it("sends all events since an instant again", async () => {
    const { id } = await made(`${shop.url}/de-novo`);
    await service.customer.send("sms", { type: "text", text: "Oi" }, freshNumber());
    const page = await signIn({}, `/console/settings/webhooks/${id}`);
    const row = page.locator("tbody tr").first();
    await row.getByText("Entregue").waitFor();
    const before = shop.eventIds().length;
    await page.getByRole("button", { name: "Reenviar…" }).click();
    const dialog = page.getByRole("dialog", { name: "Reenviar eventos" });
    await dialog.getByLabel("Reenviar também os eventos que foram entregues").check();
    await dialog.getByRole("button", { name: "Reenviar" }).click();
    await page.getByText(/^Entregas na fila: [1-9]/).waitFor();
    await until("repeated events", 30, () => Promise.resolve(shop.eventIds().length > before));
    await dialog.waitFor({ state: "detached" });
  });

  it("keeps a delivery open when newer deliveries push it off the page", async () => {
    const { id } = await made(`${shop.url}/muitas`);
    const send = () => service.customer.post(`/v3/webhooks/${id}/test`, { event_type: "message_update" });
    await send();
    const page = await signIn({}, `/console/settings/webhooks/${id}`);
    await page.locator("tbody tr").first().getByText("Respondeu 204").click();
    const panel = page.getByRole("dialog", { name: "Uma mensagem mudou de situação" });
    const eventId = await panel.locator(".ids code").innerText();
    await Promise.all(Array.from({ length: 25 }, send));
    await page.getByText("1–25").waitFor();
    await panel.getByText(eventId).waitFor();
    await panel.getByText("Entregue").first().waitFor();
  });

  it("changes a webhook, disables and enables it, rotates its secret and deletes it", async () => {
    const { id } = await made(`${shop.url}/outro`);
    const page = await signIn(WITH_CLIPBOARD, `/console/settings/webhooks/${id}`);
    await page.getByText("Editar", { exact: true }).click();
    await page.getByLabel("Endereço (URL)").fill(`${shop.url}/novo`);
    await page.getByRole("checkbox", { name: "Uma mensagem mudou de situação" }).uncheck();
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await page.getByText("Escolha pelo menos um evento.").waitFor();
    await page.getByRole("checkbox", { name: "Uma pessoa enviou uma mensagem" }).check();
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await page.getByRole("heading", { name: `${shop.url}/novo` }).waitFor();
    await sure(page, "Desativar");
    await page.getByText("Foi desativado manualmente.").waitFor();
    await page.getByRole("button", { name: "Ativar", exact: true }).click();
    await page.getByText("Foi desativado manualmente.").waitFor({ state: "detached" });
    await sure(page, "Novo segredo");
    expect(await copied(page, "Segredo da assinatura")).toMatch(/^whsec_/);
    await sure(page, "Excluir");
    await page.waitForURL(/\/console\/settings\/webhooks$/);
    await page.getByRole("link", { name: shop.url, exact: true }).waitFor();
    service.problems.splice(0); // the page may have requested the deleted webhook
    await expectEventually(() => page.getByText(`${shop.url}/novo`).count(), 0);
  });

  it("keeps the keyboard focus on a control or the heading after each action", async () => {
    const { id } = await made(`${shop.url}/teclado`);
    await service.customer.post("/v3/contacts", { phone: freshNumber(), name: "Ana Teclado" });
    const page = await signIn({}, `/console/settings/webhooks/${id}`);
    const focused = () =>
      page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
    const press = async (name: string, within = page.locator("main")) => {
      await within.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    };
    const heading = `H1 ${shop.url}/teclado`;
    await press("Desativar");
    await press("Desativar", page.getByRole("dialog"));
    await page.getByText("Foi desativado manualmente.").waitFor();
    await expectEventually(focused, heading);
    await press("Ativar");
    await page.getByText("Foi desativado manualmente.").waitFor({ state: "detached" });
    await expectEventually(focused, heading);

    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expectEventually(focused, "H1 Contatos");
    await page.getByRole("link", { name: "Ana Teclado" }).focus();
    await page.keyboard.press("Enter");
    await expectEventually(focused, "H1 Ana Teclado");
    await press("Excluir");
    await press("Excluir contato", page.getByRole("dialog"));
    await page.waitForURL(/\/console\/contacts$/);
    await expectEventually(focused, "H1 Contatos");

    await page.goto(`${service.baseUrl}/console/settings/opt-out-words`);
    await page.getByLabel("Palavras para voltar").fill("Sáir!");
    await press("Salvar");
    await page.getByText("“Sáir!”: Até 50 palavras").waitFor();
    expect(await focused()).toBe("BUTTON Salvar");
    service.problems.splice(0); // the browser logs the 422, and requests for the deleted contact
  });

  it("names the missing permission on a page that the key may not read", async () => {
    const { id } = await made(`${shop.url}/negado`);
    const page = await signIn({}, `/console/settings/webhooks/${id}`, {
      name: "Sem webhooks",
      scopes: ["messages:read"],
    });
    await page.getByRole("heading", { level: 1, name: "Sem permissão" }).waitFor();
    await page.getByText("Esta chave não tem a permissão “Webhooks · ler”.").waitFor();
    await page.locator("main").getByRole("link", { name: "Ir para a visão geral" }).waitFor();
    await expectEventually(() => page.getByRole("button", { name: "Tentar de novo" }).count(), 0);
    service.problems.splice(0); // the browser logs the 403
  });

  it("creates an API key, shows it once, and revokes it", async () => {
    const page = await signIn(WITH_CLIPBOARD, "/console/settings/keys");
    await page.setViewportSize({ width: 1_280, height: 700 });
    await page.getByText("Nova chave").click();
    for (const name of ["Cancelar", "Criar chave"]) {
      const box = (await page.getByRole("button", { name }).boundingBox())!;
      expect(box.y + box.height).toBeLessThan(700);
    }
    await page.getByRole("button", { name: "Cancelar" }).click();
    await page.getByText("Nova chave").click();
    await page.getByLabel("Nome").fill("Loja virtual");
    await page.getByRole("button", { name: "Criar chave" }).click();
    await page.getByText("Escolha pelo menos uma permissão.").waitFor();
    const ofMessages = page.getByRole("group", { name: "Mensagens" });
    await page.getByRole("button", { name: "Só envio" }).click();
    await expectEventually(() => page.locator(".scopes input:checked").count(), 1);
    await expectEventually(() => ofMessages.getByLabel("enviar").isChecked(), true);
    const colour = (preset: string) =>
      page.getByRole("button", { name: preset }).evaluate((one) => getComputedStyle(one).color);
    const isMarked = async () => (await colour("Só envio")) !== (await colour("Só leitura"));
    await expectEventually(isMarked, true);
    await page.getByRole("button", { name: "Só leitura" }).click();
    await expectEventually(() => page.locator(".scopes input:checked").count(), 11);
    await ofMessages.getByLabel("enviar").check();
    await page.getByRole("button", { name: "Tudo", exact: true }).click();
    await expectEventually(() => page.locator(".scopes input:not(:checked)").count(), 0);
    await page.getByRole("button", { name: "Só envio" }).click();
    await ofMessages.getByLabel("ler").check();
    await ofMessages.getByLabel("enviar").uncheck();
    await page.getByLabel("Vale até").fill("2020-01-01T00:00");
    await page.getByRole("button", { name: "Criar chave" }).click();
    await page.getByText("Este horário já passou.").waitFor();
    await page.getByLabel("Vale até").fill(`${new Date().getUTCFullYear() + 1}-01-01T00:00`);
    await page.getByRole("button", { name: "Criar chave" }).click();
    const key = await copied(page, "Chave de API");
    const read = (path: string) => fetch(`${service.baseUrl}/v3/${path}`, { headers: { "X-API-Key": key } });
    expect((await read("messages")).status).toBe(200);
    expect((await read("contacts")).status).toBe(403);

    const row = page.locator("tr", { hasText: "Loja virtual" });
    await row.getByText("Válida").waitFor();
    const own = page.locator("tr", { hasText: "Chave desta sessão" });
    await own.getByText("Não expira", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Revogar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revogar" }).click();
    await row.getByText("Revogada").waitFor();
    expect((await read("messages")).status).toBe(401);
  });

  it("limits a name by its characters, of which an emoji is one", async () => {
    const page = await signIn({}, "/console/settings/keys");
    await page.getByText("Nova chave").click();
    const name = page.getByLabel("Nome");
    await name.focus();
    await page.keyboard.insertText("😀".repeat(130));
    expect([...(await name.inputValue())]).toHaveLength(120);
    await page.keyboard.type("abc");
    expect([...(await name.inputValue())]).toHaveLength(120);
    await page.keyboard.press("Backspace");
    await page.keyboard.type("abc");
    expect((await name.inputValue()).slice(-3)).toBe("😀a");
    expect(await name.evaluate((box: HTMLInputElement) => box.validity.tooLong)).toBe(false);
  });

  it("warns before the session's key is revoked, and signs out afterwards", async () => {
    const page = await signIn({}, "/console/settings/keys", {
      name: "De visita",
      scopes: ["keys:read", "keys:write"],
    });
    const row = page.locator("tr", { hasText: "De visita" });
    await row.getByText("Chave desta sessão").waitFor();
    await expectEventually(() => page.getByRole("button", { name: "Revogar" }).count(), 1);
    await page.getByText("Nova chave").click();
    await page.getByText("Sua chave não pode conceder permissões que ela não tem: Mensagens").waitFor();
    await expectEventually(() => page.locator(".scopes input").count(), 2);
    await expectEventually(() => page.getByRole("button", { name: "Só envio" }).count(), 0);
    await page.keyboard.press("Escape");
    await row.getByRole("button", { name: "Revogar" }).click();
    await page.getByText("será desconectado").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Revogar" }).click();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
    service.problems.splice(0); // the browser logs the 401
  });

  it("shows senders and limits", async () => {
    const page = await signIn({}, "/console/settings/senders");
    await page.getByRole("cell", { name: "sandbox" }).first().waitFor();
    await expectEventually(() => page.locator("tbody tr").count(), 3);
    await page.getByText("Pronto", { exact: true }).first().waitFor();
    // The carrier recovers within seconds, so each attempt sends another message and reloads the page.
    await until("a sender whose carrier refuses messages", 60, async () => {
      await service.customer.post("/v3/messages", {
        channel: "sms",
        content: { type: "text", text: "Oi" },
        recipients: [{ to: `${freshNumber().slice(0, -4)}0009` }],
      });
      await page.reload();
      await page.getByRole("cell", { name: "sandbox" }).first().waitFor();
      const seen = await Promise.all([
        page.getByText("A operadora não aceita todas as mensagens; tentando de novo").isVisible(),
        page.getByText("Há mensagens esperando desde").isVisible(),
      ]);
      return seen.every(Boolean);
    });
    await page.getByRole("link", { name: "Limites" }).click();
    await page.getByText("1.000.000").waitFor();
    await page.getByRole("cell", { name: "PNG" }).first().waitFor();
  });

  it("changes the opt-out words and automatic replies, and marks a refused word", async () => {
    const page = await signIn({}, "/console/settings/opt-out-words");
    const optOut = page.getByLabel("Palavras para sair");
    await optOut.waitFor();
    expect(await optOut.inputValue()).toBe(DEFAULT_WORDS.optOut.join("\n"));
    await optOut.fill("SAIR\n\n não quero \n");
    await page.getByLabel("Palavras para voltar").fill("Sáir!");
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByText("“Sáir!”: Até 50 palavras").waitFor();
    service.problems.splice(0); // the browser logs the error response
    await page.getByLabel("Palavras para voltar").fill("VOLTAR");
    await page.getByLabel("Confirmação do descadastro").fill("Pronto.");
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByText("Palavras de descadastro salvas.").waitFor();
    const saved = { opt_out: ["SAIR", "não quero"], opt_in: ["VOLTAR"], help: ["AJUDA"] };
    const read = () => service.customer.get<object>("/v3/opt-out-words");
    expect(await read()).toEqual({ ...saved, confirmation: "Pronto.", help_answer: null });
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByText("Palavras de descadastro salvas.").last().waitFor();
    expect(await page.getByText("Palavras de descadastro salvas.").count()).toBe(1);
    await page.getByRole("button", { name: "Usar as palavras padrão" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByText("Palavras de descadastro salvas.").waitFor();
    expect(await read()).toMatchObject({ opt_out: DEFAULT_WORDS.optOut, confirmation: "Pronto." });
  });

  it("keeps opt-out words that another user has changed since the page was opened", async () => {
    const read = () => service.customer.get<object>("/v3/opt-out-words");
    const page = await signIn({}, "/console/settings/opt-out-words");
    await page.getByLabel("Confirmação do descadastro").fill("Até logo.");
    await service.customer.put("/v3/opt-out-words", { ...(await read()), help: ["SOCORRO"] });
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByText("Palavras de descadastro salvas.").waitFor();
    expect(await read()).toMatchObject({ help: ["SOCORRO"], confirmation: "Até logo." });
    expect(await page.getByLabel("Palavras de ajuda").inputValue()).toBe("SOCORRO");
  });

  it("shows the opt-out words to a key that may only read them", async () => {
    const page = await signIn({}, "/console/settings/opt-out-words", {
      name: "Só olha",
      scopes: ["rules:read"],
    });
    await page.getByText("mas não pode alterá-las").waitFor();
    expect(await page.getByLabel("Palavras para sair").getAttribute("readonly")).not.toBeNull();
    await expectEventually(() => page.getByRole("button", { name: "Salvar" }).count(), 0);
  });

  it("shows prices beside the senders and the limits on their page, and which prices are placeholders", async () => {
    const page = await signIn({}, "/console/settings/senders");
    const prices = page.getByRole("region", { name: "Preços" });
    const price = async (channel: string) =>
      (await prices.locator("dl > div", { hasText: channel }).innerText()).replace(/\s+/g, " ");
    await prices.waitFor();
    expect(await price("RCS")).toBe("RCS R$ 0,12 por mensagem Provisório");
    await service.operator("accounts", "set", "default", "--price", "sms=75000", "--price", "rcs=110000");
    await page.reload();
    await prices.waitFor();
    expect(await price("SMS")).toBe("SMS R$ 0,075 por segmento de SMS");
    expect(await price("RCS")).toBe("RCS R$ 0,11 por mensagem");
    expect(await price("Voz")).toBe("Voz R$ 0,15 por mensagem Provisório");
    await prices.getByText("Os preços provisórios não são reais.", { exact: false }).waitFor();

    await chooseLanguage(page, "English");
    await page.getByRole("region", { name: "Prices" }).getByText("R$0.075").waitFor();
    await chooseLanguage(page, "Português");

    await page.goto(`${service.baseUrl}/console/settings/limits`);
    const limits = page.getByRole("region", { name: "Limites e fuso horário da conta" });
    const limit = async (name: string) =>
      (await limits.locator("dl > div", { hasText: name }).locator("dd").first().innerText()).trim();
    expect(await limit("Pessoas por envio")).toBe("1.000");
    expect(await limit("Requisições por minuto")).toBe("1.000.000");
    expect(await limit("Máximo de webhooks")).toBe("10");
    expect(await limit("Fuso horário")).toBe("America/Sao Paulo, GMT-3");
    await limits.getByText(/^Restam [\d.]+\. O limite se renova em /).waitFor();
    await page.getByRole("row", { name: "Vídeo 10 MiB" }).waitFor();
    expect(await page.getByText("1.000.000", { exact: true }).count()).toBe(1);
  });

  it("names each column of the keys, and the time zone of a time in its tooltip", async () => {
    const page = await signIn({ timezoneId: "America/Sao_Paulo" }, "/console/settings/keys");
    const time = page.locator("tbody time").first();
    await time.waitFor();
    expect(await page.locator("thead th").allInnerTexts()).not.toContain("");
    expect(await time.getAttribute("title")).toMatch(/:\d\d Horário Padrão de Brasília$/);
    await chooseLanguage(page, "English");
    await page.locator('tbody time[title$=" Brasilia Standard Time"]').first().waitFor();
    await chooseLanguage(page, "Português");
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const { id } = await made(`${shop.url}/?q=%3Cimg%3E`, HOSTILE);
    await service.customer.post("/v3/api-keys", { name: HOSTILE, scopes: ["messages:read"] });
    const page = await signIn({}, "/console/settings/webhooks");
    await page.getByText(HOSTILE).waitFor();
    await page.goto(`${service.baseUrl}/console/settings/webhooks/${id}`);
    await page.getByText(HOSTILE).first().waitFor();
    await page.goto(`${service.baseUrl}/console/settings/keys`);
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("requests the export and the erasure of a number, and offers the file of a finished export", async () => {
    const phone = freshNumber();
    await service.customer.post("/v3/contacts", { phone, name: "Ana" });
    const page = await signIn({}, "/console/settings/privacy");
    await page.getByText("Ainda não há pedidos.").waitFor();
    const dialog = page.getByRole("dialog");
    await page.getByRole("link", { name: "Novo pedido" }).click();
    await dialog.getByLabel("Número", { exact: true }).fill(phone);
    await dialog.getByRole("button", { name: "Exportar" }).click();
    const row = page.getByRole("row", { name: /Exportação/ });
    await row.getByText("Concluído").waitFor();
    await row.getByText("Contatos: 1").waitFor();
    const file = await row.getByRole("link", { name: "Baixar ZIP" }).getAttribute("href");
    expect((await page.request.get(file!)).status()).toBe(200);

    const form = new URLSearchParams({ new: "erasure", phone });
    await page.goto(`${service.baseUrl}/console/settings/privacy?${form}`);
    const again = dialog.getByLabel("Repita o número para confirmar o apagamento");
    await again.fill(freshNumber());
    await dialog.getByRole("button", { name: "Apagar" }).click();
    await dialog.getByText("Os dois números são diferentes.").waitFor();
    expect(await page.getByRole("row", { name: /Apagamento/ }).count()).toBe(0);
    await again.fill(written(phone));
    await dialog.getByRole("button", { name: "Apagar" }).click();
    await page.getByRole("row", { name: /Apagamento/ }).waitFor();
    await dialog.waitFor({ state: "detached" });
  });

  it("hides the form from a key that may only read privacy requests", async () => {
    const limited = { name: "Só olha", scopes: ["privacy:read"] };
    const page = await signIn({}, "/console/settings/privacy?new=1", limited);
    await page.getByRole("heading", { name: "Privacidade" }).waitFor();
    await page.getByRole("row", { name: /Exportação/ }).waitFor();
    expect(await page.getByRole("link", { name: "Novo pedido" }).count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  const firstRow = (page: Page) => page.locator("tbody tr, form textarea").first().waitFor();

  testViews(signIn, {
    webhooks: [
      "/console/settings/webhooks",
      async (page) => {
        await firstRow(page);
        await page.getByText("Novo webhook").click();
      },
    ],
    webhook: [
      "/console/settings/webhooks",
      async (page) => {
        await page.getByRole("link", { name: shop.url, exact: true }).click();
        await page.locator("tbody tr .cell").first().click();
        await page.getByText("Ver conteúdo enviado").click();
        await page.locator(".payload").waitFor();
      },
    ],
    keys: [
      "/console/settings/keys",
      async (page) => {
        await firstRow(page);
        await page.getByText("Nova chave").click();
      },
    ],
    senders: ["/console/settings/senders", firstRow],
    privacy: ["/console/settings/privacy", firstRow],
    "privacy-new": ["/console/settings/privacy?new=erasure", (page) => page.getByRole("dialog").waitFor()],
    limits: ["/console/settings/limits", firstRow],
    "opt-out-words": ["/console/settings/opt-out-words", firstRow],
  });
});
