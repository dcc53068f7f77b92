import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { phoneText } from "../../src/messaging/phone-text";
import { temporaryFolder } from "../support/temporary-folder";
import { expectEventually, signedInto, zoneAtNoon, factOf } from "./console";
import { stage } from "./stage";

const service = stage({ loadsWhenIdle: true });
const signIn = signedInto(service);

/** Sandbox numbers: a number that ends in 9999 receives messages, a number that ends in 0001 does not. */
const ANA = "+5511977779999";
const UNREACHABLE = "+5511977770001";

const goTo = async (page: Page, area: string, title = area) => {
  await page.getByRole("link", { name: area, exact: true }).click();
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
};

/**
 * Counts what a person presses: links, buttons, fields and choices. Returns a function that returns the count
 * since its last call.
 */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { presses: number };
    counter.presses = 0;
    const count = () => void counter.presses++;
    document.addEventListener("click", count, true);
    document.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && count(), true);
    document.addEventListener(
      "focusin",
      ({ target }) => target instanceof HTMLElement && target.matches("input, textarea") && count(),
    );
  });
  return () =>
    page.evaluate(() => {
      const counter = window as unknown as { presses: number };
      const { presses } = counter;
      counter.presses = 0;
      return presses;
    });
}

describe("a campaign from start to end in the console", () => {
  const folder = temporaryFolder("story");

  it("imports contacts, launches a campaign, answers a reply and exports a report with few presses", async () => {
    const page = await signIn({ timezoneId: zoneAtNoon() });

    await goTo(page, "Listas");
    await goTo(page, "Nova lista");
    await page.getByLabel("Nome").fill("Clientes da feira");
    await page.getByRole("button", { name: "Criar lista" }).click();
    const contacts = join(folder, "feira.csv");
    writeFileSync(
      contacts,
      `telefone,nome,banca\n${ANA},Ana,Frutas\n${UNREACHABLE},Rui,Queijos\n12,Ninguém,Nada\n`,
    );
    await page.getByLabel("Escolher um arquivo CSV").setInputFiles(contacts);
    await page.getByText("2 pessoas serão importadas, 1 linha recusada.").waitFor();
    await page.getByRole("button", { name: /^Importar para/ }).click();
    await page.getByText("Linhas: 3 de 3 · Criados: 2 · Atualizados: 0 · Recusados: 1").waitFor();

    await goTo(page, "Modelos");
    await goTo(page, "Novo modelo");
    await page.getByLabel("Nome", { exact: true }).fill("Feira de hoje");
    await page.getByLabel("Texto", { exact: true }).fill("Oi {{ name }}, a banca {{ banca }} abre hoje!");
    await page.getByRole("list", { name: "Quem tem cada variável" }).waitFor();
    await page.getByRole("button", { name: "Criar modelo" }).click();
    await page.getByRole("heading", { name: "Feira de hoje" }).waitFor();

    const presses = await countPresses(page);
    await goTo(page, "Campanhas");
    await goTo(page, "Nova campanha");
    await page.getByLabel("Nome").fill("Feira");
    await page.getByLabel("Modelo").selectOption({ label: "Feira de hoje (SMS)" });
    await page.getByLabel("Lista").selectOption({ label: "Clientes da feira (2 contatos)" });
    await page.getByRole("button", { name: "Criar campanha" }).click();
    const figure = (name: string) => factOf(page, name);
    await figure("Vão receber").waitFor();
    await expectEventually(() => figure("Vão receber").innerText(), "2");
    await page.getByRole("button", { name: "Lançar agora" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Lançar agora" }).click();
    expect(await presses()).toBeLessThanOrEqual(8);
    await page.locator("h1 .status").getByText("Concluída").waitFor();
    await expectEventually(() => figure("Mensagens").innerText(), "2");
    await page.getByRole("cell", { name: "Não pôde ser entregue" }).waitFor();

    await service.customer.post("/sandbox/replies", { channel: "sms", from: ANA, text: "Tem manga?" });
    await presses();
    await goTo(page, "Caixa de entrada");
    await page.locator(".conversations").getByText("Tem manga?").waitFor();
    await page.locator(".conversations").getByRole("link", { name: "Ana" }).click();
    await page.locator(".chat > .sent").getByText("Oi Ana, a banca Frutas abre hoje!").waitFor();
    await page.getByLabel("Sua resposta").fill("Tem, e bem doce!");
    await page.locator(".reply [type=submit]:enabled").waitFor();
    await page.getByLabel("Sua resposta").press("Control+Enter");
    await page.locator(".chat > .sent").getByText("Tem, e bem doce!").waitFor();
    expect(await presses()).toBeLessThanOrEqual(3);

    await goTo(page, "Campanhas");
    await page.getByRole("link", { name: "Feira", exact: true }).click();
    await page.getByRole("cell", { name: "Não pôde ser entregue" }).waitFor();
    expect(await presses()).toBeLessThanOrEqual(4);

    await page.getByRole("link", { name: "Ver as mensagens" }).click();
    await page.getByText("2 de 2 mensagens").waitFor();
    await presses();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Exportar CSV" }).click(),
    ]);
    expect(await presses()).toBeLessThanOrEqual(1);
    const report = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n")
      .slice(1);
    expect(report).toHaveLength(2);
    expect(report.find((line) => line.includes(phoneText(ANA)))).toContain("Entregue");
    expect(report.find((line) => line.includes(phoneText(UNREACHABLE)))).toContain("Não entregue");

    await goTo(page, "Visão geral");
    await page.getByRole("group", { name: "Período" }).getByRole("button", { name: "Hoje" }).click();
    await page.getByRole("heading", { name: "Mensagens por hora e resultado" }).waitFor();
    await expectEventually(() => page.locator(".figures dd").first().innerText(), "3");
  });
});
