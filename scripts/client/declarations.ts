import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const ENTRY = "src/client/index";
/** Declaration file that the build copies, because the compiler does not emit its input. */
const GIVEN = "generated/schema.d.ts";

/** Compiler options of a user who does not set `skipLibCheck`. */
const USERS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
  types: [],
};

function check(what: string, diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => "",
    getNewLine: () => "\n",
  };
  throw new Error(`${what}:\n${ts.formatDiagnostics(diagnostics, host)}`);
}

/** Writes only the declarations that `recado/client` needs. Throws if a declaration imports a package. */
export function writeDeclarations(root: string, out: string): void {
  const read = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options: own } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const program = ts.createProgram([join(root, `${ENTRY}.ts`)], {
    ...own,
    incremental: false,
    tsBuildInfoFile: undefined,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: out,
  });
  check("the client does not compile", ts.getPreEmitDiagnostics(program));
  check("declarations were not made", program.emit().diagnostics);
  mkdirSync(dirname(join(out, GIVEN)), { recursive: true });
  cpSync(join(root, GIVEN), join(out, GIVEN));

  const reached = ts.createProgram([join(out, `${ENTRY}.d.ts`)], USERS);
  check("the declarations do not stand alone", ts.getPreEmitDiagnostics(reached));
  const used = new Set(reached.getSourceFiles().map(({ fileName }) => fileName));
  const unused = ts.sys.readDirectory(out, [".d.ts"]).filter((file) => !used.has(file));
  for (const file of unused) rmSync(file);
  for (const file of ts.sys.readDirectory(out, [".d.ts"])) assertStandsAlone(file);
}

/** Throws if a declaration imports a package, which users would have to install too. */
function assertStandsAlone(file: string): void {
  const packages = ts
    .preProcessFile(readFileSync(file, "utf8"))
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith("."));
  if (packages.length > 0) throw new Error(`${file} needs ${packages.join(", ")}`);
}
