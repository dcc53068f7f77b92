// npm run new:resource: writes a minimal working resource.
import { Command } from "commander";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as prettier from "prettier";
import { editsFor } from "./edits";
import { filled, type Names, namesOf, Refusal } from "./names";
import { leftByHand } from "./left-by-hand";

const root = resolve(__dirname, "../..");
const MIGRATIONS = "src/platform/db/migrations";
const TEMPLATES = ["contract.txt", "service.txt"];

type Files = Map<string, string>;

function nextNumber(): string {
  const numbers = readdirSync(join(root, MIGRATIONS)).map((file) => Number(/^(\d{4})_/.exec(file)?.[1] ?? 0));
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

/** Returns the new files. In a template, a line `=== <file>` begins each file. */
function newFiles(names: Names): Files {
  const files: Files = new Map();
  for (const template of TEMPLATES) {
    const text = filled(readFileSync(join(__dirname, "templates", template), "utf8"), names);
    for (const [, file = "", content = ""] of text.matchAll(/^=== (.+)\n([\s\S]*?)(?=^=== |$(?![\s\S]))/gm)) {
      if (existsSync(join(root, file))) throw new Refusal(`"${names.kebabs}" is taken: ${file} exists.`);
      files.set(file, content);
    }
  }
  return files;
}

function changedFiles(names: Names): Files {
  const files: Files = new Map();
  for (const [file, change] of Object.entries(editsFor(names))) {
    try {
      files.set(file, change(readFileSync(join(root, file), "utf8")));
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(`${file} ${error.message}`) : error;
    }
  }
  return files;
}

/** Throws if a file has uncommitted changes, so that Git can undo the command's changes separately. */
function refuseUncommitted(files: readonly string[]): void {
  const status = spawnSync("git", ["status", "--porcelain", "--", ...files], { cwd: root, encoding: "utf8" });
  // Without Git, no file counts as changed.
  const [first] = status.status === 0 ? status.stdout.split("\n").filter((line) => line !== "") : [];
  if (first !== undefined)
    throw new Refusal(`${first.slice(3)} has uncommitted changes: commit or stash them.`);
}

/** Formats all files before it writes the first one, so that a syntax error leaves nothing behind. */
async function write(files: Files): Promise<void> {
  const formatted: Files = new Map();
  for (const [name, text] of files) {
    const file = join(root, name);
    const { ignored } = await prettier.getFileInfo(file, { ignorePath: join(root, ".prettierignore") });
    const options = { ...(await prettier.resolveConfig(file)), filepath: file };
    formatted.set(file, ignored ? text : await prettier.format(text, options));
  }
  for (const [file, text] of formatted) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function main(given = "", singular?: string): Promise<void> {
  const named = namesOf(given, singular);
  const names = { ...named, migration: `${nextNumber()}_${named.snakes}` };
  const [created, changed] = [newFiles(names), changedFiles(names)];
  refuseUncommitted([...changed.keys()]);
  await write(new Map([...created, ...changed]));
  for (const file of created.keys()) console.log(`new      ${file}`);
  for (const file of changed.keys()) console.log(`changed  ${file}`);
  console.log(`\n${created.size} new files, ${changed.size} changed. Next: npm run generate, then`);
  console.log(`npm run typecheck && npm test -- test/http/${given}.test.ts\n\n${leftByHand(names)}`);
}

const { args } = new Command("new:resource")
  .description("Writes a minimal working resource: contract, feature, table and tests.")
  .argument("[names]", "plural of the resource, such as segments")
  .argument("[name]", "singular if it is irregular, such as alias for aliases")
  .parse();

main(...args).catch((error: unknown) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});
