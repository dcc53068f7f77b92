import { readdirSync } from "node:fs";
import { join } from "node:path";
import contract from "../../generated/openapi.json";
import type { ContractDocument } from "../../src/web/docs/contract";
import { GUIDE_NAMES, GUIDES_FOLDER, guideSource, readGuide } from "../../src/web/docs/guides";
import { headingsOf } from "../../src/web/docs/markdown";
import { docsSearch } from "../../src/web/docs/search";
import { blocksOf } from "../support/guides";

/** Returns the text of each section without code blocks. */
const sectionsOf = (source: string): string[] => source.replace(/^```[\s\S]*?^```$/gm, "").split(/^(?=#+ )/m);

const TARGET = /\]\(([^)]+)\)/g;
const CODE = /`[^`]+`/g;

/** Returns the facts of a section that are the same in both languages, sorted. */
function factsOf(section: string): string[] {
  const targets = [...section.matchAll(TARGET)].map(([, target = ""]) =>
    target.replace("/docs/pt/", "/docs/").replace(/#.*/, ""),
  );
  const prose = section.replace(TARGET, "]").replace(CODE, "");
  // 1,000 and 0.5 are 1.000 and 0,5 in Portuguese.
  const numbers = [...prose.matchAll(/\d+(?:[.,]\d+)*/g)].map(([number]) =>
    number.replace(/[.,](?=\d{3})/g, "").replace(",", "."),
  );
  const rows = section.split("\n").filter((line) => line.startsWith("| ")).length;
  const items = section.split("\n").filter((line) => line.startsWith("- ")).length;
  return [...(section.match(CODE) ?? []), ...targets, ...numbers]
    .sort()
    .concat(`${rows} rows, ${items} items`);
}

describe("the Portuguese text of the guides", () => {
  it("contains every guide, and no other text", () => {
    const files = readdirSync(join(GUIDES_FOLDER, "pt"));
    expect(files.sort()).toEqual(GUIDE_NAMES.map((name) => `${name}.md`).sort());
  });

  it.each(GUIDE_NAMES)("repeats the code blocks of the English guide: %s", (name) => {
    const blocks = (language: "en" | "pt") =>
      blocksOf(name, guideSource(name, language)).map(({ kind, text, file }) => ({ kind, text, file }));
    expect(blocks("pt")).toEqual(blocks("en"));
  });

  it.each(GUIDE_NAMES)("keeps the sections, values, names and links of the English guide: %s", (name) => {
    const [english, portuguese] = [guideSource(name), guideSource(name, "pt")];
    const levels = (source: string) => headingsOf(source).map(({ level }) => level);
    expect(levels(portuguese)).toEqual(levels(english));
    expect(sectionsOf(portuguese).map(factsOf)).toEqual(sectionsOf(english).map(factsOf));
  });

  it.each(GUIDE_NAMES)("links to Portuguese guides only: %s", (name) =>
    expect(guideSource(name, "pt")).not.toMatch(/\]\(\/docs\/guides\/[\w-]+[#)]/),
  );

  it("translates the headings", () => {
    const same = GUIDE_NAMES.filter(
      (name) => readGuide(name).heading === readGuide(name, null, "pt").heading,
    );
    expect(same).toEqual(["webhooks"]);
  });
});

describe("the search of the Portuguese documentation", () => {
  const search = docsSearch(contract as unknown as ContractDocument, "pt");
  const firstOf = async (query: string) => (await search(query))[0];

  it.each([
    ["idempotência", "/docs/pt/guides/idempotency"],
    ["idempotencia", "/docs/pt/guides/idempotency"],
    ["telefones fixos", "/docs/pt/guides/phone-numbers#telefones-fixos"],
    ["campanhas", "/docs/pt/guides/campaigns"],
    ["sendMessages", "/docs/reference/messages#sendMessages"],
    ["retenção", "/docs/pt/guides/retention"],
    ["instale", "/docs/pt/guides/install"],
  ])("finds for %j the page with that name first", async (query, path) =>
    expect((await firstOf(query))?.path).toBe(path),
  );

  it("finds no English guide", async () => {
    for (const query of ["idempotency", "webhook", "errors", "campaign"]) {
      const paths = (await search(query)).map(({ path }) => path);
      expect(paths.filter((path) => path.startsWith("/docs/guides/"))).toEqual([]);
    }
  });
});
