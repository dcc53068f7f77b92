import type { Page } from "playwright-core";
import { expectAccessible, inEachView } from "./axe";
import { sendEverything } from "./sender";
import { freshNumber, stage, takeScreenshot, takesScreenshots, WIDE } from "./stage";

const phone = stage();

const SIZES = [{ width: 360, height: 740 }, { width: 768, height: 1024 }, WIDE];

const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = ["html", ".phone-screen", "#phone-details", "#phone-numbers"].map(
      (part) => document.querySelector(part) as HTMLElement,
    );
    const wide = parts.filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth || clientWidth > innerWidth,
    );
    return wide.map((part) => `${part.tagName} ${part.id}`);
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

  it("shows all parts in all sizes and themes without overflow or axe violations", async () => {
    const page = await phone.visit(number, { viewport: SIZES[0], bypassCSP: true });
    const entries = page.locator(".phone-entries > .phone-entry:not(:has(> .hint:only-child))");
    await entries.nth(kinds.length - 1).waitFor();
    await page.waitForFunction(() => [...document.images].every((one) => one.complete));
    await inEachView(page, SIZES, async (view) => {
      const { viewport, colorScheme } = view;
      expect({ ...view, overflow: await overflowOf(page) }).toEqual({ ...view, overflow: [] });
      await expectAccessible(page, view);
      const taken = (name: string) => takeScreenshot(page, `phone-${name}-${viewport.width}-${colorScheme}`);
      if (takesScreenshots) {
        for (const [index, kind] of kinds.entries()) {
          await entries.nth(index).evaluate((element) => element.scrollIntoView({ block: "center" }));
          await taken(kind);
        }
      }
      if (viewport.width >= 768) return;
      for (const tab of ["Números", "Detalhes"]) {
        await page.getByRole("tab", { name: tab }).click();
        await taken(tab.toLowerCase());
        await expectAccessible(page, view);
      }
      await page.getByRole("tab", { name: "Telefone" }).click();
    });
  });
});
