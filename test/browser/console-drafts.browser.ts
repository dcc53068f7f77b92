import type { Page } from "playwright-core";
import { openAccountMenu, expectEventually, holdRequests, signedInto, field } from "./console";
import { Customer, type Made } from "./sender";
import { stage, takeScreenshot, watchedPage } from "./stage";

const service = stage();
const signIn = signedInto(service);

const post = (path: string, body: Record<string, unknown>) => service.customer.post<Made>(`/v3${path}`, body);
const read = (path: string) => service.customer.get<Record<string, unknown>>(`/v3${path}`);
const patch = (path: string, body: Record<string, unknown>) => service.customer.patch(`/v3${path}`, body);
const text = (words: string) => ({ type: "text", text: words });
const template = (name: string) => service.customer.template(name, "Seu pedido saiu");
const words = (page: Page) => page.getByLabel("Texto", { exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Salvar", exact: true }).click();
const RESTORED = "Suas alterações não salvas foram recuperadas.";
const CONFLICT = "Outra alteração foi salva em";

/** Expects this number of 412 responses, which the browser logs. */
const expectRefusals = (count: number) => {
  const refused = service.problems.splice(0);
  expect(refused.filter((one) => one.includes("412"))).toHaveLength(count);
  expect(refused).toHaveLength(count);
};

async function otherTab(page: Page, path: string): Promise<Page> {
  const tab = await watchedPage(page.context(), service.problems);
  await tab.goto(`${service.baseUrl}${path}`);
  return tab;
}

describe("concurrent edits in two tabs of the console", () => {
  it("keeps a template's text when the other tab has saved, shows the differences, and saves either version", async () => {
    const { id } = await template("Duas abas");
    const path = `/console/templates/${id}`;
    const one = await signIn({}, path);
    const other = await otherTab(one, path);
    await words(one).fill("Texto da primeira");
    await words(other).fill("Texto da segunda");
    await save(one);
    await one.getByText("Salvo.").waitFor();

    await save(other);
    await other.getByText(CONFLICT).waitFor();
    await other.getByText("Outra versão: Texto da primeira").waitFor();
    expect(await words(other).inputValue()).toBe("Texto da segunda");
    expect(await read(`/templates/${id}`)).toMatchObject({ content: text("Texto da primeira") });
    await other.getByRole("button", { name: "Substituir pela minha versão" }).click();
    await other.getByText("Salvo.").waitFor();
    expect(await read(`/templates/${id}`)).toMatchObject({ content: text("Texto da segunda") });

    await words(one).fill("Texto da terceira");
    await save(one);
    await one.getByText("Outra versão: Texto da segunda").waitFor();
    await one.getByRole("button", { name: "Carregar a outra versão" }).click();
    await expectEventually(() => words(one).inputValue(), "Texto da segunda");
    expect(await one.getByText(CONFLICT).count()).toBe(0);
    expectRefusals(2);
  });

  it("resolves conflicts of a list, a campaign and a webhook", async () => {
    const list = await post("/contact-lists", { name: "Lista de abas", type: "default" });
    const { id: template_id } = await template("Para a campanha");
    const campaign = await post("/campaigns", { name: "Campanha de abas", template_id, list_id: list.id });
    const hook = await post("/webhooks", { url: "https://example.com/abas" });
    const forms = [
      {
        at: `/contact-lists/${list.id}`,
        path: `/console/lists/${list.id}?edit=1`,
        label: "Nome",
        name: "name",
        submit: "Salvar",
        summary: null,
      },
      {
        at: `/campaigns/${campaign.id}`,
        path: `/console/campaigns/${campaign.id}`,
        label: "Nome",
        name: "name",
        submit: "Salvar",
        summary: "Editar",
      },
      {
        at: `/webhooks/${hook.id}`,
        path: `/console/settings/webhooks/${hook.id}`,
        label: "Descrição",
        name: "description",
        submit: "Salvar",
        summary: "Editar",
      },
    ];
    const page = await signIn();
    for (const { at, path, label, name, submit, summary } of forms) {
      await page.goto(`${service.baseUrl}${path}`);
      if (summary !== null) await page.getByRole("button", { name: summary }).first().click();
      await field(page, label).fill("Da pessoa");
      await patch(`${at}`, { [name]: "De outra" });
      await page
        .locator("form", { has: field(page, label) })
        .getByRole("button", { name: submit })
        .first()
        .click();
      await page.getByText(CONFLICT).waitFor();
      await page.getByText("Outra versão: De outra").waitFor();
      expect(await field(page, label).inputValue()).toBe("Da pessoa");
      expect(await read(at)).toMatchObject({ [name]: "De outra" });
      await page.getByRole("button", { name: "Substituir pela minha versão" }).click();
      await page.getByText(CONFLICT).waitFor({ state: "detached" });
      expect(await read(at)).toMatchObject({ [name]: "Da pessoa" });
    }
    expectRefusals(forms.length);
  });
});

describe("a tab of the console after another tab has signed in with another key", () => {
  it("sends nothing for the other account, says so, and shows it without the input, which sign-out removes", async () => {
    await service.operator("accounts", "create", "Outra conta");
    const options = ["--account", "Outra conta", "--scopes", "all"];
    const { key } = await service.operator<{ key: string }>("keys", "create", ...options);
    const page = await signIn({}, "/console/send");
    await field(page, "Números").fill("11987654321");
    await words(page).fill("Só da primeira conta");
    await page.getByRole("button", { name: "Enviar", exact: true }).click();
    // Without polls, the send is the first request after the sign-in.
    const release = await holdRequests(page, "GET", "**/v3/**");
    const other = await otherTab(page, "/console");
    await openAccountMenu(other);
    await other.getByRole("button", { name: "Sair" }).click();
    await field(other, "Chave de API").fill(key);
    await other.getByRole("button", { name: "Entrar" }).click();
    await other.locator(".shell").waitFor();

    await page.getByRole("dialog").getByRole("button", { name: "Enviar" }).click();
    await page.getByText("Outra aba entrou na conta Outra conta").waitFor();
    release();
    for (const sender of [service.key, key]) {
      const listed = await new Customer(service.baseUrl, sender).get("/v3/messages");
      expect(listed).toMatchObject({ data: [] });
    }
    await page.getByRole("button", { name: "Continuar com esta chave" }).click();
    await page.locator(".account-menu").getByText("Outra conta").waitFor();
    expect(await words(page).inputValue()).toBe("");
    const releaseOther = await holdRequests(other, "GET", "**/v3/**");
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByLabel("Chave de API").waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);

    await field(page, "Chave de API").fill(service.key);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.locator(".shell").waitFor();
    await openAccountMenu(other);
    await other.getByRole("button", { name: "Sair" }).click();
    await other.getByText("Outra aba entrou na conta").waitFor();
    releaseOther();
    expect(service.problems.splice(0).filter((problem) => !problem.includes("401"))).toEqual([]);
  });
});

describe("unsaved input in the console", () => {
  it("survives a reload and can be discarded", async () => {
    const { id } = await template("Recarregado");
    const page = await signIn({}, `/console/templates/${id}`);
    await words(page).fill("Ainda não salvo");
    await page.getByText("Você tem alterações não salvas.").waitFor();
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await words(page).inputValue()).toBe("Ainda não salvo");
    await page.getByRole("button", { name: "Descartar", exact: true }).click();
    await expectEventually(() => words(page).inputValue(), "Seu pedido saiu");
    await page.reload();
    await expectEventually(() => words(page).inputValue(), "Seu pedido saiu");
    expect(await page.getByText(RESTORED).count()).toBe(0);
  });

  it("survives the end of the session, which the sign-in reports", async () => {
    const { id } = await template("Sessão encerrada");
    const page = await signIn({}, `/console/templates/${id}`);
    const ended = page.getByText(
      "Sua sessão terminou. Entre com a mesma chave para continuar. Os rascunhos desta aba foram mantidos.",
    );
    await words(page).fill("Ainda aqui");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await ended.waitFor();
    await takeScreenshot(page, "session-ended");
    await field(page, "Chave de API").fill(service.key);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.getByText(RESTORED).waitFor();
    expect(await words(page).inputValue()).toBe("Ainda aqui");
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByLabel("Chave de API").waitFor();
    expect(await ended.count()).toBe(0);
    service.problems.splice(0); // the browser logs the 401
  });

  it("survives a reload in each form for a new resource", async () => {
    await template("Escolhido");
    const page = await signIn();
    const forms = [
      { path: "/console/templates/new", label: "Nome" },
      { path: "/console/lists/new", label: "Nome" },
      { path: "/console/contacts/new", label: "Nome" },
      { path: "/console/campaigns/new", label: "Nome" },
      { path: "/console/send", label: "Texto" },
      { path: "/console/settings/webhooks", label: "Descrição" },
    ];
    await post("/contact-lists", { name: "Para escolher", type: "default" });
    for (const { path, label } of forms) {
      await page.goto(`${service.baseUrl}${path}`);
      if (path.endsWith("webhooks")) await page.getByRole("button", { name: "Novo webhook" }).click();
      await field(page, label).fill("Não perca isto");
      await page.reload();
      await page.getByText(RESTORED).waitFor();
      expect([path, await field(page, label).inputValue()]).toEqual([path, "Não perca isto"]);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Mensagens", exact: true }).first().click();
      await page.goBack();
      await expectEventually(() => field(page, label).inputValue(), "Não perca isto");
    }
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(stored).toContain("Não perca isto");
    expect(stored).not.toContain(service.key);
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByLabel("Chave de API").waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  it("is not restored into the copy of another campaign for the same template and list", async () => {
    const { id } = await template("Para copiar");
    const list = await post("/contact-lists", { name: "Para copiar", type: "default" });
    const copy = (name: string) => `/console/campaigns/new?template=${id}&list=${list.id}&name=${name}`;
    const page = await signIn({}, copy("Primeira"));
    await field(page, "Nome").fill("Primeira, alterada");
    await page.goto(`${service.baseUrl}${copy("Segunda")}`);
    await expectEventually(() => field(page, "Nome").inputValue(), "Segunda");
    await page.goBack();
    await page.getByText(RESTORED).waitFor();
    expect(await field(page, "Nome").inputValue()).toBe("Primeira, alterada");
    await page.getByRole("button", { name: "Cancelar", exact: true }).click();
    await page.waitForURL(/\/console\/campaigns$/);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  it("keeps what the user types while the previous input is being saved", async () => {
    const { id } = await template("Digitado durante o salvamento");
    const path = `/templates/${id}`;
    const page = await signIn({}, `/console${path}`);
    const release = await holdRequests(page, "PATCH", `**/v3${path}`);
    await words(page).fill("Seu pedido saiu hoje");
    await save(page);
    await words(page).fill("Seu pedido saiu hoje cedo");
    release();
    await page.waitForResponse((response) => response.request().method() === "PATCH");
    const button = page.getByRole("button", { name: "Salvar", exact: true });
    await expectEventually(() => button.isEnabled(), true);
    expect(await words(page).inputValue()).toBe("Seu pedido saiu hoje cedo");
    expect(await read(path)).toMatchObject({ content: text("Seu pedido saiu hoje") });
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect(await read(path)).toMatchObject({ content: text("Seu pedido saiu hoje cedo") });
  });

  it("keeps what the user types during a save, also if the user leaves the page before its end", async () => {
    const { id } = await template("Saída durante o salvamento");
    const path = `/templates/${id}`;
    const page = await signIn({}, `/console${path}`);
    const release = await holdRequests(page, "PATCH", `**/v3${path}`);
    await words(page).fill("Seu pedido saiu hoje");
    await save(page);
    await words(page).fill("Seu pedido saiu hoje cedo");
    await page.getByRole("link", { name: "Todos os modelos" }).click();
    await page.getByRole("heading", { name: "Modelos" }).waitFor();
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    release();
    await (await saved).finished();
    await page.getByRole("link", { name: "Saída durante o salvamento" }).click();
    await page.getByText(RESTORED).waitFor();
    expect(await words(page).inputValue()).toBe("Seu pedido saiu hoje cedo");
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect(await read(path)).toMatchObject({ content: text("Seu pedido saiu hoje cedo") });
  });

  it("stores what the user types during a save that changes nothing", async () => {
    const page = await signIn({}, "/console/settings/sending-rules/otp");
    await field(page, "Tempo").waitFor();
    const release = await holdRequests(page, "PUT", "**/v3/sending-rules/otp");
    await save(page);
    await field(page, "Tempo").fill("5");
    release();
    await page.getByText("Regra de envio salva.").waitFor();
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await field(page, "Tempo").inputValue()).toBe("5");
  });

  it("accepts no input during a save if the form closes afterwards", async () => {
    const { id } = await post("/webhooks", { url: "https://example.com/fecha" });
    await template("Nome de outro");
    const page = await signIn();
    const forms = [
      { path: `/settings/webhooks/${id}`, label: "Descrição", submit: "Salvar alterações", method: "PATCH" },
      { path: "/lists/new", label: "Nome", submit: "Criar lista", method: "POST" },
      { path: "/templates/new", label: "Texto", submit: "Criar modelo", method: "POST" },
    ];
    for (const { path, label, submit, method } of forms) {
      await page.goto(`${service.baseUrl}/console${path}`);
      if (method === "PATCH") await page.getByRole("button", { name: "Editar" }).click();
      if (label === "Texto") await field(page, "Nome").fill("Fecha depois");
      await field(page, label).fill("Primeira");
      const release = await holdRequests(page, method, "**/v3/**");
      await page.getByRole("button", { name: submit }).click();
      await expectEventually(() => field(page, label).isDisabled(), true);
      release();
      await page.getByRole("button", { name: submit }).waitFor({ state: "detached" });
      await page.unrouteAll();
    }
  });

  it("focuses a field again after the save from this field has failed", async () => {
    await post("/contact-lists", { name: "Já existe", type: "default" });
    const page = await signIn({}, "/console/lists/new");
    await field(page, "Nome").fill("Já existe");
    const release = await holdRequests(page, "POST", "**/v3/contact-lists");
    await field(page, "Nome").press("Enter");
    await expectEventually(() => page.evaluate(() => document.activeElement === document.body), true);
    release();
    await page.getByText("Outra lista tem este nome.").waitFor();
    await expectEventually(() => field(page, "Nome").evaluate((own) => own === document.activeElement), true);
    service.problems.splice(0); // the browser logs the 409
  });

  it("does not discard input that is being saved", async () => {
    const { id } = await template("Sem descarte");
    const path = `/templates/${id}`;
    const page = await signIn({}, `/console${path}`);
    await words(page).fill("Seu pedido saiu hoje");
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    const release = await holdRequests(page, "PATCH", `**/v3${path}`);
    await save(page);
    const discard = page.getByRole("button", { name: /^Descartar/ });
    await expectEventually(() => discard.and(page.locator(":disabled")).count(), 2);
    release();
    await page.getByText("Salvo.").waitFor();
    expect(await words(page).inputValue()).toBe("Seu pedido saiu hoje");
  });

  it("shows the saved input and saves further input before the template is read again", async () => {
    const { id } = await template("Ainda não relido");
    const path = `/templates/${id}`;
    const page = await signIn({}, `/console${path}`);
    await words(page).waitFor();
    await page.route(`**/v3${path}`, (route) =>
      route.request().method() === "GET" ? undefined : route.continue(),
    );
    await words(page).fill("Seu pedido saiu hoje");
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect(await words(page).inputValue()).toBe("Seu pedido saiu hoje");
    await words(page).fill("Seu pedido saiu agora");
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect(await read(path)).toMatchObject({ content: text("Seu pedido saiu agora") });
  });

  it("shows and changes a version that another user has restored after a save", async () => {
    const { id } = await post("/webhooks", { url: "https://example.com/versoes", description: "Primeira" });
    const page = await signIn({}, `/console/settings/webhooks/${id}`);
    const change = async (from: string, to: string) => {
      await page.getByRole("heading", { name: from }).waitFor();
      await page.getByRole("button", { name: "Editar" }).click();
      expect(await field(page, "Descrição").inputValue()).toBe(from);
      await field(page, "Descrição").fill(to);
      await page.getByRole("button", { name: "Salvar alterações" }).click();
      await page.getByRole("heading", { name: to }).waitFor();
    };
    await change("Primeira", "Segunda");
    await patch(`/webhooks/${id}`, { description: "Primeira" });
    await change("Primeira", "Terceira");
    expect(await read(`/webhooks/${id}`)).toMatchObject({ description: "Terceira" });
  });

  it("conflicts with a change that was saved before the reload", async () => {
    const { id } = await template("Salvo por outra");
    const page = await signIn({}, `/console/templates/${id}`);
    await words(page).fill("Meu texto");
    await patch(`/templates/${id}`, { content: text("Texto de outra") });
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    await save(page);
    await page.getByText("Outra versão: Texto de outra").waitFor();
    expect(await read(`/templates/${id}`)).toMatchObject({ content: text("Texto de outra") });
    expectRefusals(1);
  });
});
