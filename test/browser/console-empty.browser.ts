import type { Locator, Page } from "playwright-core";
import {
  chooseLanguage,
  expectEventually,
  CHECKED,
  checkViews,
  holdRequests,
  signedInto,
  testViews,
} from "./console";
import type { Made } from "./sender";
import { freshNumber, stage } from "./stage";

interface SendResults {
  data: { message_id: string }[];
}

interface Templates {
  data: unknown[];
  pagination: { has_more: boolean };
}

const service = stage();
const signIn = signedInto(service);

const LISTS = [
  ["messages", "Nada foi enviado ainda.", "Enviar mensagens", "/console/send"],
  ["contacts", "Ainda não há contatos.", "Criar o primeiro contato", "/console/contacts/new"],
  ["lists", "Você ainda não criou nenhuma lista.", "Criar a primeira lista", "/console/lists/new"],
  ["templates", "Ainda não há modelos.", "Criar o primeiro modelo", "/console/templates/new"],
  ["campaigns", "Ainda não há campanhas.", "Criar a primeira campanha", "/console/campaigns/new"],
  ["replies", "Ainda não há respostas.", "Enviar mensagens", "/console/send"],
] as const;

describe("a new account in the console", () => {
  it.each(LISTS)(
    "explains the empty list of %s and links to the next step",
    async (list, words, link, path) => {
      const page = await signIn({}, `/console/${list}`);
      await page.locator(".empty").getByText(words).waitFor();
      if (list !== "replies") await expectEventually(() => page.locator(".filter-bar").count(), 0);
      await page.locator(".empty").getByRole("link", { name: link }).click();
      await page.waitForURL(`**${path}`);
    },
  );

  it.each(LISTS)("clears filters of %s that match nothing", async (list, words) => {
    const page = await signIn({}, `/console/${list}?search=zzz`);
    await page.locator(".empty").getByText("aos filtros.").waitFor();
    await page.locator(".empty").getByRole("button", { name: "Limpar filtros" }).click();
    await page.waitForURL(`**/console/${list}`);
    await page.locator(".empty").getByText(words).waitFor();
  });

  it("shows first steps, with completed steps ticked, until a message is sent", async () => {
    const page = await signIn();
    const steps = page.locator(".first-steps li");
    await expectEventually(() => steps.count(), 5);
    const isDone = (step: string) => steps.filter({ hasText: step }).getByRole("img", { name: "Feito" });
    await expectEventually(() => isDone("Crie um contato").count(), 0);
    await service.customer.post("/v3/contacts", { phone: freshNumber() });
    await page.reload();
    await isDone("Crie um contato").waitFor();
    await steps.getByRole("link", { name: "Envie a primeira mensagem" }).click();
    await page.getByRole("heading", { level: 1, name: "Enviar mensagens" }).waitFor();
  });

  it("offers an example for the first quick reply", async () => {
    const page = await signIn({}, "/console/canned-responses");
    await page.locator(".empty").getByRole("link", { name: "Começar por este exemplo" }).click();
    const text = page.getByRole("dialog").getByLabel("Texto");
    await expectEventually(async () => (await text.inputValue()).includes("{{ nome }}"), true);
  });

  it("names what a new campaign lacks, and links to the forms that create it", async () => {
    const page = await signIn(CHECKED, "/console/campaigns/new");
    const links = page.locator(".empty a");
    await page
      .locator(".empty")
      .getByText(
        "ainda não há modelos. Toda campanha também vai para uma lista de envio, mas ainda não há listas de envio.",
      )
      .waitFor();
    const labels = () => links.allInnerTexts().then((texts) => texts.join());
    await expectEventually(labels, "Criar o primeiro modelo,Nova lista");
    await checkViews(page, "campaign-needs");
    await links.last().click();
    await page.waitForURL("**/console/lists/new");

    const scopes = ["campaigns:read", "campaigns:write", "templates:read", "contacts:read"];
    const reader = await signIn({}, "/console/campaigns/new", { name: "Leitura", scopes });
    await reader.locator(".empty").getByText("ainda não há listas de envio").waitFor();
    expect(await reader.locator(".empty a").count()).toBe(0);
  });

  it("links to a new template from a send without templates", async () => {
    const page = await signIn(CHECKED, "/console/send");
    await page.getByRole("button", { name: "Modelo salvo" }).click();
    await page.getByText("Ainda não há modelos.").waitFor();
    await checkViews(page, "send-without-templates");
    await page.getByRole("link", { name: "Novo modelo" }).click();
    await page.waitForURL("**/console/templates/new");
  });

  it("does not call the templates missing while a cleared search loads", async () => {
    const page = await signIn({}, "/console/send");
    let release = () => undefined as void;
    let released = Promise.resolve();
    await page.route("**/v3/templates?**", async (route) => {
      await released;
      const response = await route.fetch();
      const { data, pagination } = (await response.json()) as Templates;
      await route.fulfill({ response, json: { data, pagination: { ...pagination, has_more: true } } });
    });
    await page.getByRole("button", { name: "Modelo salvo" }).click();
    const search = page.getByLabel("Buscar modelo");
    await search.fill("zzz");
    await page.getByText("Nenhum modelo encontrado.").waitFor();
    released = new Promise((resolve) => (release = resolve));
    const cleared = page.waitForRequest(
      (request) => request.url().includes("/v3/templates?") && !request.url().includes("search"),
    );
    await search.fill("");
    await cleared;
    expect(await page.getByText(/Nenhum modelo encontrado|Ainda não há modelos/).count()).toBe(0);
    release();
    await page.getByText("Ainda não há modelos.").waitFor();
  });

  it("explains webhooks in Portuguese and in English", async () => {
    const page = await signIn({}, "/console/settings/webhooks");
    await page.locator(".empty").getByText("Ainda não há webhooks.").waitFor();
    await chooseLanguage(page, "English");
    await page.locator(".empty").getByText("There are no webhooks yet.").waitFor();
  });

  const empty = (page: Page) => page.locator(".empty").waitFor();

  testViews(signIn, {
    "empty-messages": ["/console/messages", empty],
    "empty-templates": ["/console/templates", empty],
  });

  it("leads from the sign-in to the first message in six clicks or fewer", async () => {
    const page = await service.open({}, "/console");
    let clicks = 0;
    const click = async (button: Locator) => {
      clicks += 1;
      await button.click();
    };
    await page.getByLabel("Chave de API").fill(service.key);
    await click(page.getByRole("button", { name: "Entrar" }));
    await click(page.getByRole("link", { name: "Envie a primeira mensagem" }));
    await page.getByLabel("Números", { exact: true }).fill(freshNumber());
    await page.getByLabel("Texto", { exact: true }).fill("Olá!");
    await click(
      page.getByRole("region", { name: "Antes de enviar" }).getByRole("button", { name: "Enviar" }),
    );
    await click(page.getByRole("dialog").getByRole("button", { name: "Enviar" }));
    await page.getByRole("heading", { level: 1, name: /mensagem aceita/ }).waitFor();
    expect(clicks).toBeLessThanOrEqual(6);
    await page.goto(`${service.baseUrl}/console`);
    await page.locator("canvas").waitFor();
    await expectEventually(() => page.locator(".first-steps").count(), 0);
  });
});

describe("a message that lacks a value", () => {
  it("shows its text with the gap marked, before it is sent and after", async () => {
    const number = freshNumber();
    const page = await signIn(CHECKED, "/console/send");
    await page.getByLabel("Números", { exact: true }).fill(`telefone;cidade\n${number};Recife`);
    await page.getByLabel("Texto", { exact: true }).fill("Oi {{ apelido }}, chegou a {{ cidade }}!");
    const gaps = page.locator(".aside .bubble .gap");
    await gaps.waitFor();
    await expectEventually(() => gaps.allInnerTexts().then((texts) => texts.join()), "apelido");
    await expectEventually(() => page.locator(".aside .bubble").innerText(), "Oi apelido, chegou a Recife!");

    const { id: template_id } = await service.customer.template("Entrega", "Oi {{ apelido }}!");
    const { data } = await service.customer.post<SendResults>("/v3/messages", {
      template_id,
      recipients: [{ to: number }],
    });
    await page.goto(`${service.baseUrl}/console/messages/${data[0]?.message_id}`);
    await expectEventually(() => page.locator(".bubble .gap").innerText(), "apelido");
    await checkViews(page, "gap");
  });

  it("shows its text in conversations, and only its variables if the text is not stored", async () => {
    const number = freshNumber();
    const { id } = await service.customer.post<Made>("/v3/contacts", { phone: number });
    const { id: template_id } = await service.customer.template("Coleta", "Oi {{ apelido }}, até já!");
    const recipients = [{ to: number }];
    const content = { type: "text", text: "Seu código, {{ apelido }}: {{ codigo }}" };
    const [inline] = [
      await service.customer.post<SendResults>("/v3/messages", { channel: "sms", content, recipients }),
      await service.customer.post<SendResults>("/v3/messages", { template_id, recipients }),
      await service.customer.post<SendResults>("/v3/messages", { template_id, recipients }),
    ];
    const page = await signIn(CHECKED);
    const reads: string[] = [];
    page.on("request", (request) => void reads.push(request.url()));
    for (const path of [`contacts/${id}`, `replies/${encodeURIComponent(number)}`]) {
      reads.length = 0;
      await page.goto(`${service.baseUrl}/console/${path}`);
      const sent = page.locator(".chat > .sent");
      await expectEventually(() => sent.locator(".bubble .gap").count(), 2);
      await expectEventually(() => sent.locator(".bubble").first().innerText(), "Oi apelido, até já!");
      await sent.getByText("O texto não está disponível. Falta valor para: apelido, codigo").waitFor();
      expect(reads.filter((url) => url.includes(`/v3/templates/${template_id}`))).toHaveLength(1);
      await checkViews(page, `gap-${path.split("/")[0]}`);
    }
    reads.length = 0;
    await page.goto(`${service.baseUrl}/console/messages/${inline.data[0]?.message_id}`);
    const text = page.locator("section", { has: page.getByRole("heading", { name: "Conteúdo" }) });
    await text.last().getByText("O texto não está disponível. Falta valor para: apelido, codigo").waitFor();
    expect(reads.filter((url) => url.includes("/v3/contacts?phone="))).toEqual([]);
  });

  it("says that its template and other values may have changed, and that a text is unavailable", async () => {
    const number = freshNumber();
    await service.customer.post("/v3/contacts", { phone: number, attributes: { cidade: "Recife" } });
    const { id } = await service.customer.template(
      "Aviso",
      "{{ Nome }}, em {{ cidade }}. Tchau, {{ nome }}!",
    );
    const { data } = await service.customer.post<SendResults>("/v3/messages", {
      template_id: id,
      recipients: [{ to: number }],
    });
    const page = await signIn();
    const path = `${service.baseUrl}/console/messages/${data[0]?.message_id}`;
    const release = await holdRequests(page, "GET", `**/v3/templates/${id}`);
    await page.goto(path);
    const text = page.locator("section", { has: page.getByRole("heading", { name: "Conteúdo" }) }).last();
    await text.locator(".skeleton").waitFor();
    expect(await text.innerText()).not.toContain("não está disponível");
    release();
    await expectEventually(() => text.locator(".bubble").innerText(), "Nome, em Recife. Tchau, nome!");
    expect(await text.locator(".gap").allInnerTexts()).toEqual(["Nome", "nome"]);
    await text.getByText("O modelo aparece na versão atual. Os valores das outras variáveis").waitFor();

    await service.customer.patch(`/v3/templates/${id}`, {
      content: { type: "text", text: "Olá, {{ cidade }}!" },
    });
    await page.reload();
    await expectEventually(() => text.locator(".bubble").innerText(), "Olá, Recife!");
    await text.getByText("Falta valor para: Nome").waitFor();
    expect(await text.getByText("As variáveis destacadas").count()).toBe(0);

    await service.customer.delete(`/v3/templates/${id}`);
    await page.reload();
    await text.getByText("O texto não está disponível. Falta valor para: Nome").waitFor();
    service.problems.splice(0); // the browser logs the deleted template
  });
});
