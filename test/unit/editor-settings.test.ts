import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import { formatReading } from "../../scripts/contract/format-problem";

const root = resolve(__dirname, "../..");
const settings = <T>(file: string) => JSON.parse(readFileSync(join(root, ".vscode", file), "utf8")) as T;

describe("the editor's task for the contract", () => {
  interface Tasks {
    tasks: {
      script: string;
      problemMatcher: {
        pattern: { regexp: string }[];
        background: { beginsPattern: string; endsPattern: string };
      };
    }[];
  }
  const { script, problemMatcher } = settings<Tasks>("tasks.json").tasks[0] ?? { script: "" };
  const problem = {
    file: "openapi/schemas/Template.yaml",
    line: 2,
    column: 6,
    rule: "recado/limits",
    message: "This string has no maxLength.\n  Why: it has no end.\n  Write: a limit",
  };
  const lines = (problems: Parameters<typeof formatReading>[0]) =>
    formatReading(problems, "10:00:00").split("\n");

  it("runs an existing script", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    expect(Object.keys(scripts)).toContain(script);
  });

  it("matches file, line, column, rule and message in the script's output", () => {
    const [where, what] = (problemMatcher?.pattern ?? []).map(({ regexp }) => new RegExp(regexp));
    const [, first = "", second = ""] = lines([problem]);
    expect(where?.exec(first)?.slice(1)).toEqual([problem.file, "2", "6", problem.rule]);
    expect(what?.exec(second)?.[1]).toBe("This string has no maxLength.");
  });

  it.each([[[]], [[problem, problem]]])("recognises the beginning and the end of a reading", (problems) => {
    const { beginsPattern = "", endsPattern = "" } = problemMatcher?.background ?? {};
    const output = lines(problems);
    const matches = (pattern: string) => output.map((line) => new RegExp(pattern).test(line));
    expect(matches(beginsPattern)).toEqual(output.map((_, at) => at === 0));
    expect(matches(endsPattern)).toEqual(output.map((_, at) => at === output.length - 1));
  });
});

describe("the editor's schema of the contract's schemas", () => {
  it("accepts every schema of the contract", () => {
    const { "yaml.schemas": schemas } = settings<{ "yaml.schemas": Record<string, string> }>("settings.json");
    const [[file = "", files = ""] = []] = Object.entries(schemas);
    expect(files).toBe("openapi/schemas/*.yaml");
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    const { $id, ...metaschema } = JSON.parse(readFileSync(join(root, file), "utf8")) as { $id: string };
    const validate = ajv.compile({ ...metaschema, $id: `${$id}editor` });
    for (const name of readdirSync(join(root, "openapi/schemas"))) {
      const holds = validate(parse(readFileSync(join(root, "openapi/schemas", name), "utf8")));
      expect({ name, holds }).toEqual({ name, holds: true });
    }
  });
});
