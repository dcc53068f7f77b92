import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contributorsEnvironment, copyOfProject } from "../support/project-copy";

interface Ended {
  code: number | null;
  output: string;
}

describe("the command new:resource", () => {
  let folder: string;

  const run = (script: string) =>
    new Promise<Ended>((done) => {
      const child = spawn("bash", ["--norc", "-c", `exec 2>&1; set -e\n${script}`], {
        cwd: folder,
        env: contributorsEnvironment(),
        stdio: ["ignore", "pipe", "ignore"],
      });
      let output = "";
      child.stdout.on("data", (bytes: Buffer) => void (output += bytes.toString()));
      child.once("close", (code) => done({ code, output }));
    });

  async function passes(script: string): Promise<string> {
    const { code, output } = await run(script);
    if (code !== 0) throw new Error(`${script}\nfailed:\n${output}`);
    return output;
  }

  const changes = async () => (await passes("git status --porcelain -uall")).split("\n").filter(Boolean);

  beforeAll(async () => {
    folder = copyOfProject("recado-new-resource-");
    const author = "-c user.name=Test -c user.email=test@example.com";
    await passes(`git init -q && git add -A && git ${author} commit -qm "Copy the project"`);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["Price_Lists", '"Price_Lists" must be a plural of small letters'],
    ["templates", '"templates" is taken: openapi/paths/templates/templates.yaml exists.'],
    ["channels", '"channels" is taken: openapi/schemas/Channel.yaml exists.'],
    ["contact-files", 'openapi/schemas/ApiKeyScope.yaml already has scopes of "files"'],
    ["jobs", 'scripts/architecture/tables.mjs already has the table "jobs".'],
  ])("refuses the name %j in one line and writes nothing", async (name, line) => {
    const { code, output } = await run(`npm run -s new:resource -- ${name}`);
    expect(code).toBe(1);
    expect(output.trimEnd().split("\n")).toEqual([expect.stringContaining(line)]);
    expect(await changes()).toEqual([]);
  });

  it("refuses to change a file with uncommitted changes", async () => {
    writeFileSync(join(folder, "openapi/CHANGELOG.md"), "# Changelog\n\n## 3.0.0\n\n- Edited.\n");
    const { code, output } = await run("npm run -s new:resource -- segments");
    expect(output).toBe("openapi/CHANGELOG.md has uncommitted changes: commit or stash them.\n");
    expect(code).toBe(1);
    expect(await changes()).toHaveLength(1);
    await passes("git checkout -q .");
  });

  // This name has several words, a plural in -ies, and takes "an".
  it.each(["audience-categories"])(
    "writes %s, which pass every check without an edit",
    async (name) => {
      const output = await passes(`npm run -s new:resource -- ${name}`);
      expect(output).toContain("18 new files, 18 changed.");
      const written = await changes();
      expect(written).toHaveLength(36);
      for (const line of written) expect(output).toContain(line.slice(3));
      const code = written.map((line) => line.slice(3)).filter((file) => /\.(ts|mjs)$/.test(file));
      await passes("npm run -s generate");
      const difference = await passes("npm run -s contract:diff");
      expect(difference).toContain("What breaks clients is declared in openapi/CHANGELOG.md.");
      expect(difference).not.toContain("openapi/CHANGELOG.md could say");
      await passes("npm run -s typecheck");
      await passes(`npx oxlint --type-aware ${code.join(" ")} && npx eslint ${code.join(" ")}`);
      await passes(`npx prettier --check ${code.join(" ")} openapi`);
      await passes("npm run -s lint:layers && npm run -s check:architecture");
      const tests = [
        `http/${name}`,
        "http/every-operation",
        "http/preconditions",
        "http/unique-names",
        "http/api-keys",
        "unit/console-settings",
        "db/personal-data",
        "db/migrations",
      ];
      await passes(`npm test -- ${tests.map((test) => `test/${test}.test.ts`).join(" ")}`);
      await passes(
        `git add -A && git -c user.name=Test -c user.email=test@example.com commit -qm "Add ${name}"`,
      );
    },
    1_200_000,
  );
});
