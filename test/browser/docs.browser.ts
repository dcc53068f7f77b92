import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { Browser, BrowserContext, Page } from "playwright-core";
import contract from "../../generated/openapi.json";
import { docsRouter } from "../../src/web/docs/docs.routes";
import { expectAccessible, inEachView } from "./axe";
import { startBrowser } from "../../scripts/tools/chromium";
import { watchedPage } from "./stage";
import { takeScreenshot, type Visit } from "./stage";

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;
const FOUND = "/docs/search?q=idempotency";
const PAGES = [
  ...["/docs", "/docs/guides/first-message", "/docs/reference", "/docs/reference/files", FOUND],
  ...["/docs/pt", "/docs/pt/guides/errors"],
];
/** The largest page, with every content form. It is tested at one size and theme, because axe takes long. */
const LARGEST = "/docs/reference/templates";

describe("the documentation in a browser", () => {
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    server = createServer(express().use(docsRouter({ contract, sdkContract: null })));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await startBrowser();
  });

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(problems.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  });

  async function open(path: string, visit: Visit & { javaScriptEnabled?: boolean } = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: SIZES[1], ...visit });
    contexts.push(context);
    const page = await watchedPage(context, problems);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return page;
  }

  const openAll = async (page: Page) => {
    for (const details of await page.locator("details:not(details details)").all()) {
      await details.evaluate((element) => ((element as HTMLDetailsElement).open = true));
    }
  };

  it.each(PAGES)("shows %s in all sizes and themes without overflow or axe violations", async (path) => {
    const page = await open(path, { viewport: SIZES[0], bypassCSP: true });
    await openAll(page);
    await inEachView(page, SIZES, async (view) => {
      await expectAccessible(page, view);
      const name = path.slice(1).replaceAll(/\W+/g, "-");
      await takeScreenshot(page, `docs-${name}-${view.viewport.width}-${view.colorScheme}`);
    });
  });

  it("shows the largest page on a phone in the dark theme without overflow or axe violations", async () => {
    const view = { viewport: SIZES[0], colorScheme: "dark" } as const;
    const page = await open(LARGEST, { ...view, bypassCSP: true });
    await openAll(page);
    await expectAccessible(page, view);
  });

  it("opens the search with a key on any page, and links to the results", async () => {
    const page = await open("/docs/guides/limits");
    await page.keyboard.press("/");
    await page.keyboard.type("sendMessages");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/search\?q=sendMessages/);
    await page.locator(".found a").first().click();
    await page.waitForURL(/\/docs\/reference\/messages#sendMessages/);
  });

  it("searches without JavaScript", async () => {
    const page = await open("/docs", { javaScriptEnabled: false });
    await page.getByLabel("Search").fill("nothing like qqqqzzzz");
    await page.getByLabel("Search").press("Enter");
    await page.getByRole("heading", { name: "Search", exact: true }).waitFor();
  });

  it("switches all samples to the language chosen by mouse or keyboard, and remembers it", async () => {
    const page = await open("/docs/guides/first-message");
    const panels = page.getByRole("tabpanel");
    const pairs = await panels.count();
    expect(pairs).toBeGreaterThan(3);
    await expect(panels.first().textContent()).resolves.toContain("api $API/messages");
    await page.getByRole("tab", { name: "Client" }).first().click();
    await expect(panels.last().textContent()).resolves.toContain("recado.messages.preview");
    expect(await panels.count()).toBe(pairs);
    await page.goto(page.url().replace("first-message", "campaigns"));
    const chosen = page.getByRole("tab", { name: "Client" }).first();
    expect(await chosen.getAttribute("aria-selected")).toBe("true");
    await chosen.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(panels.first().textContent()).resolves.toContain("api $API/files/upload-url");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("curl");
  });

  it("copies the visible sample, and confirms it", async () => {
    const page = await open("/docs/guides/first-message");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = page.locator(".code", { hasText: "npm ci && npm start" });
    // The page shows for two seconds that it has copied the sample.
    await Promise.all([
      block.getByRole("status").getByText("Copied").waitFor(),
      block.getByRole("button", { name: "Copy" }).click(),
    ]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm ci && npm start");
  });

  it("opens the section that an address points to", async () => {
    const page = await open("/docs/reference/templates#schema-Content");
    expect(await page.locator("#schema-Content").isVisible()).toBe(true);
    const link = page.getByRole("link", { name: "Fields of Content" }).first();
    await link.click();
    expect(new URL(page.url()).hash).toBe("#schema-Content");
  });

  it("scrolls the navigation to the current page", async () => {
    const page = await open("/docs/reference/webhooks");
    const current = page.locator("#navigation [aria-current]");
    const { y, height } = (await current.boundingBox()) ?? { y: Infinity, height: 0 };
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThan(SIZES[1].height);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it("folds the contents below the title on a phone, and shows them beside the text on a wide screen", async () => {
    const page = await open("/docs/guides/first-message", { viewport: SIZES[0] });
    const folded = page.locator("h1 + details");
    await folded.getByText("On this page").click();
    await folded.getByRole("link", { name: "Use a template" }).click();
    expect(new URL(page.url()).hash).toBe("#use-a-template");
    await page.setViewportSize(SIZES[1]);
    await folded.waitFor({ state: "hidden" });
    await page.getByRole("navigation", { name: "On this page" }).waitFor();
  });

  it("leads from a guide to the same guide in Portuguese, whose search finds Portuguese text", async () => {
    const page = await open("/docs/guides/errors");
    await page.getByRole("link", { name: "Português" }).click();
    await page.getByRole("heading", { name: "Erros", exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("pt-BR");
    await page.getByRole("button", { name: "Copiar" }).first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("telefones fixos");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Busca", exact: true }).waitFor();
    await page.locator(".found a").first().click();
    await page.waitForURL(/\/docs\/pt\/guides\/phone-numbers#telefones-fixos/);
    await page.setViewportSize(SIZES[0]);
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Phone numbers", exact: true }).waitFor();
  });

  it("shows all content without JavaScript", async () => {
    const page = await open("/docs/guides/first-message", { javaScriptEnabled: false });
    expect(await page.getByText("await recado.messages.send").first().isVisible()).toBe(true);
    expect(await page.getByText("api $API/messages -d").first().isVisible()).toBe(true);
    expect(await page.getByRole("button").count()).toBe(0);
  });
});
