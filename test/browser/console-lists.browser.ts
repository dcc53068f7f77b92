import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { temporaryFolder } from "../support/temporary-folder";
import {
  CHECKED,
  checkViews,
  expectEventually,
  holdNextRead,
  holdRequests,
  HOSTILE,
  signedInto,
  testViews,
} from "./console";
import { workbook } from "../support/workbook";
import { freshNumber, stage, written } from "./stage";

const service = stage();
const signIn = signedInto(service);

describe("the console's lists", () => {
  const folder = temporaryFolder("console");
  let listId = "";
  let blackId = "";

  /** Writes a file as spreadsheets do: Windows-1252 and semicolons. */
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.from(text, "latin1"));
    return path;
  };
  const table = (name: string) =>
    file(
      name,
      `telefone;nome;cidade\n${freshNumber()};João;São Paulo\n(21) 99876-1111;Bia;Niterói\n123;Rui;Natal\n`,
    );
  const choose = (page: Page, path: string) =>
    page.getByLabel("Escolher um arquivo CSV ou Excel").setInputFiles(path);
  const imported = async (page: Page) => {
    await page.getByRole("button", { name: /^Importar para/ }).click();
    await page.getByText("Concluída").first().waitFor();
  };

  beforeAll(async () => {
    const { customer } = service;
    const people = () => ["Ana", HOSTILE].map((name) => ({ phone: freshNumber(), name }));
    listId = (await customer.list("Clientes", people())).id;
    const blocks = { type: "blacklist", channels: ["sms", "voice"] };
    blackId = (await customer.list("Não perturbe", people(), blocks)).id;
  });

  it("creates a list, renames it, filters by type and deletes it", async () => {
    const page = await signIn({}, "/console/lists");
    await page.getByRole("link", { name: "Nova lista" }).click();
    await page.getByRole("heading", { name: "Nova lista" }).waitFor();
    await page.getByLabel("Nome").fill("clientes");
    await page.getByRole("button", { name: "Criar lista" }).click();
    await page.getByText("Outra lista tem este nome.").waitFor();
    service.problems.splice(0); // the browser logs the error response
    await page.getByLabel("Nome").fill("Bloqueados");
    await page.getByLabel("De bloqueio").check();
    await page.getByLabel("Voz").uncheck();
    await page.getByRole("button", { name: "Criar lista" }).click();
    await page.getByText("Bloqueia SMS e RCS").waitFor();
    await page.getByText("Os contatos desta lista não recebem nada por SMS e RCS.").waitFor();
    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByLabel("Nome", { exact: true }).fill("Bloqueados por nós");
    await page.getByLabel("RCS").uncheck();
    await page.getByLabel("Transacional").uncheck();
    await page.getByLabel("Código de uso único").uncheck();
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("heading", { name: "Bloqueados por nós" }).waitFor();
    await page.getByText("Bloqueia SMS (só para: Marketing)", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Excluir" }).click();
    await page.getByText("Os contatos dela deixarão de ser bloqueados por ela.").waitFor();
    // The page shows for six seconds that the list was deleted.
    await Promise.all([
      page.getByRole("heading", { name: "Listas" }).waitFor(),
      page.getByText("A lista Bloqueados por nós foi excluída.").waitFor(),
      page.getByRole("dialog").getByRole("button", { name: "Excluir lista" }).click(),
    ]);
    service.problems.splice(0); // the page may have requested the imports of the deleted list
    await page.getByLabel("Tipo", { exact: true }).selectOption("De bloqueio");
    await page.waitForURL(/type=blacklist/);
    await page.locator("tbody tr").nth(1).waitFor();
    await expectEventually(() => page.locator("tbody tr").count(), 2);
    await page.locator("tbody").getByText("Descadastros (SMS, RCS e Voz)").waitFor();
    await page.locator("tbody").getByRole("link", { name: "Recado" }).click();
    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByText("Esta é a lista de descadastro.").waitFor();
    const recorded = page.getByText("A entrada é registrada como descadastro");
    await recorded.waitFor();
    await choose(page, table("descadastros.csv"));
    await expectEventually(() => recorded.count(), 2);
    await expectEventually(() => page.getByRole("button", { name: "Excluir" }).count(), 0);
  });

  it("adds a contact by number and removes it", async () => {
    const number = freshNumber();
    const page = await signIn({}, `/console/lists/${listId}`);
    const add = page.getByLabel("Adicionar um número");
    await add.fill("12");
    await add.press("Enter");
    await page.getByText("Este número não pode receber mensagens.").waitFor();
    service.problems.splice(0);
    await add.fill(number);
    await add.press("Enter");
    await page.getByText(`${written(number)} está na lista.`).waitFor();
    await page.getByText("· 3 contatos").waitFor();
    await page.getByLabel("Nome ou número").fill(number.slice(-6));
    await page.getByText("1 de 1 contato").waitFor();
    await page.getByRole("cell", { name: "Manualmente ou por API" }).waitFor();
    await page.getByRole("button", { name: `Remover ${written(number)} da lista` }).click();
    await page.getByRole("button", { name: "Desfazer" }).focus(); // keeps the toast open
    await page.getByText("Nenhum contato corresponde aos filtros.").waitFor();
    await page.getByText("· 2 contatos").waitFor();
    await page.getByRole("button", { name: "Desfazer" }).click();
    await page.getByText("· 3 contatos").waitFor();
    await page.getByRole("checkbox", { name: `Selecionar ${written(number)}` }).check();
    await page.getByRole("button", { name: "Remover da lista", exact: true }).click();
    await page.getByText("1 contato removido da lista Clientes.").waitFor();
    await page.getByText("· 2 contatos").waitFor();
  });

  it("filters the members by a variable", async () => {
    const people = ["Sé", "Luz", "Luz"].map((loja) => ({ phone: freshNumber(), attributes: { loja } }));
    const { id } = await service.customer.list("Por loja", people);
    const page = await signIn({}, `/console/lists/${id}`);
    await page.getByText("3 de 3 contatos").waitFor();
    await page.getByRole("button", { name: "Variável" }).click();
    await page.getByLabel("Variável", { exact: true }).selectOption("loja");
    await page.getByLabel("Valor").fill("Luz");
    await page.getByRole("button", { name: "Filtrar" }).click();
    await page.getByText("2 de 2 contatos").waitFor();
    expect(new URL(page.url()).searchParams.get("attribute")).toBe("loja=Luz");
    await page.getByRole("button", { name: "Remover filtro: Variável" }).click();
    await page.getByText("3 de 3 contatos").waitFor();
  });

  it("confirms the removal of selected contacts from a suppression list", async () => {
    const number = freshNumber();
    await service.customer.post(`/v3/contact-lists/${blackId}/contacts`, { phone: number });
    const page = await signIn({}, `/console/lists/${blackId}`);
    await page.getByText("· 3 contatos").waitFor();
    await page.getByRole("checkbox", { name: `Selecionar ${written(number)}` }).check();
    await page.getByRole("button", { name: "Remover da lista", exact: true }).click();
    await page.getByText("A lista Não perturbe deixará de bloquear a seleção (1 contato).").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Remover da lista" }).click();
    await page.getByText("· 2 contatos").waitFor();
  });

  it("counts the campaigns of each list", async () => {
    const { customer } = service;
    await customer.campaign(
      "Natal",
      await customer.template("Oi", "Olá"),
      await customer.list("Com campanha"),
    );
    const page = await signIn({}, "/console/lists");
    const row = page.locator("tbody tr", { hasText: "Com campanha" });
    await expectEventually(() => row.locator("[data-name=Campanhas]").innerText(), "1");
  });

  it("previews a file, uploads and imports it, and offers the rejected rows", async () => {
    const page = await signIn({}, `/console/lists/${listId}`);
    await choose(page, table("clientes.csv"));
    const use = (column: string) => page.getByLabel(`Uso da coluna ${column}`, { exact: true });
    await expectEventually(() => use("telefone").inputValue(), "phone");
    await expectEventually(() => use("nome").inputValue(), "name");
    await expectEventually(() => page.getByLabel("Variável da coluna cidade").inputValue(), "cidade");
    await page.getByText("cidade: São Paulo").waitFor();
    await page.getByText("telefone não é um número de telefone válido.").waitFor();
    await page.getByText("2 pessoas serão importadas, 1 linha recusada.").waitFor();
    await imported(page);
    await page.getByText("Linhas: 3 de 3 · Criados: 2 · Atualizados: 0 · Recusados: 1").waitFor();
    await page.locator("tbody").getByText("João").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Baixar linhas recusadas" }).click(),
    ]);
    const rejected = readFileSync(await download.path(), "utf8");
    expect(rejected).toContain("linha;motivo;telefone");
    expect(rejected).toContain("telefone não é um número de telefone válido.;123;Rui;Natal");
    await page.reload();
    await page.getByText("Linhas: 3 de 3 · Criados: 2 · Atualizados: 0 · Recusados: 1").waitFor();
  });

  it("shows the outcome of each row within the width of the page, and imports no file without people", async () => {
    const { id } = await service.customer.list("Trocadas");
    const page = await signIn(
      { ...CHECKED, viewport: { width: 1_280, height: 900 } },
      `/console/lists/${id}`,
    );
    const number = freshNumber();
    const long = "Rua das Laranjeiras, 123, apartamento 45, bloco B, perto da padaria";
    const rows = `telefone;nome;endereço;obs\n${number};Ana;${long};${long}\n${number};Bia;${long};${long}\n;;;\n1;Rui;${long};${long}\n`;
    await choose(page, file("repetidas.csv", rows));
    await page.getByText("1 pessoa será importada, 1 linha recusada.").waitFor();
    await page.getByText("Repete a linha 2 e a substitui").waitFor();
    const preview = page.getByRole("table").filter({ hasText: "Resultado" });
    const isVisible = (box: { x: number; width: number } | null) =>
      box !== null && box.x + box.width <= 1_280;
    expect(isVisible(await preview.getByRole("columnheader", { name: "Resultado" }).boundingBox())).toBe(
      true,
    );
    await checkViews(page, "list-repeated");
    await choose(page, file("trocadas.csv", `telefone;nome\nAna;${number}\n`));
    await page.getByText("Os números parecem estar na coluna nome.").waitFor();
    const start = page.getByRole("button", { name: /^Importar para/ });
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel("Uso da coluna nome", { exact: true }).selectOption("número");
    await expectEventually(() => start.isDisabled(), false);
    expect(await page.getByText("Os números parecem estar").count()).toBe(0);
    await choose(page, file("sem-numeros.csv", "telefone;nome\n123;Ana\n"));
    await page.getByText("Nenhuma linha pode ser importada.").waitFor();
    expect(await start.isDisabled()).toBe(true);
  });

  it("imports a file whose columns the user assigns", async () => {
    const { id } = await service.customer.list("Com data");
    const number = freshNumber();
    const page = await signIn({}, `/console/lists/${id}`);
    await choose(
      page,
      file(
        "datas.csv",
        `Quem;Fone fixo;Contato;Data de Nascimento;Obs\nAna;1130000000;${number};17/05/1990;x\n`,
      ),
    );
    const use = (column: string) => page.getByLabel(`Uso da coluna ${column}`, { exact: true });
    const start = page.getByRole("button", { name: /^Importar para/ });
    await page.getByText("Nenhuma coluna tem o número.", { exact: false }).waitFor();
    await expectEventually(() => start.isDisabled(), true);
    await use("Contato").selectOption("número");
    await use("Quem").selectOption("nome");
    await use("Obs").selectOption("ignorar");
    const made = page.getByLabel("Variável da coluna Data de Nascimento");
    await expectEventually(() => made.inputValue(), "data_de_nascimento");
    await made.fill("não");
    await page.getByText("“não” não pode ser o nome de uma variável", { exact: false }).waitFor();
    await made.fill("nascimento");
    await page.getByText("fone_fixo: 1130000000 · nascimento: 17/05/1990").waitFor();
    await imported(page);
    const members = await service.customer.get<{ data: object[] }>(`/v3/contact-lists/${id}/contacts`);
    expect(members.data).toMatchObject([
      { phone: number, name: "Ana", attributes: { fone_fixo: "1130000000", nascimento: "17/05/1990" } },
    ]);
  });

  it("warns that the variables of a file replace all variables of contacts that exist", async () => {
    const page = await signIn({}, `/console/lists/${listId}`);
    await choose(page, file("cidade.csv", `Celular;Cidade\n${freshNumber().slice(1)};Recife\n`));
    const warning = page.getByText(
      "As variáveis do arquivo substituem todas as variáveis dos contatos que já existem.",
    );
    await warning.waitFor();
    await page.getByLabel("Uso da coluna Cidade").selectOption("ignorar");
    await expectEventually(() => warning.count(), 0);
  });

  it("imports the chosen sheet of an Excel workbook", async () => {
    const { id } = await service.customer.list("Do Excel");
    const number = freshNumber();
    const path = join(folder, "clientes.xlsx");
    const rows = [
      ["Celular", "Cliente", "Vencimento"],
      [Number(number.slice(1)), "João", new Date(Date.UTC(2026, 10, 30))],
    ];
    writeFileSync(path, workbook({ Resumo: [["Total"], [1]], Clientes: rows }));
    const page = await signIn({}, `/console/lists/${id}`);
    await choose(page, path);
    await page.getByText("Nenhuma coluna tem o número.", { exact: false }).waitFor();
    await page.getByLabel("Planilha").selectOption("Clientes");
    await page.getByText("Vencimento: 30/11/2026").waitFor();
    await imported(page);
    const members = await service.customer.get<{ data: object[] }>(`/v3/contact-lists/${id}/contacts`);
    expect(members.data).toMatchObject([
      { phone: number, name: "João", attributes: { Vencimento: "30/11/2026" } },
    ]);
  });

  it("shows the file that was chosen last, even if an earlier one takes longer to read", async () => {
    const page = await signIn({}, `/console/lists/${listId}`);
    await page.locator(".drop").waitFor();
    await holdNextRead(page);
    await choose(page, table("lenta.csv"));
    await choose(page, table("rapida.csv"));
    const name = page.locator(".chosen strong").first();
    await name.getByText("rapida.csv").waitFor();
    await page.evaluate("release()");
    await expectEventually(() => page.evaluate<number>("reads"), 6); // three reads of each file
    expect(await name.textContent()).toBe("rapida.csv");
  });

  it("does not import the previous sheet while another one is read", async () => {
    const path = join(folder, "planilhas.xlsx");
    const sheet = () => [["Celular"], [Number(freshNumber().slice(1))]];
    writeFileSync(path, workbook({ Janeiro: sheet(), Fevereiro: sheet() }));
    const page = await signIn({}, `/console/lists/${listId}`);
    const start = page.getByRole("button", { name: /^Importar para/ });
    await choose(page, path);
    await expectEventually(() => start.isEnabled(), true);
    await holdNextRead(page);
    await page.getByLabel("Planilha").selectOption("Fevereiro");
    await expectEventually(() => start.isEnabled(), false);
    await page.evaluate("release()");
    await expectEventually(() => start.isEnabled(), true);
    expect(await page.getByLabel("Planilha").inputValue()).toBe("1");
  });

  it("hides the error of the previous sheet while another one is read", async () => {
    const path = join(folder, "vazia.xlsx");
    const rows = [["Celular"], [Number(freshNumber().slice(1))]];
    writeFileSync(path, workbook({ Vazia: [['"']], Clientes: rows })); // a row of quotes counts as blank
    const page = await signIn({}, `/console/lists/${listId}`);
    const fault = page.locator(".chosen").getByRole("alert");
    await choose(page, path);
    await fault.getByText("A planilha está vazia.").waitFor();
    await holdNextRead(page);
    await page.getByLabel("Planilha").selectOption("Clientes");
    await expectEventually(() => fault.count(), 0);
    await page.evaluate("release()");
    const start = page.getByRole("button", { name: /^Importar para/ });
    await expectEventually(() => start.isEnabled(), true);
  });

  it("fixes the use of the columns during the upload, and then focuses the choice of a file", async () => {
    const page = await signIn({}, `/console/lists/${listId}`);
    await choose(page, file("fixa.csv", `Celular;Cidade\n${freshNumber().slice(1)};Recife\n`));
    const use = page.getByLabel("Uso da coluna Cidade");
    await expectEventually(() => use.isEnabled(), true);
    const release = await holdRequests(page, "POST", "**/files");
    await page.getByRole("button", { name: /^Importar para/ }).click();
    await expectEventually(() => use.isDisabled(), true);
    release();
    await expectEventually(() => page.locator(".chosen").count(), 0);
    const input = page.getByLabel("Escolher um arquivo CSV ou Excel");
    await expectEventually(() => input.evaluate((own) => own === document.activeElement), true);
  });

  it("explains why a file cannot be imported before uploading it", async () => {
    const page = await signIn({}, `/console/lists/${listId}`);
    const start = page.getByRole("button", { name: /^Importar para/ });
    await choose(page, file("sem.csv", "nome;cidade\nAna;Recife\n"));
    await page.getByText("Nenhuma coluna tem o número.", { exact: false }).waitFor();
    await expectEventually(() => start.isDisabled(), true);
    await choose(page, file("vazio.csv", ""));
    await page.getByText("O arquivo está vazio.").waitFor();
    await choose(page, file("pessoas.csv", `Ana;${freshNumber()}\nBia;${freshNumber()}\n`));
    await page.getByText("A primeira linha parece ser um contato", { exact: false }).waitFor();
    await choose(page, file("binario.csv", "PK\x03\x04\0\0"));
    await page.getByText("Não foi possível ler esta pasta de trabalho do Excel.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await expectEventually(() => start.count(), 0);
  });

  it("imports a dropped file, and retries after a lost connection without a second upload", async () => {
    const { id } = await service.customer.list("Largados");
    const page = await signIn({}, `/console/lists/${id}`);
    await page.locator(".drop").waitFor();
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "solto.csv"));
      return data;
    }, `phone\n${freshNumber()}\n`);
    await page.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
    await page.getByText("solto.csv").waitFor();
    let uploads = 0;
    page.on("request", (request) => {
      if (request.method() === "PUT") uploads++;
    });
    await page.route("**/imports", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.getByRole("button", { name: /^Importar para/ }).click();
    await page.locator(".chosen").getByText("O serviço não respondeu.").waitFor();
    await page.unroute("**/imports");
    service.problems.splice(0); // the browser logs the aborted request
    await page.getByRole("button", { name: /^Importar para/ }).click();
    await page.getByText("Linhas: 1 de 1 · Criados: 1 · Atualizados: 0 · Recusados: 0").waitFor();
    expect(uploads).toBe(1);
  });

  it("shows the progress of an import and cancels it", async () => {
    const { id } = await service.customer.list("Muitos");
    const rows = Array.from({ length: 400_000 }, (_, index) => `1197${String(1_000_000 + index)}`);
    const page = await signIn({}, `/console/lists/${id}`);
    await choose(page, file("muitos.csv", `telefone\n${rows.join("\n")}\n`));
    await page.getByText("As demais linhas são verificadas durante a importação.").waitFor();
    await page.getByRole("button", { name: /^Importar para/ }).click();
    await page.getByRole("progressbar", { name: "Importando" }).waitFor();
    await page.getByText(/de 400.000 ·/).waitFor();
    await page.getByRole("button", { name: "Cancelar a importação" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancelar a importação" }).click();
    await page.getByText("Cancelada").waitFor();
    await page.getByRole("progressbar", { name: "Importando" }).waitFor({ state: "detached" });
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const page = await signIn({}, `/console/lists/${blackId}`);
    await page.locator("tbody").getByText(HOSTILE).waitFor();
    await choose(page, file(`hostil.csv`, `phone;name;x\n${freshNumber()};${HOSTILE};${HOSTILE}\n`));
    await page.locator(".chosen").getByText(HOSTILE).first().waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  const list = () => `/console/lists/${listId}`;
  const row = (page: Page) => page.locator("tbody tr").first().waitFor();

  testViews(signIn, {
    lists: ["/console/lists", row],
    list: [list, row],
    "list-file": [
      list,
      async (page) => {
        await row(page);
        await choose(page, table("olhar.csv"));
        await page.getByText("2 pessoas serão importadas, 1 linha recusada.").waitFor();
      },
    ],
    "list-blocks": [
      () => `/console/lists/${blackId}?edit=1`,
      async (page) => {
        await row(page);
        await page.getByLabel("Voz").waitFor();
      },
    ],
    "list-delete": [
      list,
      async (page) => {
        await row(page);
        await page.getByRole("button", { name: "Excluir", exact: true }).click();
        await page.getByRole("dialog").waitFor();
      },
    ],
    "list-new": ["/console/lists/new", (page) => page.getByLabel("De bloqueio").check()],
  });
});
