import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handEdits, recordGenerated } from "../../scripts/hand-edits";

describe("edits of generated/ by hand", () => {
  let folder: string;
  const write = (name: string, text: string) => writeFileSync(join(folder, "generated", name), text);
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: folder,
        stdio: "pipe",
      },
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "recado-hand-edits-"));
    mkdirSync(join(folder, "generated"));
    write("schema.d.ts", "old");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const commit = () => {
    git("init");
    git("add", "generated");
    git("commit", "-m", "Generate");
  };

  it("cannot be told where nothing is known of what was there", async () => {
    expect(await handEdits(folder)).toEqual([]);
  });

  it("are files that are neither as committed nor as generated last", async () => {
    commit();
    expect(await handEdits(folder)).toEqual([]);
    write("schema.d.ts", "generated anew");
    recordGenerated(folder);
    expect(await handEdits(folder)).toEqual([]);
    write("schema.d.ts", "by hand");
    write("mine.ts", "by hand");
    expect(await handEdits(folder)).toEqual(["generated/mine.ts", "generated/schema.d.ts"]);
    write("schema.d.ts", "old");
    expect(await handEdits(folder)).toEqual(["generated/mine.ts"]);
  });

  it.each(["", '{"generated/schema.d.ts":', "null"])(
    "are seen where the note of the last generation is damaged (%j)",
    async (text) => {
      commit();
      write("made-of.json", "{");
      recordGenerated(folder);
      expect(await handEdits(folder)).toEqual([]);
      writeFileSync(join(folder, "node_modules/.cache/recado/generated.json"), text);
      expect(await handEdits(folder)).toEqual(["generated/made-of.json"]);
    },
  );

  it("are seen without a note of the last generation too", async () => {
    commit();
    write("schema.d.ts", "by hand");
    expect(await handEdits(folder)).toEqual(["generated/schema.d.ts"]);
  });
});
