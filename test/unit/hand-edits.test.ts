import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handEdits, recordGenerated } from "../../scripts/hand-edits";
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
    expect(await handEdits(folder)).toEqual([]);
  });

  it("reports files that match neither the commit nor the last generation", async () => {
    commit();
    expect(await handEdits(folder)).toEqual([]);
    write("schema.d.ts", "generated again");
    recordGenerated(folder);
    expect(await handEdits(folder)).toEqual([]);
    write("schema.d.ts", "by hand");
    write("mine.ts", "by hand");
    expect(await handEdits(folder)).toEqual(["generated/mine.ts", "generated/schema.d.ts"]);
    write("schema.d.ts", "old");
    expect(await handEdits(folder)).toEqual(["generated/mine.ts"]);
  });

  it.each(["", '{"generated/schema.d.ts":', "null"])(
    "reports edits when the record of the last generation is damaged (%j)",
    async (text) => {
      commit();
      write("made-of.json", "{");
      recordGenerated(folder);
      expect(await handEdits(folder)).toEqual([]);
      writeFileSync(join(folder, "node_modules/.cache/recado/generated.json"), text);
      expect(await handEdits(folder)).toEqual(["generated/made-of.json"]);
    },
  );

  it("reports edits without a record of the last generation", async () => {
    commit();
    write("schema.d.ts", "by hand");
    expect(await handEdits(folder)).toEqual(["generated/schema.d.ts"]);
  });
});
