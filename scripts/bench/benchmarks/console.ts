import type { Browser, Page } from "playwright-core";
import { startBrowser } from "../../tools/chromium";
import { benchmark, type Bench, chosen, progress, type Run } from "../run";
import { seedTenant } from "../seed";
import { type Amounts, seedConsole } from "../seed-console";
import { percentile } from "../stats";
import { type Seeded, type View, VIEWS } from "./console-views";

const FULL: Amounts = { contacts: 100_000, messages: 1_000_000 };
const QUICK: Amounts = { contacts: 10_000, messages: 100_000 };
/** Amounts of the small account, which is the baseline. They suffice to fill every page. */
const SMALL: Amounts = { contacts: 1_000, messages: 2_000 };

/** Maximum p95 in milliseconds: until a page is usable, and of the API requests of the pages. */
const USABLE_MS = 1_000;
const REQUEST_MS = 300;
const ENV = { RECADO_WEBHOOK_ALLOW_PRIVATE: "1", RECADO_HANDSET: "1" };

/** Measures the console's pages in a real browser. The baseline is a small account in the same service. */
export const benchConsole: Bench = async (databases, options, report) => {
  const { browser, close } = await startBrowser();
  try {
    const each = benchmark(
      ["console"],
      (name) => name,
      (run) => benchViews(run, browser, options.only),
    );
    await each(databases, { ...options, only: null }, report);
  } finally {
    await close();
  }
};

async function benchViews(run: Run, browser: Browser, only: string | null): Promise<void> {
  const amounts = run.options.quick ? QUICK : FULL;
  run.say(`${amounts.contacts} contacts and ${amounts.messages} messages`);
  const { address, ...tenants } = await run.seeded(async (db) => ({
    full: await seedTenant(db),
    small: await seedTenant(db, { name: "small" }),
  }));
  // On both databases, one process has the roles `api` and `worker`.
  const { origin } = await run.deploy(address, { workers: 0, env: { ...ENV, RECADO_ROLES: "api,worker" } });
  const seed = (tenant: typeof tenants.full, size: Amounts) =>
    run.using(address, (db) => seedConsole(db, tenant, origin, size));
  const few = await seed(tenants.small, SMALL);
  const many = await seed(tenants.full, amounts);
  await run.settle(address);
  const large = await Visitor.signIn(browser, origin, tenants.full.key, many);
  const small = await Visitor.signIn(browser, origin, tenants.small.key, few);
  for (const view of chosen(VIEWS, { only }, ({ name }) => `console ${name}`)) {
    await large.visit(view);
    await small.visit(view);
    await run.compare({
      ...{ name: `console ${view.name}`, n: amounts.messages, unit: "ms until usable" },
      ours: async () => ({ value: await large.visit(view) }),
      baselines: [{ aim: { atMost: USABLE_MS, of: "p95" }, turn: () => small.visit(view) }],
      more: async (turns) => spreadOf(turns.map(({ value }) => value)),
    });
  }
  const [ours, floor] = [percentile(large.requests, 0.5), percentile(small.requests, 0.5)];
  const ratio = ours / floor;
  run.report({
    ...{ bench: "console requests", n: large.requests.length, unit: "ms, median" },
    ...{ ours, floor, ratio, min: ratio, max: ratio, aim: { atMost: REQUEST_MS, of: "p95" } },
    ...spreadOf(large.requests),
  });
  for (const [path, milliseconds] of large.slowest) progress(`${Math.round(milliseconds)} ms: ${path}`);
}

const spreadOf = (milliseconds: readonly number[]) => ({
  p50: percentile(milliseconds, 0.5),
  p95: percentile(milliseconds, 0.95),
  p99: percentile(milliseconds, 0.99),
});

const SLOWEST = 8;

/** Signed-in browser page that measures the API requests of the visited pages. */
class Visitor {
  private readonly measured: [path: string, milliseconds: number][] = [];

  private constructor(
    private readonly page: Page,
    private readonly origin: string,
    private readonly seeded: Seeded,
  ) {
    page.on("requestfinished", (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith("/v3/")) return;
      const { responseEnd } = request.timing();
      if (responseEnd >= 0) this.measured.push([`${pathname}${search}`, responseEnd]);
    });
  }

  static async signIn(browser: Browser, origin: string, key: string, seeded: Seeded): Promise<Visitor> {
    const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1_280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${origin}/console`);
    await page.locator("input[type=password]").fill(key);
    await page.locator("form button[type=submit]").click();
    await page.locator("nav").first().waitFor();
    return new Visitor(page, origin, seeded);
  }

  async visit({ name, path, usable }: View): Promise<number> {
    const began = performance.now();
    await this.page.goto(`${this.origin}${path(this.seeded)}`, { waitUntil: "commit" });
    try {
      for (const part of usable) await this.page.locator(part).first().waitFor();
    } catch (error) {
      const seen = (await this.page.locator("body").innerText()).slice(0, 1_000);
      throw new Error(`the page ${name} did not become usable: ${seen}`, { cause: error });
    }
    return performance.now() - began;
  }

  get requests(): number[] {
    return this.measured.map(([, milliseconds]) => milliseconds);
  }

  get slowest(): readonly (readonly [string, number])[] {
    return [...this.measured].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  }
}
