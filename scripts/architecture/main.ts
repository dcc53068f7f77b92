// Draws the picture of folders into src/README.md from the imports of the code; with --check it fails where the picture
// that is there is not the one that would be drawn.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { drawn, type Module, withPictures } from "./picture";

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
const after = withPictures(before, drawn(modules));
if (after === before) console.log("the picture in src/README.md is what the code is");
else if (process.argv.includes("--check")) {
  console.error(
    "the picture in src/README.md is not what the code is: run `npm run architecture` and commit",
  );
  process.exit(1);
} else {
  writeFileSync(page, after);
  console.log("the picture in src/README.md was drawn anew");
}
