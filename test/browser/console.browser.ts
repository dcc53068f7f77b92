import type { Page } from "playwright-core";
import {
  checkViews,
  chooseLanguage,
  expectEventually,
  HOSTILE,
  openAccountMenu,
  openArea,
  signedInto,
  CHECKED,
  testViews,
} from "./console";
import { sendEverything } from "./sender";
import { freshNumber, stage, takeScreenshot, written } from "./stage";

const service = stage({ loadsWhenIdle: true });
const signIn = signedInto(service);

describe("the console", () => {
  const number = freshNumber();

  beforeAll(async () => {
    await sendEverything(service.customer, number);
    await service.customer.send("sms", { type: "text", text: HOSTILE }, number);
  });

  it("opens at the service's root address", async () => {
    const page = await service.open({}, "/");
    expect(new URL(page.url()).pathname).toBe("/console");
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
  });

  it("signs in and out with a key at any address, without storing it where scripts can read", async () => {
    const page = await service.open({}, "/console/messages?status=delivered");
    const address = page.url();
    await page.getByLabel("Chave de API").fill(service.key);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.getByRole("heading", { name: "Mensagens" }).waitFor();
    expect(page.url()).toBe(address);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toMatch(/st_|recado_session/);
    await page.reload();
    await page.getByRole("heading", { name: "Mensagens" }).waitFor();
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
  });

  it("reports with its requests whether the user has left the page", async () => {
    const page = await signIn();
    const isAway = async () => {
      const request = await page.waitForRequest("**/v3/**");
      return (await request.headerValue("X-Recado-Away")) === "1";
    };
    expect(await isAway()).toBe(false);
    await page.clock.install();
    await page.clock.fastForward("10:00");
    await expectEventually(isAway, true);
    await page.keyboard.press("Shift");
    await expectEventually(isAway, false);
  });

  it("explains what is wrong with a key", async () => {
    const page = await service.open({}, "/console");
    const enter = async (key: string) => {
      await page.getByLabel("Chave de API").fill(key);
      await page.getByRole("button", { name: "Entrar" }).click();
    };
    await enter("st_123");
    await page.getByText("Uma chave tem st_ seguido de 64 dígitos hexadecimais.").waitFor();
    await enter(`st_${"0".repeat(64)}`);
    await page.getByText("Esta chave é desconhecida, expirou ou foi revogada.").waitFor();
    service.problems.splice(0); // the browser logs the 401
  });

  it("shows messages, filters them in the page's address, and adds new ones", async () => {
    const page = await signIn({}, "/console/messages");
    await page.getByLabel("Número ou texto").fill("4321");
    await page.waitForURL(/search=4321/);
    await page.getByLabel("Canal", { exact: true }).selectOption("SMS");
    await page.waitForURL(/\?search=4321&channel=sms$/);
    const rows = page.locator("tbody tr");
    await page.getByText("1 de 1 mensagem").waitFor();
    await service.customer.send("sms", { type: "text", text: "Mais uma: 4321" }, number);
    await page.getByText("2 de 2 mensagens").waitFor();
    await page.reload();
    await page.getByText("2 de 2 mensagens").waitFor();
    await rows.first().getByRole("link").click();
    await page.getByRole("heading", { name: written(number) }).waitFor();
    await page.locator(".timeline").getByText("Entregue", { exact: true }).waitFor();
    await page.goBack();
    await page.getByText("2 de 2 mensagens").waitFor();
    await page.getByRole("link", { name: "Limpar filtros" }).click();
    await page.waitForURL(/\/console\/messages$/);
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const page = await signIn({}, "/console/messages?search=onerror");
    await page.getByText(HOSTILE).first().waitFor();
    await page.locator("tbody tr").first().getByRole("link").click();
    await page.locator(".bubble").getByText(HOSTILE).waitFor();
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("sends requests only to its own origin", async () => {
    const page = await service.open({}, "/console");
    const origins = new Set<string>();
    page.on("request", (request) => origins.add(new URL(request.url()).origin));
    await page.getByLabel("Chave de API").fill(service.key);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.locator("canvas").waitFor();
    expect([...origins]).toEqual([new URL(service.baseUrl).origin]);
  });

  it("reports that the service is unreachable, and continues afterwards", async () => {
    const page = await signIn({}, "/console/messages");
    await page.locator("tbody tr").first().waitFor();
    await page.route("**/v3/messages?*", (route) => route.abort());
    await page.getByText("O serviço não responde. Tentando de novo…").waitFor();
    await page.locator("tbody tr").first().waitFor();
    await page.unroute("**/v3/messages?*");
    await page.getByText("O serviço não responde. Tentando de novo…").waitFor({ state: "detached" });
    service.problems.splice(0); // the browser logs the aborted request
  });

  it("shows only English texts after English is chosen, also after a reload", async () => {
    const page = await signIn();
    await chooseLanguage(page, "English");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await expectEventually(() => page.locator("html").getAttribute("lang"), "en");
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const words = (await page.locator("body").innerText()).replace(/Português/g, "");
    expect(words).not.toMatch(/[ãõçáéíóú]/i);
  });

  it("leads to the documentation in the user's language", async () => {
    const page = await signIn();
    const docs = (name: string) => page.getByRole("link", { name, exact: true }).getAttribute("href");
    expect(await docs("Documentação")).toBe("/docs/pt");
    await openArea(page, "Listas");
    const ofEmptyList = page.locator(".empty").getByRole("link", { name: "Documentação", exact: true });
    expect(await ofEmptyList.getAttribute("href")).toBe("/docs/pt/guides/campaigns");
    await openArea(page, "Visão geral");
    await chooseLanguage(page, "English");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await docs("Documentation")).toBe("/docs");
  });

  it("hides pages that the key may not read", async () => {
    const page = await signIn({}, "/console", { name: "Só contatos", scopes: ["contacts:read"] });
    await page.getByText("Só contatos").waitFor();
    await expectEventually(() => page.getByRole("link", { name: "Mensagens" }).count(), 0);
    await expectEventually(() => page.locator("canvas").count(), 0);
  });

  it("explains what a key is for whose permissions have no page", async () => {
    const page = await signIn({}, "/console", { name: "Mídia", scopes: ["files:read", "files:write"] });
    await page.getByRole("heading", { name: "Visão geral" }).waitFor();
    await page.getByText("Permissões dela: Arquivos (ler, editar).").waitFor();
    await page.getByText("O console não tem página para elas.").waitFor();
  });

  it("opens pages, contacts and ids from the palette by keyboard alone", async () => {
    const phone = freshNumber();
    const { id } = await service.customer.post<{ id: string }>("/v3/contacts", { phone, name: "Íris Prado" });
    const page = await signIn();
    const field = page.getByRole("combobox", { name: "Buscar ou ir para" });
    const chosen = page.locator(".palette").getByRole("option", { selected: true });
    await page.keyboard.press("Control+k");
    await field.fill("modelo");
    await expectEventually(() => chosen.innerText(), "Modelos\ng\nt");
    await page.keyboard.press("ArrowDown");
    await expectEventually(() => chosen.innerText(), "Novo modelo");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/templates/new");

    await page.locator(".sidebar .search-button").click();
    await field.fill("iris");
    await chosen.getByText("Íris Prado").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/console/contacts/${id}`);

    await page.goto(`${service.baseUrl}/console`);
    await page.locator(".shell").waitFor();
    await page.keyboard.press("Control+k");
    await field.fill(`https://example.com/${id}`);
    await chosen.getByText("Contato").waitFor();
    await page.keyboard.press("Escape");
    await expectEventually(() => field.count(), 0);
    service.problems.splice(0); // the browser logs the 404 of other kinds of resources
  });

  it("has shortcuts for pages and search, except while the user types", async () => {
    const page = await signIn({}, "/console/contacts");
    const search = page.locator("main input[type=search]");
    await search.waitFor();
    await page.keyboard.press("/");
    await expectEventually(() => search.evaluate((one) => one === document.activeElement), true);
    await page.keyboard.type("gm?");
    await expectEventually(() => search.inputValue(), "gm?");
    await expectEventually(() => page.getByRole("dialog").count(), 0);
    await search.fill("");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await page.waitForURL("**/console/messages");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Atalhos do teclado" }).getByText("Mensagens").waitFor();
    await page.keyboard.press("Escape");
    await expectEventually(() => page.getByRole("dialog").count(), 0);
  });

  it("shows skeletons and never the previous page while a page loads", async () => {
    const page = await signIn({}, "/console/messages");
    await page.locator("tbody tr").first().waitFor();
    let respond = () => {};
    const isDue = new Promise<void>((resolve) => (respond = resolve));
    await page.route("**/v3/contacts?*", async (route) => {
      await isDue;
      await route.continue();
    });
    await openArea(page, "Contatos");
    await page.getByRole("heading", { level: 1, name: "Contatos" }).waitFor();
    await page.locator(".loading-line[data-loading]").waitFor();
    await page.locator("main .skeleton").first().waitFor();
    await expectEventually(() => page.title(), "Contatos · Recado");
    await expectEventually(() => page.locator("main tbody tr").count(), 0);
    respond();
    await page.locator("main .skeleton").first().waitFor({ state: "detached" });
  });

  it("cuts a bar that would flatten the rest, and shows the whole scale on request", async () => {
    const page = await signIn();
    const now = Date.now();
    const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
    await page.route("**/v3/usage?group_by=day*", async (route) => {
      const response = await route.fetch();
      const [row] = ((await response.json()) as { data: { total: number }[] }).data;
      const data = Array.from({ length: 60 }, (_, ago) => {
        const delivered = ago === 3 ? 40_000 : 100 + ((ago * 7) % 40);
        const counts = { pending: 0, error: 0, sent: 0, read: 0, undelivered: 0, failed: 0, expired: 0 };
        return { ...row, ...counts, blocked: 0, day: day(ago), total: delivered, delivered };
      });
      await route.fulfill({ response, json: { data } });
    });
    await page.getByRole("group", { name: "Período" }).getByRole("button", { name: "30 dias" }).click();
    await page.getByText("Barras maiores estão cortadas e mostram o número.").waitFor();
    await page
      .locator(".figure .change")
      .getByText(/^\+[\d.]+%$/)
      .first()
      .waitFor();
    await page.getByText("Variações em relação aos 30 dias anteriores, sem contar hoje.").waitFor();
    await takeScreenshot(page, "console-cut-bar");
    await page.getByRole("button", { name: "Ver a escala inteira" }).click();
    await page.getByText("A escala inclui todas as barras.").waitFor();
    const figure = page.locator(".figures").getByRole("link", { name: "Não enviadas" });
    expect(await figure.getAttribute("href")).toBe(
      `/console/messages?${new URLSearchParams({ status: "error,blocked", from: `${day(29)}T00:00:00Z` }).toString()}`,
    );
  });

  const openMessages = async (page: Page) => {
    await openArea(page, "Mensagens");
    await page.locator("tbody tr").first().waitFor();
  };

  testViews(signIn, {
    overview: ["/console", (page) => page.locator("canvas").waitFor()],
    messages: ["/console", openMessages],
    message: [
      "/console",
      async (page) => {
        await openMessages(page);
        await page.locator("tbody tr").first().getByRole("link").click();
        await page.locator(".timeline > li").first().waitFor();
      },
    ],
    palette: [
      "/console",
      async (page) => {
        await page.keyboard.press("Control+k");
        await page.locator(".palette").getByRole("option").first().waitFor();
      },
    ],
  });

  it("shows the sign-in without overflow or axe violations in all sizes and themes", async () => {
    const page = await service.open(CHECKED, "/console");
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
    await checkViews(page, "sign-in");
  });
});
