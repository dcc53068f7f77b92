import type { Locator, Page } from "playwright-core";
import { expectAccessible, inEachView, type View } from "./axe";
import { takeScreenshot, takesScreenshots, type Stage, type Visit } from "./stage";
import { until } from "../support/until";

/** Text that changes the page's title if a page renders it as markup. */
export const HOSTILE = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

/** How a test opens a page for `checkViews`. */
export const CHECKED: Visit = { viewport: { width: 390, height: 900 }, bypassCSP: true };

const SIZES = [390, 1_280].map((width) => ({ width, height: 900 }));

/** Opens a page of the console with a session of the service's key, or of a new key with these scopes. */
export const signedInto =
  (service: Stage) =>
  async (
    visit: Visit = {},
    path = "/console",
    limited?: { name: string; scopes: string[] },
  ): Promise<Page> => {
    const { key } = limited ? await service.customer.post<{ key: string }>("/v3/api-keys", limited) : service;
    const page = await service.open(visit, path, key);
    await page.locator(".shell").waitFor();
    return page;
  };

/** Presses a button and confirms its dialog. */
export async function sure(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Returns the first value whose name contains the text, in the page's facts or figures. */
export const factOf = (page: Page, name: string): Locator =>
  page.locator("dl > div", { hasText: name }).locator("dd").first();

/** Returns a time zone in which it is about noon, so that a test of today does not pass midnight. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The sign in these names is inverted: Etc/GMT-3 is three hours ahead of UTC.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** Opens the menu, which a narrow page shows as a dialog. */
async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^(Abrir o menu|Open menu)$/ });
  if (await button.isVisible()) await button.click();
}

export async function openArea(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await page
    .getByRole("navigation", { name: /^(Menu principal|Main menu)$/ })
    .getByRole("link", { name, exact: true })
    .click();
}

/** Opens the part of the menu with the language, the theme and the sign-out. */
export async function openAccountMenu(page: Page): Promise<void> {
  await openMenu(page);
  const menu = page.locator(".account-menu:visible");
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
}

export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await openAccountMenu(page);
  await page.getByLabel(/^(Idioma|Language)$/).selectOption(name);
}

/**
 * Waits until the page shows a value, because the previous content stays visible until the service responds.
 * Fails with the last value.
 */
export async function expectEventually<T extends string | number | boolean | null>(
  read: () => Promise<T>,
  expected: T,
): Promise<void> {
  await until(String(expected), 20, async () => (await read()) === expected, 50).catch(() => undefined);
  expect(await read()).toBe(expected);
}

/** Holds requests to matching addresses until the returned function is called. */
export async function holdRequests(page: Page, method: string, url: string): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released;
    return route.continue();
  });
  return release;
}

/** Holds the next read of a file until the page calls `release`. The page's `reads` counts ended reads. */
export const holdNextRead = (page: Page) =>
  page.evaluate(() => {
    const held = { reads: 0, release: () => undefined as void };
    let released: Promise<void> | null = new Promise((resolve) => (held.release = resolve));
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      const waiting = released;
      released = null;
      await waiting;
      return arrayBuffer.call(this).finally(() => held.reads++);
    };
    Object.assign(window, { release: held.release });
    Object.defineProperty(window, "reads", { get: () => held.reads });
  });

/**
 * Expects no overflow and no axe violations in each size and theme, and saves screenshots. The page must have
 * been opened with `CHECKED`.
 */
export const checkViews = (page: Page, name: string): Promise<void> =>
  inEachView(page, SIZES, async (view) => {
    await expectAccessible(page, view);
    if (takesScreenshots) await takeScreenshots(page, name, view);
  });

/**
 * A view: its path, or a function for a path that depends on created resources, and a function that opens the
 * view and waits for it.
 */
type OpenView = [path: string | (() => string), open: (page: Page) => Promise<unknown>];

/** Tests each view with `checkViews`, by the name of its screenshots. */
export function testViews(signIn: ReturnType<typeof signedInto>, views: Record<string, OpenView>): void {
  it.each(Object.entries(views))(
    "shows %s without overflow or axe violations in all sizes and themes",
    async (name, [path, open]) => {
      const page = await signIn(CHECKED, typeof path === "string" ? path : path());
      await open(page);
      await checkViews(page, name);
    },
  );
}

/** Width of a large window in screenshots, in CSS pixels. */
const LARGE = 1_440;

/** Takes a screenshot of the page; from a window of 1280 px, also of a large window in both languages. */
async function takeScreenshots(page: Page, name: string, { viewport, colorScheme }: View): Promise<void> {
  const take = (of: string, width: number) =>
    takeScreenshot(page, `console-${of}-${width}-${colorScheme}`, { fullPage: true });
  await take(name, viewport.width);
  if (viewport.width !== 1_280) return;
  await page.setViewportSize({ ...viewport, width: LARGE });
  await take(name, LARGE);
  await selectLanguage(page, "en");
  await take(`${name}-en`, LARGE);
  await selectLanguage(page, "pt-BR");
  await page.setViewportSize(viewport);
}

/** Selects the language in its field, even if the field is hidden, because a dialog may cover the menu. */
async function selectLanguage(page: Page, language: string): Promise<void> {
  await page
    .locator('select:has(option[lang="en"])')
    .first()
    .evaluate((select: HTMLSelectElement, value) => {
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }, language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: "attached" });
}
