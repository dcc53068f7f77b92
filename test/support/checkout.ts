import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort, ServiceProcess } from "./process";
import { temporaryFolder } from "./temporary-folder";

const ROOT = resolve(__dirname, "../..");
/** The parts of a checkout that a start needs. */
const CHECKOUT = ["generated", "package.json", "package-lock.json", "scripts", "src", "tsconfig.json"];

/** Copies the project into a new folder before each test, and stops the test's services after it. */
export function checkout() {
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

  return { folder: () => folder, install, useFirstBuild, keepFirstBuild, builds, drafts, recado, service };
}
