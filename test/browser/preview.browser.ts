import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Preview, startPreview } from "../../scripts/preview/server";
import { startBrowser } from "../../scripts/tools/chromium";
import { temporaryFolder } from "../support/temporary-folder";

describe("the contract preview in a browser", () => {
  let folder: string;
  let preview: Preview;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = temporaryFolder("previewed");
    cpSync(resolve(__dirname, "../../openapi"), join(folder, "openapi"), { recursive: true });
    preview = await startPreview(join(folder, "openapi/openapi.yaml"), 0);
    browser = await startBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${preview.url}/docs/reference/templates`);
  });

  afterAll(async () => {
    await browser.close();
    await preview.close();
  });

  function edit(from: string, to: string): void {
    const file = join(folder, "openapi/paths/templates/templates.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  }

  it("shows an edit without a reload", async () => {
    await page.getByRole("heading", { name: "List templates" }).waitFor();
    edit("summary: List templates", "summary: List what can be sent");
    await page.getByRole("heading", { name: "List what can be sent" }).waitFor();
  });

  it("shows problems with their position until they are fixed", async () => {
    edit("operationId: listTemplates", "operationId: list_templates");
    const problems = page.locator("#preview-problems");
    await problems.getByText("openapi/paths/templates/templates.yaml:2:16").waitFor();
    await problems.getByText("Why:").first().waitFor();
    edit("operationId: list_templates", "operationId: listTemplates");
    await problems.waitFor({ state: "hidden" });
  });

  it("keeps the last valid reference while a file is invalid", async () => {
    edit("summary: List what", "summary: [List what");
    await page.locator("#preview-problems").getByText("Failed to parse").waitFor();
    expect(await page.getByRole("heading", { name: "List what can be sent" }).count()).toBe(1);
    edit("summary: [List what", "summary: List what");
    await page.locator("#preview-problems").waitFor({ state: "hidden" });
  });
});
