// npm run screenshots [-- FOLDER]: takes screenshots of all pages in all themes and widths, and writes a page
// with them. Replaces the screenshots in FOLDER (dist/screenshots by default).
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sheetOf } from "./sheet";

const ROOT = resolve(__dirname, "..", "..");

function main(): number {
  const folder = resolve(process.argv[2] ?? join(ROOT, "dist", "screenshots"));
  for (const old of pngsIn(folder)) rmSync(join(folder, old));
  mkdirSync(folder, { recursive: true });
  const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
  // Runs all browser tests, because tests that take screenshots show what earlier tests have created.
  const { status } = spawnSync(process.execPath, [jest, "--testMatch", "**/*.browser.ts"], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, BROWSER_SCREENSHOTS: folder },
  });
  const screenshots = pngsIn(folder);
  if (screenshots.length === 0) {
    console.error("No screenshot was taken.");
    return 1;
  }
  const sheet = join(folder, "index.html");
  writeFileSync(sheet, sheetOf(screenshots));
  console.log(`${screenshots.length} screenshots: open ${sheet}`);
  return status ?? 1;
}

function pngsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".png"));
  } catch {
    return [];
  }
}

process.exit(main());
