// Puts the console's page where the built service looks for it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePage } from "../../src/web/console/bundle";

const folder = join(__dirname, "../../dist/src/web/console/assets");

async function main(): Promise<void> {
  const bundle = await bundlePage();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of bundle) writeFileSync(join(folder, name), content);
}

void main();
