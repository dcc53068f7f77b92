// npm run pictures [-- FOLDER]: the console, the phone and the docs as people see them, each in both themes and in all
// widths, for looking at one by one. FOLDER is dist/pictures without one; what it holds is replaced.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sheetOf } from "./sheet";

const ROOT = resolve(__dirname, "..", "..");
/** The browser tests that look at pages, by how they are called. */
const LOOKS = "accessible";

function main(): number {
  const folder = resolve(process.argv[2] ?? join(ROOT, "dist", "pictures"));
  for (const old of pngsIn(folder)) rmSync(join(folder, old));
  mkdirSync(folder, { recursive: true });
  const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
  const { status } = spawnSync(
    process.execPath,
    [jest, "--testMatch", "**/*.browser.ts", "--testNamePattern", LOOKS],
    { cwd: ROOT, stdio: "inherit", env: { ...process.env, BROWSER_PICTURES: folder } },
  );
  const pictures = pngsIn(folder);
  if (pictures.length === 0) {
    console.error("No picture was taken.");
    return 1;
  }
  const sheet = join(folder, "index.html");
  writeFileSync(sheet, sheetOf(pictures));
  console.log(`${pictures.length} pictures; look at ${sheet}`);
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
