import type { Page } from "playwright-core";
import { violationsOn } from "./axe";
import { sendEverything } from "./sender";
import { freshNumber, picture, stage, WIDE } from "./stage";

const phone = stage();

const SIZES = [{ width: 360, height: 740 }, { width: 768, height: 1024 }, WIDE];
const SCHEMES = ["light", "dark"] as const;

/** Returns the parts that overflow, and whether the page scrolls. */
const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = ["html", "#conversation", "#details", "#numbers"].map(
      (part) => document.querySelector(part) as HTMLElement,
    );
    const wide = parts.filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth || clientWidth > innerWidth,
    );
    const scrolls = document.documentElement.scrollHeight > innerHeight ? ["the page scrolls"] : [];
    return [...wide.map((part) => `${part.tagName} ${part.id}`), ...scrolls];
  });

describe("the layout of the sandbox phone", () => {
  let number = "";
  let kinds: string[] = [];
  beforeAll(async () => {
    number = freshNumber();
    kinds = Object.keys(await sendEverything(phone.customer, number));
    const content = { type: "text", text: "Não é para você" };
    await phone.customer.send("sms", content, `${number.slice(0, -4)}0001`, "undelivered");
  });

  it.each(SIZES.flatMap((viewport) => SCHEMES.map((colorScheme) => ({ viewport, colorScheme }))))(
    "shows all parts without overflow or axe violations at $viewport.width × $viewport.height, $colorScheme",
    async ({ viewport, colorScheme }) => {
      const page = await phone.visit(number, { viewport, colorScheme, bypassCSP: true });
      const entries = page.locator("#entries > .entry");
      await entries.nth(kinds.length - 1).waitFor();
      await page.waitForFunction(() => [...document.images].every((one) => one.complete));
      expect(await overflowOf(page)).toEqual([]);
      expect(await violationsOn(page)).toEqual([]);
      const pictureOf = (name: string) => picture(`phone-${name}-${viewport.width}-${colorScheme}`);
      for (const [index, kind] of kinds.entries()) {
        await entries.nth(index).evaluate((element) => element.scrollIntoView({ block: "center" }));
        await page.screenshot({ path: pictureOf(kind) });
      }
      if (viewport.width >= 720) return;
      for (const tab of ["Numbers", "Details"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.screenshot({ path: pictureOf(tab.toLowerCase()) });
        expect(await violationsOn(page)).toEqual([]);
      }
    },
  );

  it("shows the key form without axe violations, also after a wrong key", async () => {
    const page = await phone.open({ bypassCSP: true });
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel("API key").fill("secret");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("A key is st_ followed by 64 hexadecimal characters.").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.screenshot({ path: picture("phone-key") });
  });
});
