import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { operations } from "../../scripts/contract-check/contract";
import { CoverageTally } from "../../scripts/contract-check/coverage";
import { toHtml } from "../../scripts/contract-check/report/html";
import type { CheckResult } from "../../scripts/contract-check/run";
import { startBrowser } from "../../scripts/tools/chromium";

/** Returns a report with hits, violations, an undocumented status, and statuses that were not provoked. */
function page(): string {
  const tally = new CoverageTally(operations);
  const request = {
    method: "GET",
    url: `/senders?search=${"x".repeat(300)}`,
    headers: { accept: "*/*" },
    body: "",
  };
  const response = { status: 200, headers: {}, body: JSON.stringify({ data: "x".repeat(500) }) };
  for (const [index, operation] of operations.entries()) {
    const base = { operation, purpose: "reads", request, expected: null, tookMs: index + 0.5 };
    tally.record({ ...base, response, faults: [] });
    if (index % 9 > 0) continue;
    const faults = [{ by: "contract" as const, message: "data must be array" }];
    tally.record({ ...base, response: { ...response, status: 206 }, faults });
  }
  const result: CheckResult = {
    url: "https://messages.example.com/v3",
    mode: "full",
    startedAt: new Date(0),
    durationMs: 1_000,
    coverage: tally.result(() => "cannot be provoked from outside", null),
    invariants: null,
    cleanUp: { removed: 3, failed: ["deleteTemplate returned 500"], stays: ["2 imports"] },
    interrupted: false,
    endedEarly: "no response to 10 requests in a row",
  };
  return toHtml(result);
}

interface AxeResults {
  passes: unknown[];
  violations: { id: string; nodes: { html: string }[] }[];
}

describe("the report of the contract check", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  async function violationsOn(opened: Page): Promise<string[]> {
    await opened.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const { passes, violations } = await opened.evaluate(() =>
      (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    expect(passes.length).toBeGreaterThan(10);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }

  it.each([360, 1280])("is accessible, requests nothing else and fits at a width of %s", async (width) => {
    const opened = await browser.newPage({ viewport: { width, height: 900 } });
    const requested: string[] = [];
    opened.on("request", (one) => void requested.push(one.url()));
    await opened.setContent(page());
    for (const summary of await opened.locator("summary").all()) await summary.click();
    expect(await violationsOn(opened)).toEqual([]);
    expect(await opened.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(requested).toEqual([]);
    expect(await opened.locator("td.violated").first().innerText()).toBe("violated");
    await opened.close();
  });
});
