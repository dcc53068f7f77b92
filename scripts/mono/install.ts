// Installs Json.NET and Debian's Mono into a separate folder. Mono compiles and runs C#. Debian's Json.NET is
// from 2014, so Json.NET comes from an npm package for Unity.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { installCommand, installTree } from "../debian/tree";
import { jsonNet, monoRoot } from "./root";

const root = monoRoot();

const PACKAGES = [
  "mono-mcs",
  "libmono-system-net-http4.0-cil",
  "libmono-system-componentmodel-dataannotations4.0-cil",
  "libmono-system-runtime-serialization4.0-cil",
  "libmono-system-web4.0-cil",
];

const JSON_NET = {
  spec: "jillejr.newtonsoft.json-for-unity@12.0.101",
  integrity:
    "sha512-EkIws9wr6dZo10qrmqwhAsGZoKfTSWUTaVt0hINIgvpCCMPW62m9Hc1+FzfmkGBSrGy6qy5UUA1+Ld2afyQ4Kg==",
  file: "package/Plugins/Newtonsoft.Json Editor/Newtonsoft.Json.dll",
};

function addJsonNet(tree: string): void {
  const folder = join(tree, dirname(jsonNet()).slice(root.length));
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync("npm", ["pack", JSON_NET.spec, "--json", "--pack-destination", folder], {
    encoding: "utf8",
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 5 * 60_000,
  });
  const [{ filename = "", integrity = "" } = {}] = JSON.parse(packed) as {
    filename: string;
    integrity: string;
  }[];
  if (integrity !== JSON_NET.integrity)
    throw new Error(`${JSON_NET.spec} does not match its known integrity: ${integrity}`);
  execFileSync("tar", ["-xzf", filename, JSON_NET.file], { cwd: folder });
  copyFileSync(join(folder, JSON_NET.file), join(folder, "Newtonsoft.Json.dll"));
  rmSync(join(folder, "package"), { recursive: true });
  rmSync(join(folder, filename));
}

installCommand("Mono", root, () => {
  if (existsSync(root)) return;
  // Excludes all dependencies outside Mono. Every machine has the base libraries, and GUI libraries are not
  // needed.
  installTree({ root, suite: "bookworm", packages: PACKAGES, excluded: /^(?!mono-|libmono-)/ }, addJsonNet);
});
