import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { blobOf } from "./tools/git-blob";
import { runTool } from "./tools/run-tool";

/** What the last generation wrote: uncommitted, and yet nobody's edit. */
const NOTE = "node_modules/.cache/recado/generated.json";

type Blobs = Record<string, string>;

function blobsIn(root: string): Blobs {
  const folder = join(root, "generated");
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(root, path).replaceAll("\\", "/"), blobOf(readFileSync(path, "utf8"))];
    }),
  );
}

/** Null outside of a repository. */
async function committed(root: string): Promise<Blobs | null> {
  const options = { step: "git ls-tree", cwd: root, deadlineMs: 60_000, missing: "There is no git." };
  const tree = await runTool("git", ["ls-tree", "-r", "HEAD", "generated"], options).catch(() => null);
  if (tree === null || tree.code !== 0 || tree.stdout === "") return null;
  return Object.fromEntries(
    tree.stdout
      .trim()
      .split("\n")
      .map((line): [string, string] => {
        const [what = "", path = ""] = line.split("\t");
        return [path, what.split(" ")[2] ?? ""];
      }),
  );
}

/** Null where that is not known, or is no longer: then only what is committed is nobody's edit. */
function lastWritten(root: string): Blobs | null {
  const note = join(root, NOTE);
  if (!existsSync(note)) return null;
  try {
    return JSON.parse(readFileSync(note, "utf8")) as Blobs | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The files in generated/ that are neither as they are committed nor as they were generated last. */
export async function handEdits(root: string): Promise<string[]> {
  const known = [await committed(root), lastWritten(root)].filter((blobs) => blobs !== null);
  if (known.length === 0) return [];
  return Object.entries(blobsIn(root))
    .filter(([path, blob]) => known.every((blobs) => blobs[path] !== blob))
    .map(([path]) => path)
    .sort();
}

/** Remembers generated/ as it is now. */
export function noteGenerated(root: string): void {
  const note = join(root, NOTE);
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, JSON.stringify(blobsIn(root)));
}
