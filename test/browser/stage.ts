import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { startBrowser } from "../../scripts/tools/chromium";
import { freePort, ServiceProcess } from "../support/process";
import { runCommand } from "../support/command";
import { Customer } from "./sender";

export const WIDE = { width: 1440, height: 900 };

/** Folder of the screenshots; without it none are taken, because each lasts up to two seconds. */
const SCREENSHOTS = process.env.BROWSER_SCREENSHOTS;
export const takesScreenshots = Boolean(SCREENSHOTS);

export async function takeScreenshot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage });
}

let lastNumber = 11_900_000_000;
export const freshNumber = () => `+55${String((lastNumber += 10_100))}`;
export const written = (number: string) => number.replace(/^\+55(\d\d)(\d{5})(\d{4})$/, "+55 $1 $2-$3");

export interface Visit {
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  bypassCSP?: boolean;
  timezoneId?: string;
  permissions?: string[];
}

export interface Stage {
  readonly baseUrl: string;
  readonly customer: Customer;
  readonly key: string;
  /** Runs a command of the CLI beside the service. Returns its JSON output. */
  operator<Output>(...args: string[]): Promise<Output>;
  /** Errors that browsers logged. A test fails if any is left at its end. */
  readonly problems: string[];
  /** Opens a path, by default that of the phone, in a new context: with a session of the key, if given. */
  open(options?: Visit, path?: string, key?: string): Promise<Page>;
  /** Opens the phone with a session: that of the number, or the choice of a number for null. */
  visit(number: string | null, options?: Visit): Promise<Page>;
}

/** Adds the page's errors to `problems`. */
export async function watchedPage(context: BrowserContext, problems: string[]): Promise<Page> {
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return page;
}

interface StageOptions {
  /** Returns settings for a service that will start at the address. */
  settingsAt?(address: string): Promise<Record<string, string>>;
  /**
   * Whether an idle page loads the scripts of all other pages, as it does for users. Default: false, because
   * this takes almost half of the CPU time of opening a page.
   */
  loadsWhenIdle?: boolean;
}

/** Starts a service and a browser for the tests of the file. */
export function stage({ settingsAt, loadsWhenIdle = false }: StageOptions = {}): Stage {
  const folder = mkdtempSync(join(tmpdir(), "recado-browser-"));
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  let service: ServiceProcess | undefined;
  let browser: Browser | undefined;
  let key = "";
  const up = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("the stage is available only within tests");
    return value;
  };

  beforeAll(async () => {
    browser = await startBrowser();
    const port = String(await freePort());
    service = new ServiceProcess({
      PORT: port,
      RECADO_DATA_DIR: join(folder, "data"),
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_RATE_LIMIT: "1000000",
      ...(await settingsAt?.(`http://127.0.0.1:${port}`)),
    });
    await service.start();
    key = readFileSync(join(folder, "data", "api-key"), "utf8").trim();
  });

  afterEach(async () => {
    for (const context of contexts.splice(0)) {
      // Closing a context rejects the requests that the handlers of its routes have in flight.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    }
    expect(problems.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  const open: Stage["open"] = async (options = {}, path = "/console/phone", signedInWith) => {
    const { baseUrl } = up(service);
    const context = await up(browser).newContext({ viewport: WIDE, locale: "pt-BR", ...options });
    contexts.push(context);
    if (!loadsWhenIdle) await context.addInitScript(() => (window.requestIdleCallback = () => 0));
    const page = await watchedPage(context, problems);
    if (signedInWith !== undefined) {
      // The context keeps the session's cookie. The form takes longer, and `console.browser.ts` tests it.
      const headers = { "X-API-Key": signedInWith, "X-Recado-Console": "1" };
      const session = await context.request.post(`${baseUrl}/console/session`, { headers });
      expect(session.status()).toBe(201);
    }
    await page.goto(`${baseUrl}${path}`);
    return page;
  };

  return {
    problems,
    open,
    get baseUrl() {
      return up(service).baseUrl;
    },
    get customer() {
      return new Customer(up(service).baseUrl, key);
    },
    get key() {
      return key;
    },
    async operator<Output>(...args: string[]) {
      const run = await runCommand({ RECADO_DATA_DIR: join(folder, "data") }, ...args, "--json");
      if (run.exitCode !== 0) throw new Error(`recado ${args.join(" ")}: ${run.err}`);
      return JSON.parse(run.out) as Output;
    },
    async visit(number, options) {
      const page = await open(options, "/console/phone", key);
      const field = page.getByLabel("De quem é o telefone?");
      await field.waitFor();
      if (number !== null) {
        await field.fill(number);
        await page.getByRole("button", { name: "Abrir o telefone" }).click();
        await page.getByRole("heading", { name: written(number), level: 2 }).waitFor();
      }
      return page;
    },
  };
}
