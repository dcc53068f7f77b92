import type { Page, Route } from "playwright-core";
import { expectEventually, openAccountMenu, signedInto, testViews } from "./console";
import { stage } from "./stage";

const service = stage({ loadsWhenIdle: true });
const signIn = signedInto(service);
const AWAY = "O serviço não responde. Tentando de novo…";
const NOT_LOADED = "Não foi possível carregar o console.";

const MENU = [
  ["Mensagens", "Mensagens"],
  ["Enviar", "Enviar mensagens"],
  ["Contatos", "Contatos"],
  ["Listas", "Listas"],
  ["Modelos", "Modelos"],
  ["Campanhas", "Campanhas"],
  ["Caixa de entrada", "Caixa de entrada"],
  ["Webhooks", "Webhooks"],
  ["Chaves de API", "Chaves de API"],
  ["Remetentes", "Remetentes"],
  ["Limites", "Limites"],
  ["Visão geral", "Visão geral"],
] as const;

const menu = (page: Page) => page.getByRole("navigation", { name: "Menu principal" });

/** Waits until the page has loaded the scripts that it loads when it is idle. */
const allPartsOf = (page: Page) => page.locator("html[data-loaded]").waitFor({ state: "attached" });

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

describe("the console while the service is unreachable", () => {
  afterEach(() => void service.problems.splice(0)); // the browser logs each failed request

  it("opens every page without delay, reports that the service is unreachable, and fills the page afterwards", async () => {
    const page = await signIn();
    await allPartsOf(page);
    await page.route("**/*", (route) => route.abort());
    for (const [entry, heading] of MENU) {
      await menu(page).getByRole("link", { name: entry, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
      await expectEventually(() => menu(page).locator("[aria-current]").innerText(), entry);
      await expectEventually(async () => (await page.title()).endsWith("· Recado"), true);
    }
    await menu(page).getByRole("link", { name: "Listas", exact: true }).click();
    await page.getByText(AWAY).first().waitFor();
    await page.unroute("**/*");
    await page.getByRole("link", { name: "Recado", exact: true }).waitFor();
    await page.getByText(AWAY).first().waitFor({ state: "detached" });
  });

  it("opens pages without loading scripts after an upgrade, and keeps the input", async () => {
    const page = await signIn({}, "/console/send");
    await allPartsOf(page);
    const loads = countLoads(page);
    await page.route("**/console/assets/**", (route) => route.fulfill({ status: 404 }));
    await page.getByLabel("Texto", { exact: true }).fill("Um rascunho");
    for (const [entry] of MENU) await menu(page).getByRole("link", { name: entry, exact: true }).click();
    await page.getByRole("heading", { name: "Visão geral" }).waitFor();
    await menu(page).getByRole("link", { name: "Enviar", exact: true }).click();
    await expectEventually(() => page.getByLabel("Texto", { exact: true }).inputValue(), "Um rascunho");
    expect(loads()).toBe(0);
  });

  it("reports it and reloads once when an upgrade has renamed the script of a page", async () => {
    const page = await signIn();
    const loads = countLoads(page);
    // The script is available again after the automatic reload, which follows the reload of the test.
    await page.route("**/console/assets/send-*", (route) =>
      loads() < 2 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.reload();
    await page.locator(".shell").waitFor();
    await Promise.all([
      page.getByText("Esta parte do console não pôde ser carregada.").waitFor(),
      menu(page).getByRole("link", { name: "Enviar", exact: true }).click(),
    ]);
    await page.getByRole("heading", { name: "Enviar mensagens" }).waitFor();
    expect(loads()).toBe(2);
    expect(new URL(page.url()).pathname).toBe("/console/send");
  });

  it("reports that the console failed to load, and loads it when the service responds", async () => {
    const page = await service.open({}, "/docs");
    await page.route("**/console/assets/app-*", (route) => route.abort());
    await page.route("**/console/session", (route) => route.abort());
    await page.goto(`${service.baseUrl}/console`);
    await page.getByText(NOT_LOADED).waitFor();
    await page.unroute("**/console/assets/app-*");
    await page.unroute("**/console/session");
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
  });

  it("reloads once when a script is missing, and again when the user presses the button", async () => {
    const page = await service.open({}, "/docs");
    const loads = countLoads(page);
    await page.clock.install();
    await page.route("**/console/assets/app-*", (route) => route.fulfill({ status: 404 }));
    await page.goto(`${service.baseUrl}/console`);
    await page.getByText(NOT_LOADED).waitFor();
    await page.clock.runFor(3_000);
    await expectEventually(() => Promise.resolve(loads()), 2);
    await page.getByText(NOT_LOADED).waitFor();
    await page.clock.runFor(30_000);
    await page.getByText(NOT_LOADED).waitFor();
    expect(loads()).toBe(2);
    await page.unroute("**/console/assets/app-*");
    await page.getByRole("button", { name: "Tentar de novo" }).click();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
  });

  it("reports the outage before the session is known, and does not end the session", async () => {
    const page = await signIn({}, "/console/contacts");
    await page.route("**/console/session", (route) => route.abort());
    await page.reload();
    await page.getByText(AWAY).waitFor();
    await page.unroute("**/console/session");
    await page.getByRole("heading", { name: "Contatos" }).waitFor();

    // A proxy in front of the service answers 401; the service knows the session.
    await page.route("**/v3/**", (route) => route.fulfill({ status: 401 }));
    await menu(page).getByRole("link", { name: "Listas", exact: true }).click();
    await page.getByRole("heading", { name: "Listas" }).waitFor();
    await page.locator("main .refusal").first().waitFor();
    await page.unroute("**/v3/**");
    await page.getByRole("link", { name: "Recado", exact: true }).waitFor();
  });

  it.each<[string, (route: Route) => Promise<void>]>([
    ["is lost", (route) => route.abort()],
    [
      "is rejected by a proxy",
      (route) => (route.request().method() === "DELETE" ? route.fulfill({ status: 401 }) : route.continue()),
    ],
  ])("stays signed in and reports it when the sign-out request %s", async (_case, respond) => {
    const page = await signIn();
    await page.route("**/console/session", respond);
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByText("O serviço não respondeu.").waitFor();
    await page.unroute("**/console/session");
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
  });

  it("forgets unsaved input at a sign-out whose response is lost", async () => {
    const page = await signIn();
    await page.evaluate(() => sessionStorage.setItem("recado.draft unsaved", "{}"));
    await page.route("**/console/session", async (route) => {
      if (route.request().method() !== "DELETE") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
    // Another request may show the sign-in, before the page knows that the response was lost.
    const unsaved = () => page.evaluate(() => sessionStorage.getItem("recado.draft unsaved"));
    await expectEventually(unsaved, null);
  });
});

describe("console addresses without a resource", () => {
  const UNKNOWN = "018f0000-0000-7000-8000-000000000000";

  it.each([
    ["/console/nope", "Página não encontrada", null, "Visão geral"],
    ["/console/messages/1/2", "Página não encontrada", null, "Visão geral"],
    ["/console/messages/not-a-uuid", "Mensagem não encontrada", "Mensagens", "Mensagens"],
    [`/console/messages/${UNKNOWN}`, "Mensagem não encontrada", "Mensagens", "Mensagens"],
    [`/console/contacts/${UNKNOWN}`, "Contato não encontrado", "Contatos", "Contatos"],
    [`/console/lists/${UNKNOWN}`, "Lista não encontrada", "Listas", "Listas"],
    [`/console/templates/${UNKNOWN}`, "Modelo não encontrado", "Modelos", "Modelos"],
    [`/console/campaigns/${UNKNOWN}`, "Campanha não encontrada", "Campanhas", "Campanhas"],
    [`/console/settings/webhooks/${UNKNOWN}`, "Webhook não encontrado", "Webhooks", "Webhooks"],
    ["/console/replies/nope", "Isto não é um número de telefone", "Caixa de entrada", "Caixa de entrada"],
  ])("shows for %s the heading %s and a link", async (path, title, entry, then) => {
    const page = await signIn({}, path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await expectEventually(() => page.title(), `${title} · Recado`);
    await expectEventually(() => menu(page).locator("[aria-current]").count(), entry === null ? 0 : 1);
    await page.locator("main a.btn").click();
    await page.getByRole("heading", { level: 1, name: then, exact: true }).waitFor();
    service.problems.splice(0); // the browser logs the error response
  });

  testViews(signIn, {
    absent: [
      "/console/nope",
      (page) => page.getByRole("heading", { level: 1, name: "Página não encontrada" }).waitFor(),
    ],
  });
});
