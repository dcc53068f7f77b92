import type { Page } from "playwright-core";
import { chooseLanguage, expectEventually, holdNextRead, HOSTILE, signedInto, testViews } from "./console";
import { freshNumber, stage, written } from "./stage";

const UNKNOWN_ID = "01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47";

const service = stage();
const signIn = signedInto(service);

interface Messages {
  data: { to: string; content: { text: string } | null }[];
  pagination: { total: number };
}
const messages = () => service.customer.get<Messages>("/v3/messages?limit=1000");
const write = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const ready = (page: Page) => page.getByRole("region", { name: "Antes de enviar" });
const send = (page: Page) => ready(page).getByRole("button", { name: "Enviar" });
const LOST = /Não se sabe se as mensagens foram enviadas/;
const UNKNOWN = /Não se sabe se um envio anterior foi feito/;
const openOptions = (page: Page) => page.getByText("Mais opções").click();
const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Enviar" });

/** Adds a contact to a blacklist for SMS. */
async function block(phone: string): Promise<void> {
  const { customer } = service;
  const blacklist = { name: `Bloqueio ${phone}`, type: "blacklist", channels: ["sms"] };
  const { id } = await customer.post<{ id: string }>("/v3/contact-lists", blacklist);
  await customer.post(`/v3/contact-lists/${id}/contacts`, { phone, name: "Quieta" });
}

describe("sending from the console", () => {
  it("previews each message, excludes blocked people, confirms, sends, and shows the statuses", async () => {
    const [first, second, blocked] = [freshNumber(), freshNumber(), freshNumber()];
    await block(blocked);
    const page = await signIn({}, "/console");
    await page.getByRole("link", { name: "Enviar", exact: true }).click();
    await write(
      page,
      "Números",
      `telefone;nome;pedido\n${first};Ana;17\n${second};Zé;18\n${second};Zé;18\n123;Ninguém;19\n${blocked};Quieta;20`,
    );
    await page.getByText("3 pessoas. Colunas: nome, pedido.").waitFor();
    await page.getByText(`Linha 4: ${second} já está na linha 3. Recebe uma só mensagem.`).waitFor();
    await page.getByText("Linha 5: “123” não é um telefone. Foi ignorada.").waitFor();

    const text = page.getByLabel("Texto", { exact: true });
    await text.fill("Oi ");
    await text.pressSequentially("{{no");
    await page.getByRole("option", { name: "nome" }).waitFor();
    await text.press("Enter");
    await text.pressSequentially(", seu pedido {{ pe");
    await text.press("Tab");
    await expectEventually(() => text.inputValue(), "Oi {{ nome }}, seu pedido {{ pedido }}");
    await text.pressSequentially(" não saiu");
    await page.getByText("Fora do alfabeto do SMS: ã").waitFor();

    await page.locator(".phone-frame").getByText("Oi Ana, seu pedido 17 não saiu").waitFor();
    await page.getByRole("button", { name: "Próxima" }).click();
    await page.locator(".phone-frame").getByText("Oi Zé, seu pedido 18 não saiu").waitFor();
    await page.getByText("1 segmento · UCS-2").waitFor();
    await ready(page).getByText("Número bloqueado ou descadastrado").waitFor();
    await ready(page).getByText("linha 6").waitFor();

    await ready(page).getByText("Ambiente de testes: nada é enviado de verdade.").waitFor();
    await send(page).click();
    await page.getByText("Enviar 2 mensagens agora?").waitFor();
    await page.getByText("1 pessoa fica de fora, pelos motivos acima.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click();
    expect((await messages()).pagination.total).toBe(0);
    await send(page).click();
    await confirm(page).click();
    await page.getByRole("heading", { name: "2 mensagens aceitas" }).waitFor();
    const title = page.getByRole("heading", { level: 1 });
    await expectEventually(() => title.evaluate((own) => own === document.activeElement), true);
    await page.locator(".tally").getByText("Entregue").waitFor();
    await page.getByText("Ambiente de testes: nada é enviado de verdade.").waitFor();
    expect((await messages()).data.map(({ to }) => to).sort()).toEqual([first, second].sort());

    await page.getByRole("link", { name: written(first) }).click();
    await page.locator(".bubble").getByText("Oi Ana, seu pedido 17 não saiu").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "2 mensagens aceitas" }).waitFor();
    await page.getByText("Ambiente de testes: nada é enviado de verdade.").waitFor(); // moves the link
    await page.getByRole("link", { name: "Enviar outra mensagem" }).click();
    await expectEventually(() => page.getByLabel("Números").inputValue(), "");
  });

  it("sends an SMS in the SMS alphabet, and shows the segments that it saves", async () => {
    const number = freshNumber();
    const page = await signIn({}, "/console/send");
    await write(page, "Números", `telefone;nome\n${number};João`);
    await write(page, "Texto", `Olá {{ nome }}, a padaria não abre hoje. ${"Até amanhã! ".repeat(3)}`);
    await page.getByText("2 segmentos · UCS-2", { exact: false }).waitFor();
    await openOptions(page);
    await page.getByLabel("Só caracteres do alfabeto do SMS").check();
    await page
      .locator(".phone-frame")
      .getByText("Ola Joao, a padaria nao abre hoje.", { exact: false })
      .waitFor();
    await page.getByText(/1 segmento · GSM-7 · .* · 1 em vez de 2 segmentos\./).waitFor();
    await send(page).click();
    await confirm(page).click();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
    const { data } = await messages();
    expect(data.find(({ to }) => to === number)?.content).toMatchObject({
      text: expect.stringMatching(/^Ola Joao, a padaria nao abre hoje\. Até amanha!/),
    });
  });

  it("names a placeholder price until the operator sets the price", async () => {
    const page = await signIn({}, "/console/send");
    await write(page, "Números", freshNumber());
    await write(page, "Texto", "Quanto custa?");
    const hint = ready(page).getByText("Este preço é provisório", { exact: false });
    await hint.waitFor();
    await service.operator("accounts", "set", "default", "--price", "sms=80000");
    await page.reload();
    await ready(page).getByText("R$", { exact: false }).first().waitFor();
    await page.getByLabel("Canal").selectOption("rcs");
    await hint.waitFor();
    await page.getByLabel("Canal").selectOption("sms");
    await hint.waitFor({ state: "detached" });
    await ready(page).getByText("R$", { exact: false }).first().waitFor();
    expect(await hint.count()).toBe(0);
  });

  /** Sends a message that the service receives, and returns the page, which gets no response. */
  const sentWithoutResponse = async (number: string) => {
    const page = await signIn({}, "/console/send");
    await write(page, "Números", number);
    await write(page, "Texto", "Uma vez só");
    await send(page).click();
    await page.route("**/v3/messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await confirm(page).click();
    await page.getByRole("dialog").getByText(LOST).waitFor();
    return page;
  };

  it("does not send twice when the response is lost", async () => {
    const number = freshNumber();
    const page = await sentWithoutResponse(number);
    const sent = async () => (await messages()).data.filter(({ to }) => to === number).length;
    await expectEventually(() => sent(), 1);
    await page.unroute("**/v3/messages");
    await confirm(page).click();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
    await expectEventually(() => sent(), 1);
    service.problems.splice(0); // the browser logs the aborted request
  });

  it("does not send twice when the response is lost and the page is reloaded", async () => {
    const number = freshNumber();
    const page = await sentWithoutResponse(number);
    await page.unroute("**/v3/messages");
    const { id: accountId } = await service.customer.get<{ id: string }>("/v3/account");
    const items = () => page.evaluate(() => Object.entries(sessionStorage).map((item) => item.join(" ")));
    const stored = (await items()).filter((item) => item.includes(`${accountId} unsettled send `));
    expect(stored.map((item) => item.split(number).length - 1)).toEqual([1]);
    await block(number);
    await page.reload();
    await ready(page).getByText(LOST).waitFor();
    const figures = await ready(page).locator(".figures, details").allInnerTexts();
    expect(figures).toEqual([expect.stringMatching(/^Mensagens\s+1$/i)]);
    await send(page).click();
    await page.getByText("Enviar 1 mensagem agora?").waitFor();
    await expectEventually(() => page.getByText(LOST).count(), 1);
    await confirm(page).click();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
    expect((await messages()).data.filter(({ to }) => to === number)).toHaveLength(1);
    expect(await items()).toEqual([]);
    service.problems.splice(0); // the browser logs the aborted request
  });

  it("warns instead of a retry if the idempotency key has become too old while the dialog was open", async () => {
    const number = freshNumber();
    const page = await signIn({}, "/console/send");
    await write(page, "Números", number);
    await write(page, "Texto", "Tarde demais");
    await send(page).click();
    await page.route("**/v3/messages", (route) => route.abort());
    await confirm(page).click();
    await page.getByRole("dialog").getByText(LOST).waitFor();
    await page.unroute("**/v3/messages");
    await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1_000);
    await confirm(page).click();
    await page.getByText(UNKNOWN).waitFor();
    expect(await page.getByRole("dialog").or(page.getByText(LOST)).count()).toBe(0);
    expect((await messages()).data.filter(({ to }) => to === number)).toEqual([]);
    await send(page).click();
    await confirm(page).click();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
    service.problems.splice(0); // the browser logs the aborted request
  });

  it("warns of a send with an unknown outcome after the input changes, and keeps the input and the send", async () => {
    const number = freshNumber();
    const page = await signIn({}, "/console/send");
    await write(page, "Números", number);
    await write(page, "Texto", "Talvez");
    await send(page).click();
    await page.route("**/v3/messages", (route) => route.abort());
    await confirm(page).click();
    await page.getByRole("dialog").getByText(LOST).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click();
    await page.unroute("**/v3/messages");
    await write(page, "Texto", "Talvez!");
    const warning = page.getByText(UNKNOWN);
    await warning.waitFor();
    await page.reload();
    await warning.waitFor();
    await page.getByRole("button", { name: "Fechar", exact: true }).click();
    await warning.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Visão geral" }).click();
    await page.getByRole("link", { name: "Enviar", exact: true }).click();
    await expectEventually(() => page.getByLabel("Texto", { exact: true }).inputValue(), "Talvez!");
    await expectEventually(() => page.getByLabel("Números").inputValue(), number);
    expect(await warning.count()).toBe(0);
    await write(page, "Texto", "Talvez");
    await send(page).click();
    await page.getByRole("dialog").getByText(LOST).waitFor();
    service.problems.splice(0); // the browser logs the aborted request
  });

  it("sends the template that the address names", async () => {
    const number = freshNumber();
    const template = await service.customer.post<{ id: string }>("/v3/templates", {
      name: "Aviso de retirada",
      channel: "sms",
      content: { type: "text", text: "Oi {{ apelido }}, pode retirar." },
    });
    const page = await signIn({}, `/console/send?template=${template.id}&to=${encodeURIComponent(number)}`);
    await ready(page).getByText("Falta um valor", { exact: false }).waitFor();
    await expectEventually(() => send(page).isDisabled(), true);
    await write(page, "Números", `telefone;apelido\n${number};Nina`);
    await page.locator(".phone-frame").getByText("Oi Nina, pode retirar.").waitFor();
    await send(page).click();
    await confirm(page).click();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
  });

  it("marks a chosen template that no longer exists, and offers the other templates", async () => {
    const other = await service.customer.post<{ id: string }>("/v3/templates", {
      name: "Modelo novo",
      channel: "sms",
      content: { type: "text", text: "Oi" },
    });
    const page = await signIn({}, `/console/send?template=${UNKNOWN_ID}&to=${freshNumber().slice(1)}`);
    await page.getByText("O modelo escolhido não existe mais. Escolha outro.").waitFor();
    const choice = page.getByLabel("Modelo", { exact: true });
    expect(await choice.locator("option:checked").innerText()).toBe("Modelo não encontrado");
    expect(await send(page).count()).toBe(0);
    await choice.selectOption({ value: other.id });
    await send(page).waitFor();
    expect(await page.getByText("O modelo escolhido não existe mais. Escolha outro.").count()).toBe(0);
    service.problems.splice(0); // the browser logs the error responses
  });

  it("starts with the recipient that the address names", async () => {
    const number = freshNumber();
    const page = await signIn({}, `/console/send?to=${number}`);
    await expectEventually(() => page.getByLabel("Números").inputValue(), number);
    await page.getByText("1 pessoa.").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await ready(page).getByText("aparecem aqui quando houver números e mensagem", { exact: false }).waitFor();
    await write(page, "Texto", "Só para você");
    await page.locator(".phone-frame").getByText("Só para você").waitFor();
    await page.locator(".phone-frame").getByText(written(number)).waitFor();
    await send(page).click();
    await confirm(page).click();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
  });

  it("reads recipients from a file, and says what is wrong with it", async () => {
    const number = freshNumber();
    const page = await signIn({}, "/console/send");
    const upload = (buffer: Buffer) =>
      page
        .getByLabel("Escolha ou solte aqui uma tabela")
        .setInputFiles({ name: "pessoas.csv", mimeType: "text/csv", buffer });
    await upload(Buffer.alloc(4 * 1024 * 1024 + 1, "1"));
    await page.getByText("O arquivo tem mais de 4 MiB.", { exact: false }).waitFor();
    await upload(Buffer.from(`telefone;nome\n${number};Ana\n`, "utf16le"));
    await page.getByText("Salve-o como “CSV UTF-8” e escolha-o de novo.", { exact: false }).waitFor();
    await upload(Buffer.from(`telefone;nome\r\n${number};João\r\n`, "latin1"));
    await page.getByText("1 pessoa. Colunas: nome.").waitFor();
    const numbers = page.getByLabel("Números", { exact: true });
    await expectEventually(() => numbers.inputValue(), `telefone;nome\n${number};João\n`);
  });

  it("reads the recipients from the file that was chosen last", async () => {
    const page = await signIn({}, "/console/send");
    const upload = (name: string) =>
      page.getByLabel("Escolha ou solte aqui uma tabela").setInputFiles({
        name,
        mimeType: "text/csv",
        buffer: Buffer.from(`telefone;${name}\n${freshNumber()};Ana\n`),
      });
    await upload("primeira");
    await page.getByText("1 pessoa. Colunas: primeira.").waitFor();
    await holdNextRead(page);
    await upload("segunda");
    await upload("terceira");
    await page.getByText("1 pessoa. Colunas: terceira.").waitFor();
    await page.evaluate("release()");
    await expectEventually(() => page.evaluate<number>("reads"), 6); // three reads of each file
    expect(await page.getByText("1 pessoa. Colunas: terceira.").count()).toBe(1);
  });

  it("shows only English texts after English is chosen", async () => {
    const page = await signIn({}, "/console/send");
    await chooseLanguage(page, "English");
    await write(page, "Numbers", `phone;name\n${freshNumber()};Ann\n1130000000;Shop\n12;x`);
    await write(page, "Text", "Hi {{ name }}, \u2014");
    await page
      .getByRole("region", { name: "Before sending" })
      .getByText("Landlines cannot receive this message")
      .waitFor();
    const words = async () => (await page.locator("body").innerText()).replace(/Português/g, "");
    expect(await words()).not.toMatch(/[ãõçáéíóú]/i);
    await page.goto(`${service.baseUrl}/console/templates/new`);
    await page.getByLabel("Channel").selectOption("RCS");
    await page.getByRole("button", { name: "Add a button" }).click();
    await page.getByRole("button", { name: "Add a rule" }).click();
    expect(await words()).not.toMatch(/[ãõçáéíóú]/i);
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const page = await signIn({}, "/console/send");
    await write(
      page,
      "Números",
      `telefone;nome\n${freshNumber()};"${HOSTILE.replace(/"/g, '""')}"\n${HOSTILE}`,
    );
    await write(page, "Texto", `${HOSTILE} {{ nome }}`);
    await page.locator(".phone-frame").getByText(HOSTILE).waitFor();
    await send(page).click();
    await confirm(page).click();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  const open = (page: Page) => page.getByLabel("Números").waitFor();
  const openWritten = async (page: Page) => {
    await open(page);
    const people = `telefone;nome\n${freshNumber()};Ana\n${freshNumber()};Zé\n1130000000;Loja\n12;x`;
    await write(page, "Números", people);
    await write(page, "Texto", "Olá {{ nome }}, amanhã não abrimos — até segunda!");
    await page.locator(".phone-frame").getByText("Olá Ana").waitFor();
    await ready(page).getByText("Telefone fixo não recebe esta mensagem").waitFor();
  };

  testViews(signIn, {
    "send-empty": ["/console/send", open],
    "send-written": ["/console/send", openWritten],
    "send-sent": [
      "/console/send",
      async (page) => {
        await openWritten(page);
        await send(page).click();
        await confirm(page).click();
        await page.locator(".tally").getByText("Entregue").waitFor();
      },
    ],
  });

  it("sends with tags, and shows them on the message, in the list and in the usage of UTC days", async () => {
    const number = freshNumber();
    const page = await signIn({}, "/console/send");
    await write(page, "Números", number);
    await write(page, "Texto", "Com etiquetas");
    await openOptions(page);
    const tags = page.getByLabel("Etiquetas", { exact: true });
    await tags.pressSequentially("pedidos,entrega");
    await tags.press("Enter");
    await page.getByRole("button", { name: "Remover a etiqueta entrega" }).waitFor();
    await send(page).click();
    await confirm(page).click();
    await page.getByRole("link", { name: written(number) }).click();
    await page.getByRole("link", { name: "entrega", exact: true }).click();
    await page.getByText("Etiqueta:").waitFor();
    await page.getByText("1 de 1 mensagem").waitFor();
    await page.goto(`${service.baseUrl}/console`);
    const usage = page.getByRole("region", { name: "Etiquetas" }).first();
    const period = page.getByRole("group", { name: "Período" });
    await period.getByRole("button", { name: "Hoje" }).click();
    await page.getByRole("heading", { name: "Mensagens por hora e resultado" }).waitFor();
    await usage.waitFor({ state: "detached" });
    await period.getByRole("button", { name: "7 dias" }).click();
    await page.getByText("Os dias são em UTC.", { exact: false }).waitFor();
    await usage.getByRole("link", { name: "pedidos", exact: true }).click();
    await page.getByText("1 de 1 mensagem").waitFor();
  });
});
