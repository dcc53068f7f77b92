import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "..", "..");

/** Copies the checkout's files to a new folder. Links the dependencies and leaves out most caches. */
export function copyOfProject(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  }).split("\0");
  for (const file of files) {
    if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  }
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".cache"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== ".cache") symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  const compiled = join(root, "node_modules/.cache/tsc.tsbuildinfo");
  if (existsSync(compiled)) cpSync(compiled, join(modules, ".cache/tsc.tsbuildinfo"));
  return folder;
}

/** Returns the environment of a contributor's shell, without the variables of this test run. */
export function contributorsEnvironment(): NodeJS.ProcessEnv {
  const ofRun = /^(JEST_WORKER_ID|NODE_ENV|RECADO_TEST_(BUILD|POSTGRES|SQLITE))$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRun.test(name)));
  return { ...env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
}
