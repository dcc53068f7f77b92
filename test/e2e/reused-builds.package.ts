import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout } from "../support/checkout";
import { temporaryFolder } from "../support/temporary-folder";

const BUILDERS = ["esbuild", "tsx"];

describe("a checkout with a build", () => {
  const { folder, install, useFirstBuild, builds, drafts, recado, service } = checkout();

  it("serves the client package at the URL that the documentation names", async () => {
    useFirstBuild();
    const one = await service();
    await one.start();
    const page = await (await fetch(`${one.baseUrl}/docs/clients`)).text();
    const [, address = ""] = /npm install (\S+\.tgz)/.exec(page.replace(/<[^>]*>/g, "")) ?? [];
    expect(address).toBe(`${one.baseUrl}/docs/clients/recado-3.0.0.tgz`);
    const project = join(folder(), "project");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", address], { cwd: project });
    const program = `import { createRecado } from "recado/client"; console.log(typeof createRecado);`;
    const options = { cwd: project, encoding: "utf8" } as const;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], options);
    expect(printed).toBe("function\n");
  });

  it("reuses its build while its sources are unchanged", () => {
    useFirstBuild();
    const [build = ""] = builds();
    const changed = () => readdirSync(join(folder(), "dist/builds", build)).length;
    writeFileSync(join(folder(), "dist/builds", build, "untouched"), "");
    const count = changed();
    expect(recado("--version").stdout).toMatch(/^recado 3\.0\.0, commit unknown, schema \d{4}_\w+\n$/);
    expect([builds(), changed()]).toEqual([[build], count]);
  });

  it("runs its build without development packages, and reports in one line that it cannot build", async () => {
    install((name) => !BUILDERS.includes(name));
    expect(recado("--version")).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^There is no build of these sources, .*npm ci.*\n$/) as string,
    });
    install(() => true);
    useFirstBuild();
    install((name) => !BUILDERS.includes(name));
    await (await service()).start();
  });

  it("leaves no draft of a failed build", () => {
    appendFileSync(join(folder(), "src/main.ts"), "\nthis is no TypeScript\n");
    expect(recado("build")).toMatchObject({ status: 1, stdout: "" });
    expect([builds(), drafts()]).toEqual([[], []]);
  });
});

describe("removal of old builds", () => {
  const folder = temporaryFolder("builds");

  it("keeps the newest four builds, running builds and builds younger than an hour", () => {
    const make = (name: string, hours: number) => {
      mkdirSync(join(folder, name));
      const at = Date.now() / 1_000 - hours * 3_600;
      utimesSync(join(folder, name), at, at);
    };
    ["newest", "b", "c", "d"].forEach((name, index) => make(name, 2 + index));
    for (const name of ["gone", "run", "elsewhere", "crashed"]) make(name, 10);
    make(".draft-old", 3);
    make(".draft-young", 0);
    mkdirSync(join(folder, ".in-use"));
    // No process has an id as large as the last one.
    const marks = [
      `run@${hostname()}@${process.pid}`,
      "elsewhere@another-host@1",
      `crashed@${hostname()}@99999999`,
    ];
    for (const mark of marks) writeFileSync(join(folder, ".in-use", mark), "");
    const { href } = pathToFileURL(resolve(__dirname, "../../scripts/builds.mjs"));
    const program = `import { prune } from "${href}"; prune(${JSON.stringify(folder)}, ${JSON.stringify(join(folder, "newest"))});`;
    execFileSync(process.execPath, ["--input-type=module", "-e", program]);
    expect(readdirSync(folder).sort()).toEqual(
      [".draft-young", ".in-use", "b", "c", "d", "elsewhere", "newest", "run"].sort(),
    );
    expect(existsSync(join(folder, ".in-use", marks[2] ?? ""))).toBe(false);
  });
});
