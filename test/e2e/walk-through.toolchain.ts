import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyOfProject, contributorsEnvironment } from "../support/project-copy";

const root = join(__dirname, "..", "..");

interface Step {
  script: string;
  /** Whether the walk-through expects the script to fail. */
  fails: boolean;
  /** Lines that the output contains, in this order. */
  shows: string[];
}

/** Returns the walk-through's shell blocks, each with the output shown below it. */
function walkThrough(): Step[] {
  const page = readFileSync(join(root, "openapi/walk-through.md"), "utf8");
  const steps: Step[] = [];
  for (const [, language, body = ""] of page.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)) {
    if (language === "text") steps.at(-1)?.shows.push(...body.trimEnd().split("\n"));
    else steps.push({ script: body, fails: language === "sh fails", shows: [] });
  }
  return steps;
}

interface Run {
  failed: boolean;
  output: string;
}

const run = (folder: string, script: string) =>
  new Promise<Run>((resolve) => {
    const options = { cwd: folder, env: contributorsEnvironment(), maxBuffer: 64 * 1024 * 1024 };
    const whole = `exec 2>&1; set -e\n${script}`;
    execFile("bash", ["--norc", "-c", whole], options, (error, stdout) =>
      resolve({ failed: error !== null, output: stdout }),
    );
  });

describe("the contract's walk-through", () => {
  let folder: string;

  beforeAll(() => {
    folder = copyOfProject("recado-walk-through-");
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const steps = walkThrough();

  it("covers lint, comparison, generation, compiler and tests", () => {
    const scripts = steps.map(({ script }) => script).join("\n");
    for (const command of ["contract:lint", "contract:diff", "generate", "typecheck"]) {
      expect(scripts).toContain(`npm run ${command}\n`);
    }
    expect(scripts).toContain("npm test -- ");
    expect(steps.filter(({ fails }) => fails).map(({ script }) => script)).toEqual([
      "npm run contract:lint\n",
      "npm run typecheck\n",
    ]);
  });

  it("adds a field from the first edit to passing tests", async () => {
    for (const { script, fails, shows } of steps) {
      const { failed, output } = await run(folder, script);
      if (failed !== fails) throw new Error(`${script}\n${fails ? "passed" : "failed"}:\n${output}`);
      let from = 0;
      for (const line of shows) {
        const at = output.indexOf(line, from);
        if (at < 0) throw new Error(`${script}\ndid not show "${line}", but:\n${output}`);
        from = at + line.length;
      }
    }
  }, 900_000);

  describe("the comparison of contracts", () => {
    const edit = (file: string, from: string, to: string) => {
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      writeFileSync(path, text.replace(from, to));
    };
    const compare = () => run(folder, "npm run -s contract:diff");

    beforeAll(() => edit("openapi/parameters/TemplateSearch.yaml", "maxLength: 120", "maxLength: 100"));

    it("fails on a breaking change, and names the remedy", async () => {
      const { failed, output } = await compare();
      expect(output).toContain("BREAKING");
      expect(output).toContain("because requests that were accepted are refused");
      expect(output).toContain("under `## 3.0.0` in openapi/CHANGELOG.md");
      expect(failed).toBe(true);
    });

    it("passes with a note in the changelog", async () => {
      const note = "- breaking: listTemplates: no client searches for such long names\n";
      edit("openapi/CHANGELOG.md", "## 3.0.0\n\n", `## 3.0.0\n\n${note}`);
      const { failed, output } = await compare();
      expect(output).toContain("declared in openapi/CHANGELOG.md:");
      expect(failed).toBe(false);
      edit("openapi/CHANGELOG.md", note, "");
    });

    it("passes with a new major version, and makes it the last release", async () => {
      edit("openapi/openapi.yaml", "version: 3.0.0", "version: 4.0.0");
      edit("openapi/CHANGELOG.md", "## 3.0.0", "## 4.0.0\n\n- Searches are shorter.\n\n## 3.0.0");
      const { failed, output } = await run(folder, "npm run -s contract:diff -- --release");
      expect(output).toContain("Version 4.0.0 after 3.0.0 says that clients have to change.");
      expect(failed).toBe(false);
      expect((await compare()).output).toContain("Nothing has changed for clients since release 4.0.0.");
    });
  });
});
