import type { Page } from "playwright-core";
import { expectEventually, openArea, signedInto } from "./console";
import { freshNumber, stage } from "./stage";

const service = stage({ loadsWhenIdle: true });
const signIn = signedInto(service);

const AREAS = [
  ...[
    "Mensagens",
    "Enviar",
    "Contatos",
    "Listas",
    "Modelos",
    "Campanhas",
    "Caixa de entrada",
    "Respostas rápidas",
  ],
  ...[
    "Webhooks",
    "Chaves de API",
    "Remetentes",
    "Limites",
    "Palavras de descadastro",
    "Privacidade",
    "Visão geral",
  ],
];

/** Size in CSS pixels of a window of 1280 × 900 at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 450 };

/** Elements that reach beyond the window's right edge without a scrollable ancestor. */
const beyondWindow = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll", "hidden"].includes(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    return [...document.querySelectorAll("main a, main button, main input, main select, main h1")]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element.parentElement),
      )
      .map((element) => element.outerHTML.slice(0, 100));
  });

/** Limits the network of a page, as a slow phone connection does. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = 50_000;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Writes a message and opens the dialog that confirms its sending. */
async function draft(page: Page, number: string): Promise<void> {
  await openArea(page, "Enviar");
  await page.getByLabel("Números", { exact: true }).fill(number);
  await page.getByLabel("Texto", { exact: true }).fill("Uma vez só");
  await page.getByRole("region", { name: "Antes de enviar" }).getByRole("button", { name: "Enviar" }).click();
}

describe("the console under adverse conditions", () => {
  it("fits every page and dialog into the window at a zoom of 200 %", async () => {
    await service.customer.post("/v3/messages", {
      channel: "sms",
      content: { type: "text", text: "Seu pedido saiu para entrega." },
      recipients: [{ to: freshNumber() }],
    });
    const page = await signIn({ viewport: ZOOMED });
    for (const name of AREAS) {
      await openArea(page, name);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectEventually(() => page.locator("main .skeleton").count(), 0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      expect(await beyondWindow(page)).toEqual([]);
    }
    await draft(page, freshNumber());
    const button = page.getByRole("dialog").getByRole("button", { name: "Enviar" });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    expect(box === null ? Infinity : box.x + box.width).toBeLessThanOrEqual(ZOOMED.width);
    expect(box === null ? Infinity : box.y + box.height).toBeLessThanOrEqual(ZOOMED.height);
  });

  it("shows each page's own heading at once and sends a message once on a slow network", async () => {
    const number = freshNumber();
    const page = await signIn();
    await slowDown(page);
    for (const name of AREAS) {
      await openArea(page, name);
      await expectEventually(async () => (await page.locator("h1").innerText()) !== "", true);
      await expectEventually(() => page.locator("main .skeleton").count(), 0);
    }
    await draft(page, number);
    await page.getByRole("dialog").getByRole("button", { name: "Enviar" }).dblclick();
    await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
    const { pagination } = await service.customer.get<{ pagination: { total: number } }>(
      `/v3/messages?recipient=${encodeURIComponent(number)}`,
    );
    expect(pagination.total).toBe(1);
  });
});
