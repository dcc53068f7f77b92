import type { BrowserContext, Page } from "playwright-core";
import { startBrowser } from "../../tools/chromium";
import { type Bench, chosen, inTurn, progress } from "../bench";
import { type DatabaseKind, type Databases, openAddress, serviceEnv } from "../databases";
import type { Options } from "../options";
import { Service } from "../processes";
import type { Result } from "../report";
import { analyze, seedTenant } from "../seed";
import { percentile } from "../stats";
import { type Amounts, seedConsole } from "./store";
import { type Seeded, type View, VIEWS } from "./views";

const FULL: Amounts = { contacts: 100_000, messages: 1_000_000 };
const QUICK: Amounts = { contacts: 10_000, messages: 100_000 };
/** The account that the other one is compared with: as much as makes every page look as it does. */
const SMALL: Amounts = { contacts: 1_000, messages: 2_000 };

/** Milliseconds until a page can be worked with, and for 95 of 100 requests that it makes. */
const USABLE_MS = 1_000;
const REQUEST_MS = 300;

/** Pages of the console in a real browser, of a large account: against those of a small one in the same service. */
export const benchConsole: Bench = async (databases, options, report) => {
  const { browser, close } = await startBrowser();
  try {
    for (const kind of options.databases) {
      const open = () => browser.newContext({ locale: "pt-BR", viewport: { width: 1_280, height: 900 } });
      await benchOn(databases, kind, options, open, report);
    }
  } finally {
    await close();
  }
};

async function benchOn(
  databases: Databases,
  kind: DatabaseKind,
  options: Options,
  open: () => Promise<BrowserContext>,
  report: (result: Result) => void,
): Promise<void> {
  const amounts = options.quick ? QUICK : FULL;
  progress(`console, ${kind}: ${amounts.contacts} contacts and ${amounts.messages} messages`);
  const address = await databases.create(kind);
  const db = openAddress(address, 2);
  const [full, small] = [await seedTenant(db), await seedTenant(db, { name: "small" })];
  const service = await Service.start(databases.scratch, {
    env: {
      ...serviceEnv(address),
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_HANDSET: "1",
    },
    profileDir: options.profileDir,
  });
  try {
    const few = await seedConsole(db, small, service.origin, SMALL);
    const many = await seedConsole(db, full, service.origin, amounts);
    await analyze(db);
    await databases.settle();
    const largeAccount = await Visitor.signIn(await open(), service.origin, full.key, many);
    const smallAccount = await Visitor.signIn(await open(), service.origin, small.key, few);
    for (const view of chosen(VIEWS, options, ({ name }) => `console ${name}`)) {
      await largeAccount.visit(view);
      await smallAccount.visit(view);
      const usable: number[] = [];
      const [comparison] = await inTurn(
        options.pairs,
        async () => {
          const milliseconds = await largeAccount.visit(view);
          usable.push(milliseconds);
          return milliseconds;
        },
        [() => smallAccount.visit(view)],
      );
      if (!comparison) throw new Error("nothing was compared");
      report({
        ...comparison,
        ...{ bench: `console ${view.name}`, db: kind, n: amounts.messages, unit: "ms until usable" },
        aim: { atMost: USABLE_MS, of: "p95" },
        ...spreadOf(usable),
      });
    }
    report({
      ...{ bench: "console requests", db: kind, n: largeAccount.requests.length, unit: "ms, median" },
      ...ratioOf(percentile(largeAccount.requests, 0.5), percentile(smallAccount.requests, 0.5)),
      aim: { atMost: REQUEST_MS, of: "p95" },
      ...spreadOf(largeAccount.requests),
    });
    for (const [path, milliseconds] of largeAccount.slowest)
      progress(`${Math.round(milliseconds)} ms: ${path}`);
  } finally {
    await service.stop();
    await db.destroy();
  }
  await databases.drop(address);
}

const spreadOf = (milliseconds: readonly number[]) => ({
  p50: percentile(milliseconds, 0.5),
  p95: percentile(milliseconds, 0.95),
  p99: percentile(milliseconds, 0.99),
  ...{ cpuMsPerRow: null, rssMb: null, exponent: null },
});

function ratioOf(ours: number, floor: number) {
  const ratio = ours / floor;
  return { ours, floor, ratio, min: ratio, max: ratio };
}

const SLOWEST = 8;

/** Somebody who has signed in, and how long the service took for what the pages asked it meanwhile. */
class Visitor {
  private readonly asked: [path: string, milliseconds: number][] = [];

  private constructor(
    private readonly page: Page,
    private readonly origin: string,
    private readonly seeded: Seeded,
  ) {
    page.on("requestfinished", (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith("/v3/")) return;
      const { responseEnd } = request.timing();
      if (responseEnd >= 0) this.asked.push([`${pathname}${search}`, responseEnd]);
    });
  }

  static async signIn(
    context: BrowserContext,
    origin: string,
    key: string,
    seeded: Seeded,
  ): Promise<Visitor> {
    const page = await context.newPage();
    await page.goto(`${origin}/console`);
    await page.locator("input[type=password]").fill(key);
    await page.locator("form button[type=submit]").click();
    await page.locator("nav").first().waitFor();
    return new Visitor(page, origin, seeded);
  }

  /** Milliseconds from opening the page until it can be worked with. */
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
    return this.asked.map(([, milliseconds]) => milliseconds);
  }

  get slowest(): readonly (readonly [string, number])[] {
    return [...this.asked].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  }
}
