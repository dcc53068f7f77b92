import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handEditProblem, recordGenerated, recordOf } from "../../scripts/hand-edits";
import { gitIn } from "../support/git";
import { temporaryFolder } from "../support/temporary-folder";

describe("hand edits of generated/", () => {
  let folder: string;
  const write = (name: string, text: string) => writeFileSync(join(folder, "generated", name), text);

  beforeEach(() => {
    folder = temporaryFolder("hand-edits");
    mkdirSync(join(folder, "generated"));
    write("schema.d.ts", "old");
  });

  const commit = () => {
    const git = gitIn(folder);
    git("init");
    git("add", "generated");
    git("commit", "-m", "Generate");
  };

  it("reports nothing without a commit and a record of the last generation", async () => {
    expect(await handEditProblem(folder)).toBeNull();
  });

  it("reports files that match neither the commit nor the last generation", async () => {
    commit();
    expect(await handEditProblem(folder)).toBeNull();
    write("schema.d.ts", "generated again");
    recordGenerated(folder);
    expect(await handEditProblem(folder)).toBeNull();
    write("schema.d.ts", "by hand");
    write("mine.ts", "by hand");
    const both = await handEditProblem(folder);
    expect(both).toMatch(
      /^These files were edited by hand.*:\n {2}generated\/schema\.d\.ts\nRevert .*git restore/,
    );
    expect(both).toMatch(
      /\nThese files are not committed .*:\n {2}generated\/mine\.ts\nDelete .*git clean -f generated/,
    );
    gitIn(folder)("restore", "generated");
    expect(await handEditProblem(folder)).toMatch(
      /^These files are not committed .*:\n {2}generated\/mine\.ts\n/,
    );
    gitIn(folder)("clean", "-f", "generated");
    expect(await handEditProblem(folder)).toBeNull();
  });

  it.each(["", '{"generated/schema.d.ts":', "null"])(
    "reports edits when the record of the last generation is damaged (%j)",
    async (text) => {
      commit();
      write("made-of.json", "{");
      recordGenerated(folder);
      expect(await handEditProblem(folder)).toBeNull();
      writeFileSync(recordOf(folder), text);
      expect(await handEditProblem(folder)).toContain("\n  generated/made-of.json\n");
    },
  );

  it("keeps the records of checkouts with the same node_modules apart", async () => {
    commit();
    const worktree = temporaryFolder("hand-edits");
    for (const name of [folder, worktree]) mkdirSync(join(name, "generated"), { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(folder, "node_modules"), join(worktree, "node_modules"));
    write("schema.d.ts", "generated again");
    recordGenerated(folder);
    recordGenerated(worktree);
    expect(await handEditProblem(folder)).toBeNull();
  });

  it("reports edits without a record of the last generation", async () => {
    commit();
    write("schema.d.ts", "by hand");
    expect(await handEditProblem(folder)).toContain("\n  generated/schema.d.ts\n");
  });
});
