import type { Browser, Page } from "playwright-core";
import { startBrowser } from "../../tools/chromium";
import { Api } from "../api";
import { benchmark, chosen, progress, type Run } from "../run";
import { seedTenant } from "../seed";
import { type Amounts, seedConsole } from "../seed-console";
import { spreadOf } from "../stats";
import { type Seeded, type View, VIEWS } from "./console-views";

const FULL: Amounts = { contacts: 100_000, messages: 1_000_000, talkers: 10_000, deliveries: 20_000 };
const QUICK: Amounts = { contacts: 10_000, messages: 100_000, talkers: 1_000, deliveries: 2_000 };
/** Amounts of the small account, which is the baseline. The amounts suffice to fill every page. */
const SMALL: Amounts = { contacts: 1_000, messages: 2_000, talkers: 100, deliveries: 100 };

/** Maximum p95 of the time until a page is usable, and of the pages' API requests, in milliseconds. */
const USABLE_MS = 1_000;
const REQUEST_MS = 300;
const ENV = { RECADO_WEBHOOK_ALLOW_PRIVATE: "1", RECADO_HANDSET: "1" };

/** Measures the console's pages in a real browser. The baseline is a small account in the same service. */
export const bench = benchmark(["console"], String, benchViews, { selects: true });

async function benchViews(run: Run): Promise<void> {
  const browser = await startBrowser();
  run.defer(() => browser.close());
  const amounts = run.pick({ quick: QUICK, usual: FULL });
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
  for (const view of chosen(VIEWS, run.options, ({ name }) => `console ${name}`)) {
    await large.visit(view);
    await small.visit(view);
    await run.compare({
      name: `console ${view.name}`,
      n: amounts.messages,
      unit: "ms until usable",
      ours: async () => ({ value: await large.visit(view) }),
      baselines: [{ aim: { atMost: USABLE_MS, of: "p95" }, turn: () => small.visit(view) }],
      more: async (turns) => spreadOf(turns.map(({ value }) => value)),
    });
  }
  reportRequests(run, "console requests", large.measured, small.measured);
  const { pairs } = run.options;
  const alone = await large.repeat(tenants.full.key, pairs);
  reportRequests(run, "console requests alone", alone, await small.repeat(tenants.small.key, pairs));
}

function reportRequests(run: Run, bench: string, large: Requests, small: Requests): void {
  const times = large.map(({ milliseconds }) => milliseconds);
  const spread = spreadOf(times);
  const floor = spreadOf(small.map(({ milliseconds }) => milliseconds)).p50;
  const aim = { atMost: REQUEST_MS, of: "p95" } as const;
  run.report({ bench, n: times.length, unit: "ms, median", aim }, [{ ours: spread.p50, floor }], spread);
  const slowest = [...large].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);
  for (const { path, milliseconds } of slowest) progress(`${bench}, ${Math.round(milliseconds)} ms: ${path}`);
}

/**
 * Returns whether each selector has a visible element. Runs in the page at each frame; a locator would poll
 * only every 500 ms.
 */
const areVisible = (selectors: readonly string[]): boolean =>
  selectors.every((selector) =>
    [...document.querySelectorAll(selector)].some((element) => element.checkVisibility()),
  );

const SLOWEST = 8;

/** API requests that read. A path is below `/v3` and includes the query. */
type Requests = readonly { path: string; milliseconds: number }[];

/** Signed-in browser tab that records the duration of each GET request to the API while it visits pages. */
class Visitor {
  readonly measured: Requests[number][] = [];

  private constructor(
    private readonly page: Page,
    private readonly origin: string,
    private readonly seeded: Seeded,
  ) {
    page.on("requestfinished", (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith("/v3/") || request.method() !== "GET") return;
      const { responseEnd } = request.timing();
      const path = `${pathname.slice("/v3".length)}${search}`;
      if (responseEnd >= 0) this.measured.push({ path, milliseconds: responseEnd });
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
      await this.page.waitForFunction(areVisible, usable, { polling: "raf" });
    } catch (error) {
      const seen = (await this.page.locator("body").innerText()).slice(0, 1_000);
      throw new Error(`the page ${name} did not become usable: ${seen}`, { cause: error });
    }
    return performance.now() - began;
  }

  /** Sends each measured request again without the browser, one at a time. */
  async repeat(key: string, times: number): Promise<Requests> {
    const api = new Api(this.origin, key);
    const repeated: Requests[number][] = [];
    for (const path of new Set(this.measured.map((request) => request.path))) {
      for (let turn = 0; turn < times; turn += 1) {
        repeated.push({ path, milliseconds: (await api.call("GET", path)).milliseconds });
      }
    }
    await api.close();
    return repeated;
  }
}
