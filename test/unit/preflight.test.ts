import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

const root = resolve(__dirname, "../..");
const script = join(root, "scripts", "preflight.js");

describe("the preflight check", () => {
  const folder = temporaryFolder("preflight");

  function preflightOn(node: string, file = script) {
    const versions = join(folder, "versions.js");
    writeFileSync(versions, `Object.defineProperty(process, "versions", { value: { node: "${node}" } });`);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--require", versions, file], {
      encoding: "utf8",
    });
    return [status, stdout + stderr];
  }

  it.each(["8.17.0", "18.20.8", "20.9.0", "20.18.3"])("refuses Node %s", (node) => {
    expect(preflightOn(node)).toEqual([1, `Recado needs Node 20.19.0 or newer, and this is Node ${node}.\n`]);
  });

  it.each(["20.19.0", "20.20.2", "22.0.0", "26.10.0", "100.0.0"])("accepts Node %s", (node) => {
    expect(preflightOn(node)).toEqual([0, ""]);
  });

  it("refuses to start without installed packages", () => {
    mkdirSync(join(folder, "scripts"));
    copyFileSync(join(root, "package.json"), join(folder, "package.json"));
    copyFileSync(script, join(folder, "scripts", "preflight.js"));
    expect(preflightOn("22.0.0", join(folder, "scripts", "preflight.js"))).toEqual([
      1,
      "Recado's packages are not installed yet: run npm ci first.\n",
    ]);
  });

  it("uses only syntax that every version of Node reads", () => {
    const esbuild = join(root, "node_modules", ".bin", "esbuild");
    // esbuild fails on syntax that it would have to rewrite, such as `const`.
    expect(() => execFileSync(esbuild, [script, "--target=es5", "--log-level=silent"])).not.toThrow();
  });
});
