import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { treeOf } from "./tree";

export const monoRoot = (): string => treeOf("mono");

const JSON_NET_FILE = "opt/json-net/Newtonsoft.Json.dll";

/** Returns the path of Json.NET, which generated C# clients need. */
export const jsonNet = (): string => join(monoRoot(), JSON_NET_FILE);

/** Returns the command and the environment that run a program of the .NET Framework. */
export function mono(program: string): {
  command: readonly [string, string];
  env: { MONO_PATH: string } & Readonly<Record<string, string>>;
} {
  const root = monoRoot();
  return {
    command: [join(root, "usr/bin/mono-sgen"), program],
    env: {
      LD_LIBRARY_PATH: join(root, "usr/lib"),
      MONO_PATH: join(root, "usr/lib/mono/4.5"),
      MONO_GAC_PREFIX: join(root, "usr"),
      MONO_CFG_DIR: join(root, "etc"),
    },
  };
}

const PACKAGE = {
  spec: "jillejr.newtonsoft.json-for-unity@12.0.101",
  integrity:
    "sha512-EkIws9wr6dZo10qrmqwhAsGZoKfTSWUTaVt0hINIgvpCCMPW62m9Hc1+FzfmkGBSrGy6qy5UUA1+Ld2afyQ4Kg==",
  file: "package/Plugins/Newtonsoft.Json Editor/Newtonsoft.Json.dll",
};

/** Adds Json.NET from an npm package for Unity to a tree: Debian's Json.NET is from 2014. */
export function addJsonNet(tree: string): void {
  const target = join(tree, JSON_NET_FILE);
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync("npm", ["pack", PACKAGE.spec, "--json", "--pack-destination", folder], {
    encoding: "utf8",
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 5 * 60_000,
  });
  const [{ filename = "", integrity = "" } = {}] = JSON.parse(packed) as {
    filename: string;
    integrity: string;
  }[];
  if (integrity !== PACKAGE.integrity)
    throw new Error(`${PACKAGE.spec} does not match its known integrity: ${integrity}`);
  execFileSync("tar", ["-xzf", filename, PACKAGE.file], { cwd: folder });
  copyFileSync(join(folder, PACKAGE.file), target);
  rmSync(join(folder, "package"), { recursive: true });
  rmSync(join(folder, filename));
}
