import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { filesIn } from "../tools/files-in";

const ENTRY = "src/client/index";
/** Declaration file that the build copies, because the compiler does not emit its input. */
const GIVEN = "generated/schema.d.ts";

const CONFIG = join(__dirname, "tsconfig.declarations.json");

/** Compiler options of a user who does not set `skipLibCheck`. */
const USERS =
  "--ignoreConfig --noEmit --strict --target es2022 --module node16 --lib es2022,dom,dom.asynciterable --types";

/** Runs the compiler and returns the absolute paths that it lists. Throws the compiler's errors. */
function compile(root: string, failure: string, ...args: string[]): string[] {
  const tsc = join(root, "node_modules/typescript-7/bin/tsc");
  const options = { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, ...args], options);
  const lines = stdout.split("\n");
  if (status === 0) return lines.filter((line) => isAbsolute(line)).map((file) => resolve(file));
  const problems = lines.filter((line) => !isAbsolute(line)).join("\n");
  throw new Error(`${failure}:\n${problems}${stderr}`);
}

/** Writes only the declarations that `recado/client` needs. Throws if a declaration imports a package. */
export function writeDeclarations(root: string, out: string): void {
  compile(root, "the client does not compile", "--project", CONFIG, "--outDir", out);
  mkdirSync(dirname(join(out, GIVEN)), { recursive: true });
  cpSync(join(root, GIVEN), join(out, GIVEN));

  const entry = join(out, `${ENTRY}.d.ts`);
  const used = compile(
    root,
    "the declarations do not stand alone",
    ...USERS.split(" "),
    "",
    "--listFiles",
    entry,
  );
  const files = filesIn(out).map((file) => resolve(out, file));
  const packages = used.filter((file) => !files.includes(file) && !/^lib\..*\.d\.ts$/.test(basename(file)));
  if (packages.length > 0) throw new Error(`the declarations need ${packages.join(", ")}`);
  for (const file of files) if (!used.includes(file)) rmSync(file);
}
