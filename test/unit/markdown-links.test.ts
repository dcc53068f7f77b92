import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { headingsOf } from "../../src/web/docs/markdown";

const root = join(__dirname, "..", "..");
const KB = 1_000;

/** Guides link to pages of the service; test/http/docs.test.ts follows these links. */
const isGuide = (file: string) => file.startsWith("src/web/docs/guides/");
/** Folders with Markdown pages. The tests also run in copies without git. */
const PLACES = [".github", "generated", "openapi", "scripts", "src", "test"];
const pages = [
  ...readdirSync(root),
  ...PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map((file) => join(place, file)),
  ),
].filter((file) => file.endsWith(".md") && !file.includes("node_modules") && !isGuide(file));

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Returns the relative links and pictures of a page, each as a file and a section. */
function linksOf(page: string): { file: string; section: string }[] {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, "");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? "",
  );
  return targets
    .filter((target) => !/^(\w+:|\/)/.test(target))
    .map((target) => {
      const [path = "", section = ""] = target.split("#");
      return { file: path === "" ? page : normalize(join(dirname(page), path)), section };
    });
}

describe("the Markdown pages", () => {
  it("links only to existing files and sections", () => {
    const dead = pages.flatMap((page) =>
      linksOf(page).flatMap(({ file, section }) => {
        if (!existsSync(join(root, file))) return [`${page}: ${file}`];
        if (section === "" || headingsOf(read(file)).some(({ id }) => id === section)) return [];
        return [`${page}: ${file}#${section}`];
      }),
    );
    expect(dead).toEqual([]);
    expect(linksOf("README.md").length).toBeGreaterThan(20);
  });

  it("reaches every page from the README in at most four steps", () => {
    let reached = new Set(["README.md"]);
    for (let step = 0; step < 4; step += 1) {
      const next = [...reached].filter((file) => file.endsWith(".md")).flatMap((file) => linksOf(file));
      reached = new Set([...reached, ...next.map(({ file }) => file)]);
    }
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });

  it.each([
    ["README.md", 9],
    ["openapi/README.md", 12],
  ])("keeps %s within %i kB", (page, limit) => {
    expect(statSync(join(root, page)).size).toBeLessThanOrEqual(limit * KB);
  });

  it("lists every npm script in scripts/README.md", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const text = read("scripts/README.md");
    const missing = Object.keys(scripts).filter(
      (name) => !text.includes(`\`${name}\``) && !text.includes(`\`${name} `),
    );
    expect(missing).toEqual([]);
  });
});
