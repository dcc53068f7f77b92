import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

/** A directive: what is wrong, and TypeScript's error when the directive is removed. */
const DIRECTIVE = /\/\/ @ts-expect-error ([^:\n]+):(?: |\n *\/\/ )\/(.+)\/\n/y;
const root = resolve(__dirname, "../..");

interface CompileError {
  /** Line from 0, or -1 outside the fixture. */
  line: number;
  says: string;
}

/** Returns a fixture's directives with the line of each error, from 0. Throws for one without an error. */
const casesOf = (source: string): { text: string; error: RegExp; line: number }[] =>
  Array.from(source.matchAll(/\/\/ @ts-expect-error/g), ({ index }) => {
    DIRECTIVE.lastIndex = index;
    const [directive, text, error] = DIRECTIVE.exec(source) ?? [];
    const line = source.slice(0, index + (directive?.length ?? 0)).split("\n").length - 1;
    if (text === undefined || error === undefined) throw new Error(`no error in line ${line + 1}`);
    return { text, error: new RegExp(error), line };
  });

/** Compiles a fixture as the project does, without its @ts-expect-error directives. */
function compileBare(fixture: string): CompileError[] {
  const read = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options: own } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const options = { ...own, incremental: false, tsBuildInfoFile: undefined };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (file) => (file === fixture ? bare(readFile(file)) : readFile(file));
  const program = ts.createProgram([fixture], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
    line: file?.fileName === fixture ? file.getLineAndCharacterOfPosition(start).line : -1,
    says: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

const bare = (source = "") => source.replaceAll("@ts-expect-error", "");

describe.each(["binding.ts", "recado.ts"])("%s", (name) => {
  const fixture = join(__dirname, name);
  const cases = casesOf(readFileSync(fixture, "utf8"));
  let errors: CompileError[] = [];

  beforeAll(() => {
    errors = compileBare(fixture);
  });

  it("compiles everywhere else", () => {
    const expectedLines = new Set(cases.map(({ line }) => line));
    expect(errors.filter(({ line }) => !expectedLines.has(line))).toEqual([]);
  });

  it.each(cases)("reports an error for $text", ({ error, line }) => {
    const there = errors.filter((one) => one.line === line);
    expect(there.map(({ says }) => says).join("\n")).toMatch(error);
  });
});
