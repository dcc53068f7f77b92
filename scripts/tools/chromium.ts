import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

const MODULES = resolve(__dirname, "../../node_modules");
const PACKAGE = join(MODULES, "@sparticuz/chromium");

/** Chromium's command-line arguments. Several prevent background network access, such as update checks. */
const ARGUMENTS = [
  "--headless=shell",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
];

const FONTS = "fonts.conf";

/**
 * Fontconfig file for the unpacked fonts. The package's fontconfig file expects other folders. Without a
 * font, Chromium crashes at form fields. The folder is relative, so that `node_modules` can be moved.
 */
const FONT_FOLDERS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/**
 * Starts Chromium from an npm package with libraries and fonts, so that the machine needs only the C library.
 * `CHROMIUM_PATH` names another Chromium, for other processors and systems.
 */
export async function startBrowser(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH;
  return installed
    ? chromium.launch({ executablePath: installed, args: ARGUMENTS })
    : startUnpacked(await unpackOnce());
}

function startUnpacked(folder: string): Promise<Browser> {
  const libraries = { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: join(folder, FONTS) };
  const env = { ...process.env, ...libraries } as Record<string, string>;
  return chromium.launch({ executablePath: join(folder, "chromium"), args: ARGUMENTS, env });
}

/** Returns the folder with the package's Chromium. The first call unpacks it, which takes two seconds. */
async function unpackOnce(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { version: string };
  const folder = join(MODULES, ".cache", `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    // The package unpacks into TMPDIR. It unpacks its libraries only on AWS Lambda, which AWS_EXECUTION_ENV
    // simulates.
    const script = `import chromium from "@sparticuz/chromium"; await chromium.executablePath()`;
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      cwd: __dirname,
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
    });
    writeFileSync(join(draft, FONTS), FONT_FOLDERS);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have unpacked Chromium at the same time.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
