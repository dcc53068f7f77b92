// Draws the diagrams in src/README.md from the imports of the code. With --check, fails if they are out of
// date.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { diagramsOf, type Module, withDiagrams } from "./diagrams";

const root = resolve(__dirname, "../..");
const page = resolve(root, "src/README.md");
const cruiser = resolve(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
const config = resolve(root, "scripts/architecture/dependency-cruiser.mjs");

const output = execFileSync(process.execPath, [cruiser, "--config", config, "--output-type", "json", "src"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 256 * 1024 * 1024,
});
const { modules } = JSON.parse(output) as { modules: Module[] };
const before = readFileSync(page, "utf8");
const after = withDiagrams(before, diagramsOf(modules));
if (after === before) console.log("the diagrams in src/README.md are up to date");
else if (process.argv.includes("--check")) {
  console.error("the diagrams in src/README.md are out of date: run `npm run architecture` and commit");
  process.exit(1);
} else {
  writeFileSync(page, after);
  console.log("the diagrams in src/README.md were updated");
}
