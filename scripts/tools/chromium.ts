import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

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

/**
 * Returns a fontconfig file for the fonts in the folder. The package's file expects other folders.
 * Without a font, Chromium crashes at form fields.
 */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;

export interface TestBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/**
 * Starts Chromium from an npm package with libraries and fonts, so that the machine needs only the C library.
 * `CHROMIUM_PATH` names another Chromium, for other processors and systems.
 */
export async function startBrowser(): Promise<TestBrowser> {
  const installed = process.env.CHROMIUM_PATH;
  if (installed) {
    const browser = await chromium.launch({ executablePath: installed, args: ARGUMENTS });
    return { browser, close: () => browser.close() };
  }
  const folder = mkdtempSync(join(tmpdir(), "recado-chromium-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    // The package unpacks into TMPDIR. It adds its libraries only on AWS Lambda, so the variable simulates
    // Lambda.
    const script = `import chromium from "@sparticuz/chromium"; process.stdout.write(await chromium.executablePath())`;
    const flags = ["--input-type=module", "-e", script];
    const { stdout: executablePath } = await promisify(execFile)(process.execPath, flags, {
      cwd: __dirname,
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
    });
    const fonts = join(folder, "fonts.conf");
    writeFileSync(fonts, fontsOf(folder));
    const libraries = join(folder, "al2023", "lib");
    const env = { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts } as Record<
      string,
      string
    >;
    const browser = await chromium.launch({ executablePath, args: ARGUMENTS, env });
    return {
      browser,
      async close() {
        await browser.close();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
