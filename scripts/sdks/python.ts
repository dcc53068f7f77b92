import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lacks, type Language, succeed } from "./language";

const HAS_VENV = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/** An environment with the pinned packages, made anew when these change. */
async function environment(work: string, requirements: string): Promise<string> {
  const folder = join(work, "venv");
  const note = join(folder, "installed.txt");
  const wanted = readFileSync(requirements, "utf8");
  if (!existsSync(note) || readFileSync(note, "utf8") !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    await succeed("python3 -m venv", "python3", ["-m", "venv", folder], { cwd: work });
    const install = ["install", "--quiet", "--no-deps", "--requirement", requirements];
    await succeed("pip install", join(folder, "bin", "pip"), install, { cwd: work });
    writeFileSync(note, wanted);
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
