import type { Page } from "playwright-core";
import { violationsOn } from "./axe";
import { picture, type Stage, type Visit } from "./stage";
import { until } from "../support/until";

/** Text that would do something if any page took it for markup. */
export const HOSTILE = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

export interface Look extends Visit {
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
}

/** What each page is looked at in: as on a phone and on a desk, by day and by night. */
export const LOOKS: readonly Look[] = [390, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    ...{ viewport: { width, height: 900 }, colorScheme, bypassCSP: true },
  })),
);

/** Opens a page of the console and signs in with the service's key. */
export const signedInto =
  (service: Stage) =>
  async (visit: Visit = {}, path = "/console"): Promise<Page> => {
    const page = await service.open(visit, path);
    await page.getByLabel("Chave de API").fill(service.key);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.getByRole("button", { name: "Sair" }).waitFor();
    return page;
  };

/**
 * Waits until the page shows a value: what it showed before stays in sight until the service has answered. Fails with what
 * is seen in the end.
 */
export async function comesTo<T extends string | number | boolean | null>(
  read: () => Promise<T>,
  expected: T,
): Promise<void> {
  await until(String(expected), 10, async () => (await read()) === expected, 50).catch(() => undefined);
  expect(await read()).toBe(expected);
}

/** Nothing sticks out, axe finds nothing, and a picture is kept for people to look at. */
export async function looksRight(page: Page, name: string, { viewport, colorScheme }: Look): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.screenshot({
    path: picture(`console-${name}-${viewport.width}-${colorScheme}`),
    fullPage: true,
  });
}
