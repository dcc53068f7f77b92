import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDE_NAMES, type GuideName } from "../../src/web/docs/guides";
import { compare, guidesWith, preludeOf, programOf, reader, ROOT } from "../support/guide-reader";
import { blocksOf, shellScript, shownIn } from "../support/guides";
import { problemsOf } from "../support/typescript";

/** Guides whose `sh elsewhere` blocks are run by a test of the guide's own. */
const TESTED_ELSEWHERE: readonly GuideName[] = ["tour", "carrier-smpp", "sqlite-to-postgresql"];

describe("the guides", () => {
  it("shows only output that a run of a block prints", () => {
    for (const name of GUIDE_NAMES) {
      const blocks = blocksOf(name);
      for (const { block, by } of shownIn(blocks)) {
        const where = `${name}:${block.line}`;
        for (const index of by) {
          const kind: unknown = expect.stringMatching(/^(shell|curl|client)$/);
          expect([where, blocks[index]?.kind]).toEqual([where, kind]);
        }
      }
    }
  });

  it("leaves to other tests only blocks of the README, or of guides that these tests read", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    for (const name of GUIDE_NAMES.filter((one) => !TESTED_ELSEWHERE.includes(one))) {
      for (const { kind, text } of blocksOf(name)) {
        if (kind === "elsewhere") expect(readme).toContain(`\`\`\`sh\n${text}\n\`\`\``);
      }
    }
  });

  it("contains programs that compile", () => {
    const programs = guidesWith("client").map((name) => [`guide-${name}.mts`, programOf(name)] as const);
    expect(programs.length).toBeGreaterThan(3);
    expect(problemsOf(Object.fromEntries(programs))).toEqual([]);
  });

  it.each(
    guidesWith("shell")
      .concat(guidesWith("curl"))
      .filter((name, at, all) => all.indexOf(name) === at),
  )("matches its output with curl: %s", async (name) => {
    const blocks = blocksOf(name);
    const { run, adapted, close } = await reader();
    try {
      const printed = await run(adapted(shellScript(blocks, ["shell", "curl"], preludeOf(name, "shell"))));
      expect(printed.size).toBe(blocks.filter(({ kind }) => kind === "shell" || kind === "curl").length);
      compare(name, blocks, printed);
    } finally {
      await close();
    }
  });
});
