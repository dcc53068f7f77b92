import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expectEventually, field, HOSTILE, signedInto, testViews } from "./console";
import { type Made, reply } from "./sender";
import { freshNumber, stage, written } from "./stage";

const service = stage();
const signIn = signedInto(service);

describe("the console's contacts", () => {
  const ana = freshNumber();
  const hostile = freshNumber();
  let anaId = "";

  const says = (from: string, channel: string, text: string) =>
    service.customer.post("/sandbox/replies", { channel, from, text });

  beforeAll(async () => {
    const { customer } = service;
    anaId = (
      await customer.post<Made>("/v3/contacts", {
        phone: ana,
        name: "Ana Beatriz Souza",
        attributes: { cidade: "Recife", plano: "Ouro" },
      })
    ).id;
    await customer.list("Clientes");
    const attributes = { x: HOSTILE };
    await customer.post<Made>("/v3/contacts", { phone: hostile, name: HOSTILE, attributes });
    await customer.send("sms", { type: "text", text: "Olá Ana, seu pedido saiu." }, ana);
    await says(ana, "sms", "Que bom, obrigada!");
    const question = { type: "text", text: "Podemos ajudar?", suggestions: [reply("Sim, por favor")] };
    const message_id = await customer.send("rcs", question, ana);
    await customer.post("/sandbox/taps", { message_id, suggestion: 0 });
    await customer.send("sms", { type: "text", text: HOSTILE }, hostile);
    await says(hostile, "rcs", HOSTILE);
  });

  it("finds contacts by name and by formatted number, in the page's address", async () => {
    const page = await signIn({}, "/console/contacts");
    await page.getByText("2 de 2 contatos").waitFor();
    const find = async (text: string) => {
      await page.getByLabel("Nome ou número").fill(text);
      await page.getByText("1 de 1 contato").waitFor();
    };
    await find("beatriz");
    expect(new URL(page.url()).search).toBe("?search=beatriz");
    await page.getByRole("link", { name: "Limpar filtros" }).click();
    await page.getByText("2 de 2 contatos").waitFor();
    const [, area, first, second] = /^\+55(\d\d)(\d{5})(\d{4})$/.exec(ana) ?? [];
    await find(`(${area}) ${first}-${second}`);
    await page.getByRole("link", { name: "Ana Beatriz Souza" }).click();
    await page.getByRole("heading", { name: "Ana Beatriz Souza" }).waitFor();
  });

  it("sorts contacts by name, and finds them by a variable", async () => {
    const page = await signIn({}, "/console/contacts");
    const names = page.locator("tbody td.title");
    await names.nth(1).waitFor();
    await page.getByRole("button", { name: "Nome" }).click();
    await page.waitForURL(/sort=name/);
    await expectEventually(() => names.first().innerText(), HOSTILE);
    await page.getByRole("button", { name: "Nome" }).click();
    await page.waitForURL(/sort=-name/);
    await expectEventually(() => names.first().innerText(), "Ana Beatriz Souza");
    await page.getByRole("button", { name: "Variável" }).click();
    await page.getByLabel("Variável", { exact: true }).selectOption("cidade");
    await page.getByLabel("Valor").fill("Recife");
    await page.getByRole("button", { name: "Filtrar" }).click();
    await page.getByText("1 de 1 contato").waitFor();
    expect(new URL(page.url()).searchParams.get("attribute")).toBe("cidade=Recife");
    await page.getByRole("button", { name: "Remover filtro: Variável" }).click();
    await page.getByText("2 de 2 contatos").waitFor();
  });

  it("opens a contact by its row, and links to a message and to the conversation", async () => {
    const page = await signIn({}, "/console/contacts");
    await page.getByRole("cell", { name: written(ana) }).click();
    await page.getByRole("heading", { name: "Ana Beatriz Souza" }).waitFor();
    const send = page.getByRole("link", { name: "Enviar mensagem" });
    expect(await send.getAttribute("href")).toBe(`/console/send?to=${encodeURIComponent(ana)}`);
    await page.getByRole("link", { name: "Abrir conversa" }).click();
    await page.getByRole("heading", { name: "Ana Beatriz Souza" }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/console/replies/${ana}`);
  });

  it("shows the messages to and from a contact, newest first, and adds new ones", async () => {
    const page = await signIn({}, `/console/contacts/${anaId}`);
    const steps = page.locator(".chat > li");
    await steps.nth(3).waitFor();
    const kinds = await steps.evaluateAll((items) => items.map(({ className }) => className));
    expect(kinds).toEqual(["received", "sent", "received", "sent"]);
    await steps.first().getByText("Sim, por favor").waitFor();
    await says(ana, "sms", "Mais uma coisa");
    await steps.first().getByText("Mais uma coisa").waitFor();
    await steps.nth(2).getByRole("link").click();
    await page.waitForURL(/\/console\/messages\//);
  });

  it("creates a contact, changes it, blocks it and deletes it", async () => {
    const number = freshNumber();
    const page = await signIn({}, "/console/contacts");
    await page.getByRole("link", { name: "Novo contato" }).click();
    await page.getByRole("heading", { name: "Novo contato" }).waitFor();
    await page.getByLabel("Número", { exact: true }).fill("190");
    await page.getByLabel("Nome", { exact: true }).fill("Rui");
    await page.getByRole("button", { name: "Criar contato" }).click();
    await page.getByText("Este número não pode receber mensagens.").waitFor();
    service.problems.splice(0); // the browser logs the error response
    await page.getByLabel("Número", { exact: true }).fill(ana);
    await page.getByRole("button", { name: "Criar contato" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Ana Beatriz Souza" }).waitFor();
    await page.getByLabel("Número", { exact: true }).fill("190");
    await page.getByRole("button", { name: "Criar contato" }).click();
    await page.getByText("Este número não pode receber mensagens.").waitFor();
    service.problems.splice(0);
    expect(await page.getByText("Outro contato tem este número:").count()).toBe(0);
    await page.getByLabel("Número", { exact: true }).fill(number);
    // Delays frames as a busy machine does: the field must have the focus before the next frame.
    await page.evaluate(() => {
      window.requestAnimationFrame = (draw) => window.setTimeout(draw, 100);
    });
    await page.getByRole("button", { name: "Adicionar variável" }).click();
    await page.keyboard.type("endereço");
    await page.getByLabel("Valor da variável 1").fill("Rua A");
    await page.getByRole("button", { name: "Criar contato" }).click();
    await page.getByText("Um nome tem de 1 a 64 letras sem acento").waitFor();
    await page.getByLabel("Nome da variável 1").fill("rua");
    await page.getByRole("button", { name: "Criar contato" }).click();
    await page.getByRole("heading", { name: "Rui" }).waitFor();
    await page.getByText("Rua A").waitFor();
    await page.getByText("Nenhuma lista bloqueia este contato.").waitFor();

    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByLabel("Número", { exact: true }).fill(ana);
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByText("Outro contato tem este número:").waitFor();
    service.problems.splice(0);
    await page.getByLabel("Número", { exact: true }).fill(number);
    await page.getByLabel("Nome", { exact: true }).fill("Rui Lima");
    await page.getByRole("button", { name: "Remover a variável rua" }).click();
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("heading", { name: "Rui Lima" }).waitFor();
    await page.getByText("Rua A").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Adicionar a uma lista" }).click();
    await page.getByRole("button", { name: "Recado" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Adicionar", exact: true }).click();
    await page.getByText("Bloqueado em SMS, RCS, Voz.").waitFor();
    await page.getByText("Por causa de: Recado.").waitFor();
    await page.getByText("Consentimentos revogados podem bloquear mensagens.").waitFor();
    await page.getByText(/^Manualmente ou por API · (agora|há \d)/).waitFor();
    await page.getByRole("button", { name: "Remover da lista Recado" }).click();
    await page.getByRole("dialog").getByText("A remoção é registrada como consentimento").waitFor();
    await Promise.all([
      page
        .getByText("Rui Lima foi removido da lista Recado.")
        .waitFor()
        .then(async () => expect(await page.getByRole("button", { name: "Desfazer" }).count()).toBe(0)),
      page.getByRole("dialog").getByRole("button", { name: "Remover" }).click(),
    ]);
    await page.getByText("Nenhuma lista bloqueia este contato.").waitFor();
    const consent = page.getByRole("region", { name: "Consentimento" });
    await consent.getByText("Concedido").waitFor();
    expect(await page.getByText("Consentimentos revogados podem bloquear mensagens.").count()).toBe(0);

    await page.getByRole("button", { name: "Excluir" }).click();
    await page.getByText("Esta ação não pode ser desfeita.").waitFor();
    await page.getByText("continuam com o número.").waitFor();
    const erasure = page.getByRole("link", { name: "Apagar também um número" });
    const form = new URLSearchParams({ new: "erasure", phone: number });
    expect(await erasure.getAttribute("href")).toBe(`/console/settings/privacy?${form}`);
    await page.getByRole("dialog").getByRole("button", { name: "Excluir contato" }).click();
    await page.getByText("Rui Lima foi excluído.").waitFor();
    await page.getByText("2 de 2 contatos").waitFor();
  });

  it("fills in the number that the address names, also when only the number changes", async () => {
    const number = freshNumber();
    const page = await signIn({}, `/console/contacts/new?phone=${encodeURIComponent(number)}`);
    const input = field(page, "Número");
    await expectEventually(() => input.inputValue(), number);
    await page.getByLabel("Nome", { exact: true }).fill("Rui");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Buscar ou ir para" }).fill("Novo contato");
    await page.locator(".palette").getByRole("option", { name: "Novo contato" }).waitFor();
    await page.keyboard.press("Enter");
    await expectEventually(() => input.inputValue(), "");
    expect(await page.getByLabel("Nome", { exact: true }).inputValue()).toBe("");
    await page.goBack();
    await expectEventually(() => input.inputValue(), number);
    expect(await page.getByLabel("Nome", { exact: true }).inputValue()).toBe("Rui");
  });

  it("keeps variables that another user has changed since the form was opened", async () => {
    const phone = freshNumber();
    const attributes = { cidade: "Recife", plano: "Ouro", sobra: "1" };
    const { id } = await service.customer.post<Made>("/v3/contacts", { phone, name: "Bia", attributes });
    const page = await signIn({}, `/console/contacts/${id}?edit=1`);
    await page.getByLabel("Nome", { exact: true }).fill("Beatriz");
    await page.getByRole("button", { name: "Remover a variável sobra" }).click();
    const imported = { cidade: "Olinda", plano: "Ouro", sobra: "1", pontos: "7" };
    await service.customer.post<Made>("/v3/contacts", { phone, attributes: imported });
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("heading", { name: "Beatriz" }).waitFor();
    const saved = await service.customer.get<{ attributes: object }>(`/v3/contacts/${id}`);
    expect(saved.attributes).toEqual({ cidade: "Olinda", plano: "Ouro", pontos: "7" });
  });

  it("adds selected contacts to a list and undoes it, exports them and deletes them", async () => {
    const { customer } = service;
    const numbers = [freshNumber(), freshNumber()];
    for (const [index, phone] of numbers.entries()) {
      await customer.post("/v3/contacts", { phone, name: `Bulk ${index}`, attributes: { loja: "Sé" } });
    }
    const { id } = await customer.list("Promoções");
    const members = async () =>
      (await customer.get<{ data: Made[] }>(`/v3/contact-lists/${id}/contacts`)).data.length;
    const page = await signIn({}, "/console/contacts?search=bulk");
    await page.getByText("2 de 2 contatos").waitFor();
    await page.getByRole("checkbox", { name: "Selecionar todos os contatos desta página" }).check();
    await page.getByText("2 selecionados").waitFor();
    await page.getByRole("button", { name: "Adicionar a uma lista" }).click();
    await page.getByRole("button", { name: "Promoções" }).click();
    await page.getByRole("button", { name: "Desfazer" }).focus(); // keeps the toast open
    await page.getByText("2 contatos adicionados à lista Promoções.").waitFor();
    expect(await members()).toBe(2);
    await page.locator("tbody tr").first().getByText("Promoções").waitFor();
    await page.getByRole("button", { name: "Desfazer" }).click();
    await page.getByText("Desfeito.").waitFor();
    expect(await members()).toBe(0);

    await page.getByRole("checkbox", { name: "Selecionar todos os contatos desta página" }).check();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Exportar" }).click(),
    ]);
    const csv = readFileSync(await download.path(), "utf8");
    expect(csv).toContain("\ufeffNome;Número;loja;Listas;Bloqueado em");
    expect(csv).toContain(`Bulk 0;${written(numbers[0]!)};Sé;;`);

    await page.getByRole("button", { name: "Excluir", exact: true }).click();
    await page.getByRole("heading", { name: "Excluir 2 contatos?" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Excluir 2 contatos" }).click();
    await page.getByText("Nenhum contato corresponde aos filtros.").waitFor();
  });

  it("asks before it adds selected contacts to the opt-out list, and offers no undo", async () => {
    const phone = freshNumber();
    await service.customer.post("/v3/contacts", { phone, name: "Descadastro Um" });
    const page = await signIn({}, "/console/contacts?search=descadastro");
    const choose = async () => {
      await page.getByRole("checkbox", { name: "Selecionar Descadastro Um" }).check();
      await page.getByRole("button", { name: "Adicionar a uma lista" }).click();
      await page.getByRole("button", { name: "Recado" }).click();
      return page.getByRole("dialog", { name: "Adicionar 1 contato à lista Recado?" });
    };
    const question = await choose();
    await question.getByRole("button", { name: "Cancelar" }).click();
    await question.waitFor({ state: "detached" });
    const opener = page.getByRole("button", { name: "Adicionar a uma lista" });
    expect(await opener.evaluate((own) => own === document.activeElement)).toBe(true);
    const recorded = async () =>
      (await service.customer.get<{ data: object[] }>(`/v3/consents?phone=${encodeURIComponent(phone)}`))
        .data;
    expect(await recorded()).toEqual([]);
    await (await choose()).getByRole("button", { name: "Adicionar", exact: true }).click();
    await page.getByText("1 contato adicionado à lista Recado.").waitFor();
    expect(await page.getByRole("button", { name: "Desfazer" }).count()).toBe(0);
    expect(await recorded()).toMatchObject([{ status: "revoked", source: "console" }]);

    await service.customer.post("/v3/contacts", { phone: freshNumber(), name: "Descadastro Dois" });
    await page.reload();
    await page.getByRole("checkbox", { name: "Selecionar Descadastro Dois" }).check();
    await (await choose()).getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("checkbox", { name: "Selecionar Descadastro Dois" }).uncheck();
    await opener.click();
    await page.getByRole("button", { name: "Recado" }).click();
    await page.getByText("Todos já estão na lista Recado.").waitFor();

    const { provisioned_list_id: id } = await service.customer.get<{ provisioned_list_id: string }>(
      "/v3/account",
    );
    await page.goto(`${service.baseUrl}/console/lists/${id}`);
    await page.getByRole("checkbox", { name: "Selecionar Descadastro Um" }).check();
    await page.getByRole("button", { name: "Remover da lista", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("A remoção é registrada como consentimento").waitFor();
    await dialog.getByRole("button", { name: "Remover da lista" }).click();
    await page.getByText("1 contato removido da lista Recado.").waitFor();
    expect(await page.getByRole("button", { name: "Desfazer" }).count()).toBe(0);
  });

  it("leads from an empty page to the first page", async () => {
    const page = await signIn({}, "/console/contacts?page=1000");
    await page.getByText("Esta página agora está vazia.").waitFor();
    await page.getByRole("button", { name: "Mostrar a primeira página" }).click();
    await page.locator("tbody tr").first().waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("names the contacts whose action failed, and keeps them selected", async () => {
    const { customer } = service;
    const failing = await customer.post<Made>("/v3/contacts", { phone: freshNumber(), name: "Falha Um" });
    await customer.post<Made>("/v3/contacts", { phone: freshNumber(), name: "Falha Dois" });
    const page = await signIn({}, "/console/contacts?search=falha");
    await page.getByRole("checkbox", { name: "Selecionar Falha Um" }).check();
    await page.getByRole("checkbox", { name: "Selecionar Falha Dois" }).check();
    await page.route(`**/contacts/${failing.id}`, (route) =>
      route.request().method() === "DELETE" ? route.abort() : route.continue(),
    );
    await page.getByRole("button", { name: "Excluir", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Excluir 2 contatos" }).click();
    await page.getByText("Não deu certo para 1 contato, que continua selecionado:").waitFor();
    await page.getByRole("alert").getByRole("link", { name: "Falha Um" }).waitFor();
    await page.getByText("1 selecionado").waitFor();
    await page.unroute(`**/contacts/${failing.id}`);
    await page.getByRole("button", { name: "Excluir", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Excluir 1 contato" }).click();
    await page.getByText("Nenhum contato corresponde aos filtros.").waitFor();
    service.problems.splice(0); // the browser logs the aborted request
  });

  it("says that no list blocks a contact whose suppression list has no channels", async () => {
    const { customer } = service;
    const { id } = await customer.list("Sem canais", [], { type: "blacklist", channels: [] });
    const phone = freshNumber();
    const added = await customer.post<Made>(`/v3/contact-lists/${id}/contacts`, { phone });
    const page = await signIn({}, `/console/contacts/${added.id}`);
    await page.getByText("Nenhuma lista bloqueia este contato.").waitFor();
  });

  it("marks contacts who opted out, and finds them by the opt-out list", async () => {
    const number = freshNumber();
    await service.customer.send("sms", { type: "text", text: "Olá" }, number);
    await says(number, "sms", "SAIR");
    const page = await signIn({}, "/console/contacts");
    const row = page.locator("tr", { hasText: written(number) });
    await row.getByText("SMS").waitFor();
    await page.getByLabel("Lista", { exact: true }).selectOption("Recado (bloqueio)");
    await page.getByText("1 de 1 contato").waitFor();
    await row.waitFor();
    await row.getByRole("link").click();
    await page.locator(".chat").getByText("SAIR").waitFor();
  });

  it("keeps the input while the service is unreachable", async () => {
    const page = await signIn({}, `/console/contacts/${anaId}?edit=1`);
    await page.getByLabel("Nome", { exact: true }).fill("Ana B. Souza");
    await page.route("**/v3/contacts/*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.locator("form").getByText("O serviço não respondeu.").waitFor();
    await page.unroute("**/v3/contacts/*");
    await expectEventually(() => page.getByLabel("Nome", { exact: true }).inputValue(), "Ana B. Souza");
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("heading", { name: "Ana B. Souza" }).waitFor();
    service.problems.splice(0);
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const page = await signIn({}, "/console/contacts?search=onerror");
    await page.locator("tbody tr").getByText(HOSTILE).first().waitFor();
    await page.locator("tbody tr").first().getByRole("link").click();
    await page.locator(".chat > .received").getByText(HOSTILE).waitFor();
    await page.locator(".chat > .sent").getByText(HOSTILE).waitFor();
    await page.getByRole("heading", { name: HOSTILE }).waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("hides actions from a key that may only read contacts", async () => {
    const page = await signIn({}, `/console/contacts/${anaId}`, {
      name: "Só ler",
      scopes: ["contacts:read"],
    });
    await page.getByText("Dados").waitFor();
    await expectEventually(() => page.getByText(/Editar|Excluir|Histórico|Adicionar/).count(), 0);
  });

  it("does not link to the erasure of the number for a key that may not request it", async () => {
    const scopes = ["contacts:read", "contacts:write"];
    const page = await signIn({}, `/console/contacts/${anaId}`, { name: "Contatos", scopes });
    // The lists appear above the button and move it, also during a click.
    await page.getByText(/bloqueia este contato|Bloqueado em/).waitFor();
    await page.getByRole("button", { name: "Excluir" }).click();
    await page.getByText("continuam com o número.").waitFor();
    expect(await page.getByRole("link", { name: "Apagar também um número" }).count()).toBe(0);
  });

  const form = (page: Page) => field(page, "Número").waitFor();

  testViews(signIn, {
    contacts: ["/console/contacts", (page) => page.locator("tbody tr").first().waitFor()],
    contact: [() => `/console/contacts/${anaId}`, (page) => page.locator(".chat > li").nth(3).waitFor()],
    "contact-edit": [() => `/console/contacts/${anaId}?edit=1`, form],
    "contact-new": ["/console/contacts/new", form],
  });
});
