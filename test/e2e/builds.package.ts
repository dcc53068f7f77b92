import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { times } from "../support/times";

const ROOT = resolve(__dirname, "../..");
/** The parts of a checkout that a start needs. */
const CHECKOUT = ["generated", "package.json", "package-lock.json", "scripts", "src", "tsconfig.json"];
const BUILDERS = ["esbuild", "tsx"];

describe("a checkout", () => {
  let folder: string;
  /** The build of the unchanged sources, for tests that are not about the first build. */
  const firstBuild = temporaryFolder("first-build");
  const services: ServiceProcess[] = [];

  beforeEach(() => {
    folder = temporaryFolder("checkout");
    for (const name of CHECKOUT) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    install(() => true);
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop("SIGKILL");
  });

  /** Replaces the installed packages with the packages that the filter accepts. */
  function install(isNeeded: (name: string) => boolean): void {
    const modules = join(folder, "node_modules");
    rmSync(modules, { recursive: true, force: true });
    mkdirSync(modules);
    const names = readdirSync(join(ROOT, "node_modules")).filter((name) => name !== ".cache");
    for (const name of names.filter(isNeeded)) {
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
    }
  }

  /** Copies the build of the unchanged sources into the checkout, or makes it if no test has kept it yet. */
  function useFirstBuild(): void {
    if (readdirSync(firstBuild).length === 0) {
      expect(recado("build")).toMatchObject({ status: 0, stderr: "" });
      keepFirstBuild();
    } else cpSync(firstBuild, join(folder, "dist/builds"), { recursive: true });
  }

  function keepFirstBuild(): void {
    const [build = ""] = builds();
    cpSync(join(folder, "dist/builds", build), join(firstBuild, build), { recursive: true });
  }

  const builds = () => readdirSync(join(folder, "dist/builds")).filter((name) => !name.startsWith("."));
  const drafts = () => readdirSync(join(folder, "dist/builds")).filter((name) => name.startsWith(".draft"));
  const recado = (...args: string[]) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH }, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/recado.mjs", ...args], options);
    return { status, stdout, stderr };
  };
  async function service(index = 0): Promise<ServiceProcess> {
    const made = new ServiceProcess(
      {
        PORT: String(await freePort()),
        RECADO_DATA_DIR: join(folder, `data-${index}`),
        RECADO_LOG_LEVEL: "error",
      },
      { command: ["scripts/recado.mjs", "serve"], cwd: folder },
    );
    services.push(made);
    return made;
  }
  const open = async (url: string) => {
    const response = await fetch(url);
    return [url, response.status, await response.text()] as const;
  };

  it("builds once when it is started three times at once", async () => {
    const three = await Promise.all(times(3, service));
    await Promise.all(three.map((one) => one.start()));
    expect([builds().length, drafts()]).toEqual([1, []]);
    for (const { baseUrl } of three) expect((await open(`${baseUrl}/console`))[1]).toBe(200);
    keepFirstBuild();
  }, 300_000);

  it("serves the client package at the URL that the documentation names", async () => {
    useFirstBuild();
    const one = await service();
    await one.start();
    const [, , page] = await open(`${one.baseUrl}/docs/clients`);
    const [, address = ""] = /npm install (\S+\.tgz)/.exec(page.replace(/<[^>]*>/g, "")) ?? [];
    expect(address).toBe(`${one.baseUrl}/docs/clients/recado-3.0.0.tgz`);
    const project = join(folder, "project");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", address], { cwd: project });
    const program = `import { createRecado } from "recado/client"; console.log(typeof createRecado);`;
    const options = { cwd: project, encoding: "utf8" } as const;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], options);
    expect(printed).toBe("function\n");
  });

  it("builds changed sources while a running process keeps its build", async () => {
    useFirstBuild();
    const before = await service(0);
    await before.start();
    appendFileSync(
      join(folder, "src/web/console/page/console.css"),
      "\n.unused-in-this-test { color: red; }\n",
    );
    appendFileSync(
      join(folder, "src/web/docs/guides/limits.md"),
      "\nA sentence that only the newer build has.\n",
    );
    const after = await service(1);
    await after.start();
    expect(builds()).toHaveLength(2);
    const [own, other] = await Promise.all([before, after].map((one) => allOfConsole(one.baseUrl)));
    expect(own?.join()).not.toBe(other?.join());
    const guides = await Promise.all([before, after].map((one) => open(`${one.baseUrl}/docs/guides/limits`)));
    expect(guides.map(([, , text]) => text.includes("only the newer build"))).toEqual([false, true]);
  });

  it("reuses its build while its sources are unchanged", () => {
    useFirstBuild();
    const [build = ""] = builds();
    const changed = () => readdirSync(join(folder, "dist/builds", build)).length;
    writeFileSync(join(folder, "dist/builds", build, "untouched"), "");
    const count = changed();
    expect(recado("--version").stdout).toMatch(/^recado 3\.0\.0, commit unknown, schema \d{4}_\w+\n$/);
    expect([builds(), changed()]).toEqual([[build], count]);
  });

  it("names the commit of its build, and whether the sources were modified", () => {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
    writeFileSync(join(folder, ".gitignore"), "node_modules\ndist\n");
    git("init", "--quiet");
    git("add", "--all");
    const identity = [
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.com",
      "-c",
      "commit.gpgsign=false",
    ];
    git(...identity, "commit", "--quiet", "--message", "All of it");
    const commit = git("rev-parse", "HEAD");
    expect(recado("--version").stdout).toContain(`commit ${commit}, `);
    appendFileSync(join(folder, "src/main.ts"), "\n");
    expect(recado("--version").stdout).toContain(`commit ${commit}+modified, `);
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
    appendFileSync(join(folder, "src/main.ts"), "\nthis is no TypeScript\n");
    expect(recado("build")).toMatchObject({ status: 1, stdout: "" });
    expect([builds(), drafts()]).toEqual([[], []]);
  });

  /** Fetches the console and every file that its files name, and returns the names. */
  async function allOfConsole(baseUrl: string): Promise<string[]> {
    const [, status, page] = await open(`${baseUrl}/console`);
    expect([status, page.includes("undefined")]).toEqual([200, false]);
    const seen = new Set<string>();
    const queue = [...page.matchAll(/\/console\/assets\/([\w.-]+)/g)].map(([, name]) => name ?? "");
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const [url, found, content] = await open(`${baseUrl}/console/assets/${name}`);
      expect([url, found]).toEqual([url, 200]);
      if (name.endsWith(".js")) {
        queue.push(
          ...[...content.matchAll(/["']\.\/([\w-]+\.(?:js|css))["']/g)].map(([, next]) => next ?? ""),
        );
      }
    }
    expect(seen.size).toBeGreaterThan(5);
    return [...seen].sort();
  }
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
    const { href } = pathToFileURL(join(ROOT, "scripts/builds.mjs"));
    const program = `import { prune } from "${href}"; prune(${JSON.stringify(folder)}, ${JSON.stringify(join(folder, "newest"))});`;
    execFileSync(process.execPath, ["--input-type=module", "-e", program]);
    expect(readdirSync(folder).sort()).toEqual(
      [".draft-young", ".in-use", "b", "c", "d", "elsewhere", "newest", "run"].sort(),
    );
    expect(existsSync(join(folder, ".in-use", marks[2] ?? ""))).toBe(false);
  });
});
