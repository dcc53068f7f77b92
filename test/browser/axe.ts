import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

interface AxeResults {
  passes: unknown[];
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

interface Axe {
  /** Of each result type that is left out, axe describes one node only, which takes less time. */
  run(options: { resultTypes: string[] }): Promise<AxeResults>;
}

/** Returns the axe violations of the page, which must have been opened with `bypassCSP`. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const { passes, violations } = await page.evaluate(() =>
    (window as unknown as { axe: Axe }).axe.run({ resultTypes: ["violations"] }),
  );
  expect(passes.length).toBeGreaterThan(10);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((one) => `${one.html} ${one.failureSummary}`).join(" | ")}`,
  );
}
