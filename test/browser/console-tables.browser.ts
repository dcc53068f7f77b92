import type { Locator, Page } from "playwright-core";
import { inEachView, type View } from "./axe";
import { expectEventually, signedInto } from "./console";
import { freshNumber, stage, takeScreenshot } from "./stage";

const service = stage();
const signIn = signedInto(service);

/** Height of the bar of a window narrower than 1024 px, in CSS pixels. */
const BAR = 49;

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Returns whether the element is in sight, and neither clipped nor covered. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

describe("a table of the console that is higher than the window", () => {
  beforeAll(async () => {
    const people = Array.from({ length: 60 }, (_, index) => ({
      phone: freshNumber(),
      name: `Pessoa ${index}`,
      attributes: { city: "São Paulo", plan: "Mensal" },
    }));
    await service.customer.list("Clientes", people);
  });

  it("keeps its head in sight while the page scrolls, below the bar of a narrow window", async () => {
    const page = await signIn({ viewport: { width: 1440, height: 900 } }, "/console/contacts");
    await page.locator("tbody tr").nth(49).waitFor();
    const sizes = [1_440, 820].map((width) => ({ width, height: 900 }));
    await inEachView(page, sizes, async ({ viewport: { width }, colorScheme }: View) => {
      await page.evaluate(() => scrollTo(0, 0));
      const top = width < 1_024 ? BAR : 0;
      expect(await topOf(page, "thead th")).toBeGreaterThan(top);
      await page.evaluate(() => scrollTo(0, 1_200));
      await expectEventually(() => topOf(page, "thead th"), top);
      expect(await topOf(page, "tbody tr")).toBeLessThan(0);
      // The head covers the row below it.
      const shown = await page.evaluate(
        (y) => document.elementFromPoint(innerWidth / 2, y)?.closest("thead, tbody, .topbar")?.tagName,
        top + 10,
      );
      expect(shown).toBe("THEAD");
      await takeScreenshot(page, `console-sticky-head-${width}-${colorScheme}`);
    });
  });

  it("scrolls a row that takes the focus to below its head", async () => {
    const page = await signIn({ viewport: { width: 1440, height: 900 } }, "/console/contacts");
    await page.locator("tbody .title a").nth(49).focus();
    const bottom = () =>
      page
        .locator("thead th")
        .first()
        .evaluate((th) => th.getBoundingClientRect().bottom);
    const hidden: string[] = [];
    for (let row = 49; row >= 20; row -= 1) {
      const { name, top } = await page.locator(":focus").evaluate((link: HTMLElement) => ({
        name: link.innerText,
        top: link.getBoundingClientRect().top,
      }));
      if (top < (await bottom())) hidden.push(name);
      // The first key moves from the row's link to its check box, the second to the link of the row above.
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Shift+Tab");
    }
    expect(hidden).toEqual([]);
  });

  it("scrolls a focused row of a phone to below the bar, and shows its head with the focus", async () => {
    const page = await signIn({ viewport: { width: 390, height: 844 } }, "/console/contacts");
    await page.locator("tbody .title a").nth(49).focus();
    const hidden: string[] = [];
    for (let row = 49; row >= 20; row -= 1) {
      const { name, top } = await page.locator(":focus").evaluate((link: HTMLElement) => ({
        name: link.innerText,
        top: link.getBoundingClientRect().top,
      }));
      if (top < BAR) hidden.push(name);
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Shift+Tab");
    }
    expect(hidden).toEqual([]);
    const sort = page.getByRole("button", { name: "Nome", exact: true });
    expect(await isOnTop(sort)).toBe(false);
    await page.locator("tbody input").first().focus();
    for (let steps = 0; steps < 6 && !(await isFocused(sort)); steps += 1)
      await page.keyboard.press("Shift+Tab");
    await expectEventually(() => isFocused(sort), true);
    await expectEventually(() => isOnTop(sort), true);
    await takeScreenshot(page, "console-card-head-390");
    await page.keyboard.press("Enter");
    await page.waitForURL(/sort=name/);
    await expectEventually(() => isFocused(sort), true);
  });

  it("takes the focus only where it scrolls sideways", async () => {
    const page = await signIn({ viewport: { width: 1440, height: 900 } }, "/console/contacts");
    const box = page.locator(".table-box");
    await expectEventually(() => box.getAttribute("tabindex"), null);
    await page.setViewportSize({ width: 660, height: 900 });
    await expectEventually(() => box.getAttribute("tabindex"), "0");
  });

  it("scrolls sideways where it is wider than its page, and again fits a wider window", async () => {
    const page = await signIn({ viewport: { width: 660, height: 900 } }, "/console/contacts");
    await page.locator("tbody tr").nth(49).waitFor();
    const box = page.locator(".table-box");
    const scroll = () =>
      box.evaluate((element) => {
        element.scrollLeft = 40;
        return element.scrollLeft;
      });
    await expectEventually(scroll, 40);
    await takeScreenshot(page, "console-wide-table-660");
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectEventually(scroll, 0);
    await page.evaluate(() => scrollTo(0, 1_200));
    await expectEventually(() => topOf(page, "thead th"), 0);
    await page.setViewportSize({ width: 660, height: 900 });
    await expectEventually(scroll, 40);
  });
});

describe("a list of the console", () => {
  it.each([
    ["lists", "Criada"],
    ["templates", "Criado"],
  ])("sorts %s by creation, the newest first until a click reverses the order", async (area, heading) => {
    for (const name of ["Primeiro", "Meio", "Fim"]) {
      if (area === "lists") await service.customer.list(`${name} de todos`);
      else await service.customer.template(`${name} de todos`, "Olá!");
    }
    const page = await signIn({}, `/console/${area}?search=de+todos`);
    const names = () =>
      page
        .locator("tbody .title a")
        .allInnerTexts()
        .then((all) => all.join());
    const head = page.getByRole("columnheader", { name: heading });
    const sort = head.getByRole("button");
    await expectEventually(() => head.getAttribute("aria-sort"), "descending");
    await sort.click();
    await page.waitForURL(/sort=created_at/);
    await expectEventually(names, "Primeiro de todos,Meio de todos,Fim de todos");
    await sort.click();
    await page.waitForURL(/sort=-created_at/);
    await expectEventually(names, "Fim de todos,Meio de todos,Primeiro de todos");
    await sort.click();
    await expectEventually(names, "Primeiro de todos,Meio de todos,Fim de todos");
    await expectEventually(() => head.getAttribute("aria-sort"), "ascending");
  });
});
