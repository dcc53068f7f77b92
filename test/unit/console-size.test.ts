import { gzipSync } from "node:zlib";
import { bundleConsole } from "../../scripts/console-bundle";
import { initialScripts } from "../../src/web/console/built-page";

/** Maximum size of the scripts and styles that the console needs to open, in bytes, gzipped. */
const MAX_INITIAL = 170_000;

describe("the console's initial load", () => {
  it("is at most 170 kB of compressed scripts and styles", async () => {
    const built = await bundleConsole();
    const sizeOf = (name: string) => gzipSync(built.get(name) ?? "").length;
    const initial = [...initialScripts(built), ...[...built.keys()].filter((name) => name.endsWith(".css"))];
    expect(initial.length).toBeGreaterThan(2);
    // The console loads its texts in the user's language only, so the longer language counts.
    const texts = ["Configurações", "Sign out"].map((text) => {
      const script = [...built.keys()].find((name) => String(built.get(name)).includes(text));
      expect(initial).not.toContain(script);
      return sizeOf(script ?? "");
    });
    const sum = initial.reduce((bytes, name) => bytes + sizeOf(name), Math.max(...texts));
    expect(sum).toBeLessThanOrEqual(MAX_INITIAL);
  });

  it("leaves charts and phone numbers to scripts that load later", async () => {
    const built = await bundleConsole();
    const initial = initialScripts(built);
    const later = [...built.keys()].filter((name) => name.endsWith(".js") && !initial.includes(name));
    expect(later).toEqual(expect.arrayContaining([expect.stringMatching(/^bar-chart-/)]));
    for (const name of initial) expect(String(built.get(name))).not.toMatch(/PAGER|BarController/);
  });
});
