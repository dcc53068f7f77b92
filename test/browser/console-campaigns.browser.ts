import { readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { expectEventually, factOf, HOSTILE, signedInto, sure, testViews } from "./console";
import type { Made } from "./sender";
import { stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

interface Campaign extends Made {
  status: string;
  scheduled_at: string | null;
}

/** Creates a list of people: numbers with a first name or null. */
async function list(name: string, people: Readonly<Record<string, string | null>>, more = {}): Promise<Made> {
  const contacts = Object.entries(people).map(([phone, first]) => ({
    phone,
    attributes: first === null ? {} : { primeiro: first },
  }));
  return service.customer.list(name, contacts, more);
}

/** Shows a campaign's sent messages as pending. */
async function asPending(route: Route): Promise<void> {
  const response = await route.fetch();
  const json = (await response.json()) as { progress: { pending: number; sent: number } };
  const { pending, sent } = json.progress;
  await route.fulfill({
    response,
    json: { ...json, progress: { ...json.progress, pending: pending + sent, sent: 0 } },
  });
}

const status = (page: Page, words: string) => page.locator("h1 .status").getByText(words).waitFor();

describe("campaigns in the console", () => {
  let offer: Made;
  let customers: Made;

  beforeAll(async () => {
    offer = await service.customer.template(
      "Oferta da semana",
      "Oi {{ primeiro }}, pão quentinho às 17h. Padaria Sol",
    );
    customers = await list("Clientes de sábado", {
      "+5511911110001": "Ana",
      "+5511911110002": "Bruno",
      "+5511911114321": "Célia",
      "+5511911115432": "Davi",
      "+5511911116543": null,
      "+5511911117654": "Elisa",
    });
    await list("Não perturbe", { "+5511911117654": "Elisa" }, { type: "blacklist", channels: ["sms"] });
  });

  it("creates and checks a campaign, launches it, and shows its outcomes", async () => {
    const page = await signIn();
    await page.getByRole("link", { name: "Campanhas", exact: true }).click();
    await page.getByRole("link", { name: "Nova campanha" }).click();
    await page.getByRole("heading", { name: "Nova campanha" }).waitFor();
    await page.getByLabel("Nome").fill("Pão de sábado");
    await page.getByLabel("Modelo").selectOption({ label: "Oferta da semana (SMS)" });
    await page.getByText("O modelo é de SMS, com a finalidade Transacional.").waitFor();
    await page.getByLabel("Lista").selectOption({ label: "Clientes de sábado (6 contatos)" });
    await page.getByRole("button", { name: "Criar campanha" }).click();
    await page.getByRole("heading", { name: "Pão de sábado Rascunho" }).waitFor();

    const figure = (name: string) => factOf(page, name);
    await page.getByText("Vão receber").waitFor();
    await expectEventually(() => figure("Contatos na lista").innerText(), "6");
    await expectEventually(() => figure("Vão receber").innerText(), "4");
    await expectEventually(() => figure("Bloqueados").innerText(), "1");
    await expectEventually(() => figure("Com problema").innerText(), "1");
    expect((await figure("Custo").innerText()).replace(/\s/g, " ")).toBe("R$ 0,32");
    await page.getByText("Este preço é provisório", { exact: false }).waitFor();
    await page.getByRole("cell", { name: "Falta um valor" }).waitFor();
    await page.getByText("+55 11 91111-6543").waitFor();
    await page.locator(".bubble").getByText("pão quentinho às 17h. Padaria Sol").waitFor();

    await sure(page, "Lançar agora");
    await status(page, "Concluída");
    const outcomes = page.getByRole("list", { name: "Resultados" });
    await outcomes
      .getByRole("link", { name: /Entregue/ })
      .first()
      .waitFor();
    await expectEventually(() => figure("Responderam").innerText(), "0");
    await expectEventually(() => figure("Descadastros").innerText(), "0");
    const rows = page
      .getByRole("region", { name: "Mensagens não entregues, por motivo" })
      .locator("tbody tr");
    await rows.filter({ hasText: "Recusada pela operadora" }).waitFor();
    await rows.filter({ hasText: "Não pôde ser entregue" }).waitFor();
    await rows.filter({ hasText: "Falta um valor" }).waitFor();
    await page.getByText("R$ 0,").first().waitFor();

    await page.getByRole("link", { name: "Ver as mensagens" }).click();
    await page.getByText("6 de 6 mensagens").waitFor();
    const link = page.getByRole("link", { name: "Abrir campanha" });
    const chip = page.getByRole("button", { name: "Remover filtro: Campanha" });
    // The link is below the filters.
    expect((await link.boundingBox())!.y).toBeGreaterThan((await chip.boundingBox())!.y + 20);
    await link.click();
    await status(page, "Concluída");
  });

  it("schedules a campaign in local time, changes the time, and cancels the schedule", async () => {
    const made = await service.customer.campaign("Pão de domingo", offer, customers);
    const page = await signIn({ timezoneId: "America/Manaus" }, `/console/campaigns/${made.id}`);
    await page.getByText("America/Manaus, GMT-4").waitFor();
    const year = new Date().getUTCFullYear() + 1;
    await page.getByLabel("Lançar em").fill("2020-05-10T09:00");
    await page.getByRole("button", { name: "Agendar" }).click();
    await page.getByText("Este horário já passou.").waitFor();
    await page.getByLabel("Lançar em").fill(`${year}-05-10T09:00`);
    await page.getByRole("button", { name: "Agendar" }).click();
    await status(page, "Agendada");
    const seen = () => service.customer.get<Campaign>(`/v3/campaigns/${made.id}`);
    expect((await seen()).scheduled_at).toBe(`${year}-05-10T13:00:00Z`);
    await expectEventually(() => page.getByLabel("Lançar em").inputValue(), `${year}-05-10T09:00`);
    await page.getByLabel("Lançar em").fill(`${year}-05-11T10:30`);
    await page.getByRole("button", { name: "Alterar o horário" }).click();
    await page
      .getByText(`Será lançada automaticamente em 11/05/${year}, 10:30 (America/Manaus, GMT-4).`)
      .waitFor();
    await sure(page, "Cancelar o agendamento");
    await status(page, "Rascunho");
    expect(await seen()).toMatchObject({ status: "draft", scheduled_at: null });
  });

  it("stops and resumes a campaign, renames it, copies it and deletes it", async () => {
    const silent = await list("Em silêncio", { "+5511922220003": "Fábio" });
    const made = await service.customer.campaign("Pão de segunda", offer, silent);
    await service.customer.launch(made);
    const page = await signIn({}, `/console/campaigns/${made.id}`);
    await status(page, "Enviada, aguardando confirmações");
    expect(await page.getByRole("button", { name: "Parar" }).count()).toBe(0);
    await page.route(`**/v3/campaigns/${made.id}`, asPending);
    await status(page, "Em andamento");
    await sure(page, "Parar");
    await status(page, "Parada");
    await page.unroute(`**/v3/campaigns/${made.id}`);
    expect(await page.locator("h1 .tone-bad").count()).toBe(0);
    await page.locator("p.card:not(.refusal)", { hasText: "A campanha foi parada." }).waitFor();
    await page.locator("dt").getByText("Parada", { exact: true }).waitFor();
    await sure(page, "Retomar");
    await status(page, "Enviada, aguardando confirmações");
    await page.locator("dt").getByText("Último lançamento", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Editar" }).click();
    await page.getByRole("textbox", { name: "Nome" }).fill("Pão de sábado");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await page.getByText("Este nome já está em uso ou não pode ser alterado.").waitFor();
    service.problems.splice(0); // the browser logs the 409
    await page.getByRole("textbox", { name: "Nome" }).fill("Pão de terça");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await page.getByRole("heading", { name: "Pão de terça" }).waitFor();

    await page.getByRole("link", { name: "Duplicar" }).click();
    await page.getByRole("heading", { name: "Nova campanha" }).waitFor();
    await expectEventually(() => page.getByLabel("Nome").inputValue(), "Pão de terça (cópia)");
    await page.getByRole("button", { name: "Criar campanha" }).click();
    await page.getByRole("heading", { name: "Pão de terça (cópia) Rascunho" }).waitFor();
    await page.getByText("Oferta da semana").waitFor();
    await page.getByText("Em silêncio").waitFor();
    await sure(page, "Excluir");
    await page.waitForURL(/\/console\/campaigns$/);
    await page.getByRole("link", { name: "Pão de terça", exact: true }).waitFor();
    service.problems.splice(0); // the page may have requested the deleted campaign
    await expectEventually(() => page.getByText("(cópia)").count(), 0);
  });

  it("reports that the tags of a campaign launched during the edit cannot be changed", async () => {
    const silent = await list("Em silêncio total", { "+5511922220003": "Fábio" });
    const made = await service.customer.campaign("Pão com etiqueta", offer, silent);
    const page = await signIn({}, `/console/campaigns/${made.id}`);
    await page.getByRole("button", { name: "Editar" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Etiquetas").fill("urgente");
    await dialog.getByLabel("Etiquetas").press("Enter");
    await service.customer.launch(made);
    await status(page, "Enviada, aguardando confirmações");
    await dialog.getByRole("button", { name: "Salvar", exact: true }).click();
    await dialog.getByRole("button", { name: "Substituir pela minha versão" }).click();
    await dialog.getByText("as etiquetas não podem mais ser alteradas", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Remover a etiqueta urgente" }).click();
    await dialog.getByLabel("Etiquetas").waitFor({ state: "detached" });
    service.problems.splice(0); // the browser logs the error responses
  });

  it("filters campaigns by status in the page's address", async () => {
    const page = await signIn({}, "/console/campaigns");
    await page.getByLabel("Situação", { exact: true }).selectOption("Concluída");
    await page.waitForURL(/\?status=completed$/);
    await page.getByText("1 de 1 campanha").waitFor();
    await page.getByRole("link", { name: "Pão de sábado" }).waitFor();
    await page.getByRole("img", { name: /^Andamento: Pão de sábado: / }).waitFor();
    expect(await page.getByText(/ de 6 processadas/).count()).toBe(0);
    await page.getByRole("button", { name: "Remover filtro: Situação" }).click();
    await page.waitForURL(/\/console\/campaigns$/);
  });

  it("opens a campaign by a click on its row, and sorts campaigns by name", async () => {
    const page = await signIn({}, "/console/campaigns");
    await page.getByRole("button", { name: "Nome" }).click();
    await page.waitForURL(/\?sort=name$/);
    const names = page.locator("tbody .title a");
    const sorted = async () => {
      const texts = await names.allInnerTexts();
      return texts.join() === [...texts].sort((a, b) => a.localeCompare(b, "pt")).join();
    };
    await expectEventually(sorted, true);
    await page.locator("tbody tr", { hasText: "Pão de sábado" }).getByText("Não enviadas: 2").click();
    await page.getByRole("heading", { name: /^Pão de sábado Concluída/ }).waitFor();
  });

  it("offers the summary of a report only with all its figures", async () => {
    const page = await signIn({}, "/console/campaigns");
    await page.route("**/v3/usage?*", (route) => route.abort());
    await page.getByRole("link", { name: "Pão de sábado", exact: true }).click();
    await page.getByRole("link", { name: "Relatório" }).click();
    await page.getByRole("region", { name: "Resultado por canal" }).waitFor();
    await page.getByRole("region", { name: "Mensagens não entregues, por motivo" }).waitFor();
    const summary = page.getByRole("button", { name: "Baixar resumo (CSV)" });
    await page.locator("main").getByRole("alert").waitFor();
    expect(await summary.isDisabled()).toBe(true);
    await page.unroute("**/v3/usage?*");
    await page.getByRole("button", { name: "Tentar de novo" }).click();
    await expectEventually(() => summary.isEnabled(), true);
    service.problems.splice(0); // the browser logs the aborted requests
  });

  it("shows a report with channels and times, and downloads it as CSV for Excel in Portuguese", async () => {
    const page = await signIn({}, "/console/campaigns");
    await page.getByRole("link", { name: "Pão de sábado", exact: true }).click();
    await page.getByRole("link", { name: "Relatório" }).click();
    await page.getByRole("heading", { name: /^Relatório: Pão de sábado/ }).waitFor();
    const channels = page.getByRole("region", { name: "Resultado por canal" });
    await channels.getByRole("cell", { name: "SMS" }).waitFor();
    await channels.getByRole("columnheader", { name: "Não entregues" }).waitFor();
    expect((await channels.locator("tbody td").allInnerTexts()).join("|")).toMatch(/2 50%.*2 50%\|2$/);
    await page
      .getByText("2 de 4 mensagens com resultado final; bloqueadas, canceladas e com erro não contam.", {
        exact: true,
      })
      .waitFor();
    await page.getByText("Primeira mensagem").waitFor();
    await page
      .getByRole("region", { name: "Mensagens não entregues, por motivo" })
      .locator("tbody tr")
      .first()
      .waitFor();
    const blocked = page.getByRole("cell", { name: "Número bloqueado ou descadastrado" });
    await blocked.getByRole("link").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Baixar resumo (CSV)" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("relatorio-pao-de-sabado.csv");
    const text = readFileSync(await download.path(), "utf8");
    expect(text.startsWith("\ufeffIndicador;Valor;Percentual\r\n")).toBe(true);
    expect(text).toMatch(/\r\nÚltimo lançamento;\S+ [\d:]+ \S+/);
    expect(text).toContain("\r\nMensagens;6;\r\n");
    expect(text).toMatch(/\r\nCusto \(R\$\);0,\d+;\r\n/);
    expect(text).toContain(
      "\r\nBloqueada, com as de acompanhamento: Número bloqueado ou descadastrado;1;\r\n",
    );
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".shell > .sidebar").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Imprimir" }).isVisible()).toBe(false);
  });

  it("shows the reasons of failures when the block reasons do not load, and retries", async () => {
    const page = await signIn({}, "/console/campaigns");
    const ofBlocked = (url: URL) => url.pathname === "/v3/messages" && url.searchParams.has("block_reason");
    // The page does not repeat the requests by itself after a 404.
    await page.route(ofBlocked, (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "Pão de sábado", exact: true }).click();
    const card = page.locator("section.card", { hasText: "Mensagens não entregues, por motivo" });
    await card.getByRole("alert").waitFor();
    const rows = card.locator("tbody tr");
    await rows.filter({ hasText: "Falta um valor" }).waitFor();
    await page.unroute(ofBlocked);
    await card.getByRole("button", { name: "Tentar de novo" }).click();
    await rows.filter({ hasText: "Número bloqueado ou descadastrado" }).click();
    service.problems.splice(0); // the browser logs the error responses
    await page.waitForURL(/\/console\/messages\?campaign=[^&]+&status=blocked&block=suppressed$/);
    await page.getByText("1 de 1 mensagem").waitFor();
  });

  it("shows failed follow-ups, and links the campaign's outcomes to lists without them", async () => {
    const lacking = await service.customer.template("Vale da semana", "Seu vale: {{ vale }}");
    const first = await service.customer.template("Aviso com vale", "O vale vem logo", {
      follow_ups: [{ on: ["delivered"], after_seconds: 0, template_id: lacking.id }],
    });
    const people = await list("Com vale", { "+5511944441111": "Gabi", "+5511944442222": "Hugo" });
    const made = await service.customer.campaign("Pão com vale", first, people);
    await service.customer.launch(made);
    const page = await signIn({}, `/console/campaigns/${made.id}/report`);
    const rows = page
      .getByRole("region", { name: "Mensagens não entregues, por motivo" })
      .locator("tbody tr");
    await rows.filter({ hasText: "Falta um valor" }).waitFor();
    const outcomes = page.getByRole("list", { name: "Resultados" });
    await outcomes.getByRole("link", { name: /^Entregue 2/ }).click();
    await page.getByText("2 de 2 mensagens").waitFor();
    await page.getByRole("button", { name: "Remover filtro: Modelo" }).waitFor();
  });

  it("reports deleted messages, and updates the tables of a completed campaign", async () => {
    const page = await signIn({}, "/console/campaigns");
    await page.clock.install();
    const ofMessages = (url: URL) => url.pathname === "/v3/messages";
    const purged = (route: Route) =>
      route.fulfill({ json: { data: [], pagination: { limit: 1, offset: 0, total: 0, has_more: false } } });
    await page.route(ofMessages, purged);
    await page.getByRole("link", { name: "Pão de sábado", exact: true }).click();
    await page.getByRole("link", { name: "Relatório" }).click();
    await page.getByText("Mensagens antigas foram excluídas.", { exact: false }).waitFor();
    expect(await page.getByText("Primeira mensagem criada").count()).toBe(0);
    const tables = ["Resultado por canal", "Mensagens não entregues, por motivo"].map((name) =>
      page.getByRole("region", { name }),
    );
    for (const table of tables) expect(await table.count()).toBe(0);
    await page.unroute(ofMessages, purged);
    await page.clock.runFor(15_000);
    for (const table of tables) await table.locator("tbody tr").first().waitFor();
  });

  it("sends a test with entered values, links to the message, and remembers the number", async () => {
    const made = await service.customer.campaign("Pão de teste", offer, customers);
    const page = await signIn({}, `/console/campaigns/${made.id}`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Enviar teste" }).click();
    await dialog.getByText("Informe um número para ver o custo.").waitFor();
    await dialog.getByLabel("Seu número").fill("123");
    await dialog.getByText("Um campo é inválido.").waitFor();
    expect(await dialog.getByRole("status").innerText()).toBe("");
    service.problems.splice(0); // the browser logs the error response
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("button", { name: "Enviar teste" }).click();
    await dialog.getByLabel("Seu número").fill("(11) 98888-7777");
    await dialog.getByText("Falta um valor").waitFor();
    expect(await dialog.getByRole("button", { name: "Enviar teste" }).isDisabled()).toBe(true);
    await dialog.getByLabel("primeiro").fill("Gil");
    await dialog.getByText(/Custa R\$/).waitFor();
    await dialog.getByText("Este preço é provisório", { exact: false }).waitFor();
    await dialog.locator(".bubble").getByText("Oi Gil, pão quentinho").waitFor();
    await dialog.getByRole("button", { name: "Enviar teste" }).click();
    // The page shows the links for six seconds, or while one has the focus.
    await page.getByRole("link", { name: "Ver mensagem" }).focus();
    await page.getByText("Teste enviado para +55 11 98888-7777.").waitFor();
    const phone = await page.getByRole("link", { name: "Abrir telefone de teste" }).getAttribute("href");
    expect(phone).toBe("/console/phone?number=%2B5511988887777");
    await page.getByRole("link", { name: "Ver mensagem" }).click();
    await page.waitForURL(/\/console\/messages\//);
    await page.locator(".bubble").getByText("Oi Gil, pão quentinho").waitFor();
    await page.goto(`${service.baseUrl}/console/templates/${offer.id}`);
    await page.getByRole("button", { name: "Enviar teste" }).click();
    await expectEventually(() => dialog.getByLabel("Seu número").inputValue(), "(11) 98888-7777");
  });

  it("keeps the input while the service is unreachable", async () => {
    const page = await signIn({}, `/console/campaigns/new?template=${offer.id}&list=${customers.id}`);
    await page.getByLabel("Nome").fill("Pão de quarta");
    await page.route("**/v3/campaigns", (route) => route.abort());
    await page.getByRole("button", { name: "Criar campanha" }).click();
    await page.getByText("O serviço não respondeu. O que você preencheu continua aqui").waitFor();
    await page.unroute("**/v3/campaigns");
    await page.getByRole("button", { name: "Criar campanha" }).click();
    await page.getByRole("heading", { name: "Pão de quarta Rascunho" }).waitFor();
    service.problems.splice(0); // the browser notes what was aborted
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const people = await list(HOSTILE, { "+5511933330002": HOSTILE });
    const made = await service.customer.campaign(
      HOSTILE,
      await service.customer.template(HOSTILE, `${HOSTILE} {{ primeiro }}`),
      people,
    );
    const page = await signIn({}, "/console/campaigns");
    await page.getByRole("link", { name: HOSTILE }).click();
    await page.locator(".bubble").getByText(HOSTILE).first().waitFor();
    await sure(page, "Lançar agora");
    await page.getByRole("link", { name: "Ver as mensagens" }).click();
    await page.locator(".filter").getByText(HOSTILE).first().waitFor();
    await page.goto(
      `${service.baseUrl}/console/campaigns/new?template=${made.id}&name=${encodeURIComponent(HOSTILE)}`,
    );
    await page.getByRole("button", { name: "Criar campanha" }).waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("hides actions for which the key lacks a scope", async () => {
    const made = await service.customer.campaign("Pão de quinta", offer, customers);
    const page = await signIn({}, `/console/campaigns/${made.id}`, {
      name: "Só leitura",
      scopes: ["campaigns:read", "templates:read"],
    });
    await page.getByText("a chave precisa de permissão para ler contatos e enviar").waitFor();
    const copies = page.getByRole("button", { name: "Copiar: ID" });
    await copies.waitFor();
    expect(await page.locator("main").getByRole("button").count()).toBe(1);
    await expectEventually(() => page.getByRole("link", { name: "Duplicar" }).count(), 0);
  });

  const open = async (page: Page, name: string) => {
    await page.locator("tbody tr").first().waitFor();
    await page.getByRole("link", { name }).click();
  };
  const openDraft = async (page: Page) => {
    await open(page, "Pão de domingo");
    await page.locator(".bubble").waitFor();
  };
  const openCompleted = (page: Page) => open(page, "Pão de sábado");
  const reasons = (page: Page) => page.getByRole("region", { name: "Mensagens não entregues, por motivo" });

  testViews(signIn, {
    campaigns: ["/console/campaigns", (page) => page.locator("tbody tr").first().waitFor()],
    "new-campaign": [
      "/console/campaigns",
      async (page) => {
        await open(page, "Nova campanha");
        await page.getByLabel("Modelo").selectOption({ label: "Oferta da semana (SMS)" });
      },
    ],
    draft: ["/console/campaigns", openDraft],
    test: [
      "/console/campaigns",
      async (page) => {
        await openDraft(page);
        await page.getByRole("button", { name: "Enviar teste" }).click();
      },
    ],
    completed: [
      "/console/campaigns",
      async (page) => {
        await openCompleted(page);
        await reasons(page).waitFor();
      },
    ],
    report: [
      "/console/campaigns",
      async (page) => {
        await openCompleted(page);
        await page.getByRole("link", { name: "Relatório" }).click();
        await page.getByRole("region", { name: "Resultado por canal" }).waitFor();
        await reasons(page).waitFor();
      },
    ],
  });
});
