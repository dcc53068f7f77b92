import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lacks, type Language, succeed } from "./language";

const HAS_VENV = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/** Returns a virtual environment with the pinned packages, and recreates it when the pins change. */
async function environment(work: string, requirements: string): Promise<string> {
  const folder = join(work, "venv");
  const installed = join(folder, "installed.txt");
  const pinned = readFileSync(requirements, "utf8");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== pinned) {
    rmSync(folder, { recursive: true, force: true });
    await succeed("python3 -m venv", "python3", ["-m", "venv", folder], { cwd: work });
    const install = ["install", "--quiet", "--no-deps", "--requirement", requirements];
    await succeed("pip install", join(folder, "bin", "pip"), install, { cwd: work });
    writeFileSync(installed, pinned);
  }
  return folder;
}

export const python: Language = {
  name: "python",
  title: "Python",
  generator: ["-g", "python", "--additional-properties=packageName=recado_client"],
  missing: () => lacks("python3", ["-c", HAS_VENV], "Python needs Python 3.10 or newer, with venv."),
  async build({ client, tour, work }) {
    const bin = join(await environment(work, join(tour, "requirements.txt")), "bin");
    const program = join(tour, "tour.py");
    const checked = ["--follow-imports=silent", "--cache-dir", join(work, "mypy"), program];
    await succeed("mypy", join(bin, "mypy"), checked, { cwd: tour, env: { MYPYPATH: client } });
    return { program: join(bin, "python"), args: [program], env: { PYTHONPATH: client } };
  },
};
