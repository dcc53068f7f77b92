import { readFileSync } from "node:fs";
import { join } from "node:path";
import { breakingNotes } from "../../scripts/contract-diff/change-log";
import type { Contract } from "../../scripts/contract-diff/contract";
import { proposedEntry } from "../../scripts/contract-diff/formatter";
import { findChanges } from "../../scripts/contract-diff/oasdiff";
import { REASONS } from "../../scripts/contract-diff/reasons";
import { BUNDLE, RELEASED } from "../../scripts/contract-diff/release";
import { verdictOf } from "../../scripts/contract-diff/verdict";
import { runTool } from "../../scripts/tools/run-tool";
import type { Change } from "../../scripts/contract-diff/change";
import { responses } from "./changes/responses";
import { contractOf, documentOf, type EventSide } from "./changes/contract";
import { type Document, documents } from "./changes/documents";
import { events } from "./changes/events";
import { operations } from "./changes/operations";
import { requests } from "./changes/requests";

const root = join(__dirname, "../..");
const tsx = (...args: string[]) =>
  runTool(process.execPath, ["--import", "tsx", ...args], { step: "node", cwd: root, deadlineMs: 170_000 });

const cases = [...requests, ...responses, ...operations];

const checked = (because: keyof typeof REASONS | null) =>
  because === null ? "compatible" : REASONS[because];

/** Returns what a comparison reported, with whether it has the expected text. */
function findings(found: readonly Change[], says: string | null) {
  const reasons = new Set(found.flatMap(({ why }) => (why === null ? [] : [why])));
  const hasText = says === null ? found.length === 0 : found.some(({ text }) => text.includes(says));
  return { reasons: [...reasons], hasText, found };
}

describe("the comparison of two contracts", () => {
  let changes: Change[];

  // The first run builds the differ.
  beforeAll(async () => {
    const eventsOf = (side: EventSide) =>
      Object.fromEntries(events.map((each, index) => [`event_${index}`, each[side]]));
    changes = await findChanges(
      contractOf(cases, "before", eventsOf("before")),
      contractOf(cases, "after", eventsOf("after")),
    );
  }, 600_000);

  const table = [
    ...cases.map((each, index) => ({ ...each, path: `/case-${index}` })),
    ...events.map((each, index) => ({ ...each, path: `event_${index}` })),
  ].map((each) => ({ ...each, verdict: checked(each.because) }));

  it.each(table)("$name: $verdict", ({ path, because, says }) => {
    const { reasons, hasText, found } = findings(
      changes.filter((one) => one.path === path),
      says,
    );
    const expected = because === null ? [] : [expect.stringContaining(REASONS[because])];
    expect({
      reasons: because === null ? reasons : reasons.filter((one) => one === REASONS[because]),
      hasText,
      found,
    }).toEqual({
      reasons: expected,
      hasText: true,
      found,
    });
  });

  it("finds no breaking change in compatible changes of documents", async () => {
    const gained = documents.filter(({ because }) => because === null);
    const side = (of: EventSide) =>
      documentOf(Object.assign({}, ...gained.map((each) => each[of])) as Document);
    expect((await findChanges(side("before"), side("after"))).filter(({ why }) => why !== null)).toEqual([]);
  });

  it("checks more than a hundred changes with unique names", () => {
    const names = [...table, ...documents].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(105);
  });

  it("finds every change since the last release in openapi/CHANGELOG.md", async () => {
    const read = (file: string) => readFileSync(join(root, file), "utf8");
    const [before, after] = [RELEASED, BUNDLE].map((file) => JSON.parse(read(file)) as Contract) as [
      Contract,
      Contract,
    ];
    const changeLog = read("openapi/CHANGELOG.md");
    const notes = breakingNotes(changeLog, after.info.version);
    const verdict = verdictOf(before, after, await findChanges(before, after), notes);
    expect(proposedEntry(verdict, changeLog)).toEqual([]);
  });

  it("finds no change between equal contracts", async () => {
    const same = contractOf(cases, "before", {});
    expect(await findChanges(same, same)).toEqual([]);
  });
});

describe("the commands for changing the contract", () => {
  it.each([
    ["contract:diff", "scripts/contract-diff/main.ts"],
    ["contract:lint", "scripts/contract/lint.ts"],
    ["contract:preview", "scripts/preview/main.ts"],
    ["new:resource", "scripts/new-resource/main.ts"],
  ])("prints the usage of %s for --help", async (name, file) => {
    expect(await tsx(file, "--help")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^Usage: ${name} `) as string,
    });
  });

  it("says that Git does not know a ref", async () => {
    expect(await tsx("scripts/contract-diff/main.ts", "no-such-ref")).toMatchObject({
      code: 2,
      stderr: "Git does not know the ref no-such-ref.\n",
    });
  });
});
