import { execFile, type ExecFileException } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CleanFolder {
  path: string;
  write(name: string, content: string): string;
  run(command: string, args: readonly string[]): Promise<Finished>;
  remove(): void;
}

function execute(cwd: string, command: string, args: readonly string[]): Promise<Finished> {
  // npm passes its settings to child processes. Without them, the inner npm ignores this project.
  const outside = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) && name !== "NODE_OPTIONS",
  );
  return new Promise((done) => {
    const options = {
      cwd,
      env: Object.fromEntries(outside),
      encoding: "utf8",
      maxBuffer: 10_000_000,
    } as const;
    execFile(command, args, options, (error: ExecFileException | null, stdout, stderr) => {
      done({ code: error === null ? 0 : typeof error.code === "number" ? error.code : 1, stdout, stderr });
    });
  });
}

async function succeed(cwd: string, command: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await execute(cwd, command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** Builds and packs the client, and installs it into a new folder without network access. */
export const installClient = (): Promise<CleanFolder> =>
  installPacked("scripts/client/build.ts", "--offline");

/** Builds, packs and installs the contract check. npm takes its dependencies from its cache if possible. */
export const installContractCheck = (): Promise<CleanFolder> =>
  installPacked("scripts/contract-check/package/build.ts", "--prefer-offline");

async function installPacked(build: string, network: string): Promise<CleanFolder> {
  const folder = mkdtempSync(join(tmpdir(), "recado-packed-"));
  const built = join(folder, "built");
  const path = join(folder, "project");
  mkdirSync(path);
  await succeed(root, process.execPath, ["--import", "tsx", build, built]);
  const packed = await succeed(folder, "npm", ["pack", "./built", "--silent"]);
  writeFileSync(join(path, "package.json"), JSON.stringify({ name: "integrator", private: true }));
  const tarball = join(folder, packed.trim());
  await succeed(path, "npm", ["install", tarball, network, "--no-audit", "--no-fund", "--silent"]);
  return {
    path,
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    run: (command, args) => execute(path, command, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Links a type package of this project into the folder. */
export function lendTypes({ path }: CleanFolder, name: string): void {
  mkdirSync(join(path, "node_modules/@types"), { recursive: true });
  symlinkSync(join(root, "node_modules/@types", name), join(path, "node_modules/@types", name));
}
