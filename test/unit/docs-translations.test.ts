import { readdirSync } from "node:fs";
import { join } from "node:path";
import contract from "../../generated/openapi.json";
import type { ContractDocument } from "../../src/web/docs/contract";
import {
  GUIDE_NAMES,
  GUIDES_FOLDER,
  type GuideName,
  guideSource,
  isTranslated,
  readGuide,
} from "../../src/web/docs/guides";
import { headingsOf } from "../../src/web/docs/markdown";
import { docsSearch } from "../../src/web/docs/search";
import { blocksOf } from "../support/guides";

const TRANSLATED = GUIDE_NAMES.filter(isTranslated);
/** Guides whose Portuguese text does not exist yet. */
const UNTRANSLATED: readonly GuideName[] = [
  ...([
    "carrier-asterisk",
    "carrier-google-rcs",
    "carrier-smpp",
    "carrier-twilio",
    "carrier-zenvia",
  ] as const),
  ...(["own-carrier", "secure", "settings", "sqlite-to-postgresql", "systemd"] as const),
  ...(["troubleshoot", "upgrading"] as const),
];

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
    const expected = GUIDE_NAMES.filter((name) => !UNTRANSLATED.includes(name)).map((name) => `${name}.md`);
    expect(files.sort()).toEqual(expected.sort());
  });

  it.each(TRANSLATED)("repeats the code blocks of the English guide: %s", (name) => {
    const blocks = (language: "en" | "pt") =>
      blocksOf(name, guideSource(name, language)).map(({ kind, text, file }) => ({ kind, text, file }));
    expect(blocks("pt")).toEqual(blocks("en"));
  });

  it.each(TRANSLATED)("keeps the sections, values, names and links of the English guide: %s", (name) => {
    const [english, portuguese] = [guideSource(name), guideSource(name, "pt")];
    const levels = (source: string) => headingsOf(source).map(({ level }) => level);
    expect(levels(portuguese)).toEqual(levels(english));
    expect(sectionsOf(portuguese).map(factsOf)).toEqual(sectionsOf(english).map(factsOf));
  });

  it.each(TRANSLATED)("links to Portuguese guides where there are any: %s", (name) => {
    const links = [...guideSource(name, "pt").matchAll(/\]\(\/docs\/guides\/([\w-]+)[#)]/g)];
    const english = links.map(([, target]) => target as GuideName);
    expect(english.filter(isTranslated)).toEqual([]);
  });

  it("translates the headings", () => {
    const same = TRANSLATED.filter((name) => readGuide(name).heading === readGuide(name, null, "pt").heading);
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

  it("finds no English guide that has a Portuguese text", async () => {
    for (const query of ["idempotency", "webhook", "errors", "campaign"]) {
      const paths = (await search(query)).map(({ path }) => path);
      const names = paths.flatMap((path) => /^\/docs\/guides\/([\w-]+)/.exec(path)?.[1] ?? []);
      expect(names.filter((name) => isTranslated(name as GuideName))).toEqual([]);
    }
  });
});
