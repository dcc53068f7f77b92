import {
  checkView,
  chooseLanguage,
  expectEventually,
  HOSTILE,
  openAccountMenu,
  openArea,
  signedInto,
  VIEWS,
} from "./console";
import { sendEverything } from "./sender";
import { freshNumber, stage, written } from "./stage";

const service = stage();
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

  it("signs in and out with a key, without storing it where scripts can read", async () => {
    const page = await signIn();
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toMatch(/st_|recado_session/);
    await page.reload();
    await page.getByRole("heading", { name: "Visão geral" }).waitFor();
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
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
    await page.getByText("1 de 1 mensagens").waitFor();
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
    await page.getByText("O serviço não responde. Tentando de novo…").waitFor({ timeout: 20_000 });
    await page.locator("tbody tr").first().waitFor();
    await page.unroute("**/v3/messages?*");
    await page
      .getByText("O serviço não responde. Tentando de novo…")
      .waitFor({ state: "detached", timeout: 20_000 });
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

  it("hides pages that the key may not read", async () => {
    const made = await fetch(`${service.baseUrl}/v3/api-keys`, {
      method: "POST",
      headers: { "X-API-Key": service.key, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Só contatos", scopes: ["contacts:read"] }),
    });
    const { key } = (await made.json()) as { key: string };
    const page = await service.open({}, "/console");
    await page.getByLabel("Chave de API").fill(key);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.getByText("Só contatos").waitFor();
    await expectEventually(() => page.getByRole("link", { name: "Mensagens" }).count(), 0);
    await expectEventually(() => page.locator("canvas").count(), 0);
  });

  it.each(
    ["overview", "messages", "message", "sign-in"].flatMap((name) => VIEWS.map((view) => ({ name, view }))),
  )(
    "shows $name without overflow or axe violations at $view.viewport.width px, $view.colorScheme",
    async ({ name, view }) => {
      const page = name === "sign-in" ? await service.open(view, "/console") : await signIn(view);
      if (name === "sign-in") await page.getByRole("heading", { name: "Entrar" }).waitFor();
      else if (name === "overview") await page.locator("canvas").waitFor();
      else {
        await openArea(page, "Mensagens");
        await page.locator("tbody tr").first().waitFor();
      }
      if (name === "message") {
        await page.locator("tbody tr").first().getByRole("link").click();
        await page.locator(".history li").first().waitFor();
      }
      await checkView(page, name, view);
    },
  );
});
