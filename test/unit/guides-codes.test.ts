import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guideSource, type GuideName } from "../../src/web/docs/guides";

const root = join(__dirname, "..", "..");

/** Status tables of the carriers, with the codes of success that need no explanation. */
const TABLES: readonly [guide: GuideName, file: string, code: RegExp, fine: readonly string[]][] = [
  ["carrier-smpp", "src/carriers/smpp/status-table.ts", /"(ESME_\w+)"/g, ["ESME_ROK"]],
  ["carrier-twilio", "src/carriers/twilio/status-table.ts", /^ {2}(\d+): \{/gm, []],
  ["carrier-asterisk", "src/carriers/asterisk/status-table.ts", /^ {2}(\d+): \{/gm, []],
  ["carrier-google-rcs", "src/carriers/google-rcs/status-table.ts", /^ {2}([A-Z_]+): \{ http/gm, []],
];

const explained = (guide: GuideName): Set<string> =>
  new Set(
    guideSource(guide)
      .split("\n")
      .flatMap((line) => (line.startsWith("| ") ? (line.split("|")[1]?.match(/\w+/g) ?? []) : [])),
  );

describe("the guide of a carrier", () => {
  it.each(TABLES)("explains in %s each code of %s", (guide, file, code, fine) => {
    const codes = [...readFileSync(join(root, file), "utf8").matchAll(code)].map(([, found = ""]) => found);
    expect(codes.length).toBeGreaterThan(10);
    const known = explained(guide);
    expect(codes.filter((one) => !known.has(one) && !fine.includes(one))).toEqual([]);
  });
});
