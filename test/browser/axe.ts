import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

interface AxeResults {
  passes: unknown[];
  /** Rules that apply but that axe cannot decide, for example the contrast of text in the search dialog. */
  incomplete: unknown[];
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

interface Axe {
  /** For result types outside `resultTypes`, axe describes only one node, which takes less time. */
  run(options: { resultTypes: string[]; runOnly?: string[] }): Promise<AxeResults>;
}

export interface View {
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
  /** Whether the same elements have been checked at this size in the other theme. */
  isRecolored?: boolean;
}

/** The rules of axe that depend on colors. The themes differ only in colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

const LOADING = "[role=status] + .skeleton-rows";

/** Shows the page in each size in both themes, and calls `check` in each. */
export async function inEachView(
  page: Page,
  sizes: readonly View["viewport"][],
  check: (view: View) => Promise<void>,
): Promise<void> {
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(endTransitions);
      // A larger page may show more lists, which then load.
      await page.locator(LOADING).first().waitFor({ state: "detached" });
      await check({ viewport, colorScheme, isRecolored: colorScheme === "dark" });
    }
  }
}

/** Runs in the page. Waits until it shows its new size or theme, and ends the transitions of its colors. */
async function endTransitions(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}

/**
 * Expects that the page does not overflow its width, and has no axe violations. In the second theme, only the
 * rules about colors run, because every other rule would return the same result.
 */
export async function expectAccessible(page: Page, view: View): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const violations = await violationsOn(page, view.isRecolored ? COLOR_RULES : undefined);
  expect({ ...view, overflow, violations }).toEqual({ ...view, overflow: 0, violations: [] });
}

/**
 * Returns the violations of these axe rules, by default of all rules. The page must have been opened with
 * `bypassCSP`.
 */
export async function violationsOn(page: Page, runOnly?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window)))
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const { passes, incomplete, violations } = await page.evaluate(
    (rules) => (window as unknown as { axe: Axe }).axe.run({ resultTypes: ["violations"], ...rules }),
    runOnly && { runOnly },
  );
  expect(passes.length + incomplete.length + violations.length).toBeGreaterThan(runOnly ? 0 : 10);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((one) => `${one.html} ${one.failureSummary}`).join(" | ")}`,
  );
}
