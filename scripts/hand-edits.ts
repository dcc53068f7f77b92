import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesIn } from "./tools/files-in";
import { git } from "./tools/git";
import { blobOf } from "./tools/git-blob";

/**
 * Returns the file with the hashes of the files that the last generation wrote. A file that matches its hash
 * has no hand edits. Each checkout has its own record, because worktrees may share node_modules.
 */
export const recordOf = (root: string): string =>
  join(root, `node_modules/.cache/recado/generated-${blobOf(realpathSync(root))}.json`);

type Blobs = Record<string, string>;

function blobsIn(root: string): Blobs {
  const files = filesIn(join(root, "generated")).map((file) => `generated/${file}`);
  return Object.fromEntries(files.map((file) => [file, blobOf(readFileSync(join(root, file), "utf8"))]));
}

/** Returns the committed files of generated/ with their Git hashes. Null without Git, a commit or files. */
async function committed(root: string): Promise<Blobs | null> {
  const tree = await git(root, "ls-tree", "-r", "HEAD", "generated").catch(() => null);
  if (!tree) return null;
  return Object.fromEntries(
    tree
      .trim()
      .split("\n")
      .map((line): [string, string] => {
        const [what = "", path = ""] = line.split("\t");
        return [path, what.split(" ")[2] ?? ""];
      }),
  );
}

/** Returns the files of the last generation with their Git hashes; null without a readable record. */
function lastWritten(root: string): Blobs | null {
  const record = recordOf(root);
  if (!existsSync(record)) return null;
  try {
    return JSON.parse(readFileSync(record, "utf8")) as Blobs | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const OVERWRITE = "or overwrite generated/: npm run generate -- --overwrite";

/** Returns why the generation would lose hand edits, and what to do; null without hand edits. */
export async function handEditProblem(root: string): Promise<string | null> {
  const [inGit, written] = [await committed(root), lastWritten(root)];
  const known = [inGit, written].filter((blobs) => blobs !== null);
  if (known.length === 0) return null;
  const files = Object.entries(blobsIn(root))
    .filter(([path, blob]) => known.every((blobs) => blobs[path] !== blob))
    .map(([path]) => path)
    .sort();
  const isTracked = (path: string) => path in (inGit ?? written ?? {});
  const listed = (heading: string, paths: readonly string[], advice: string) =>
    paths.length === 0
      ? []
      : [[heading, ...paths.map((path) => `  ${path}`), `${advice}, ${OVERWRITE}`].join("\n")];
  const problems = [
    ...listed(
      "These files were edited by hand, and the generation would overwrite them:",
      files.filter(isTracked),
      "Revert the edits (git restore generated)",
    ),
    ...listed(
      "These files are not committed and differ from the last generation; the next one would replace or delete them:",
      files.filter((path) => !isTracked(path)),
      "Delete them (git clean -f generated)",
    ),
  ];
  return problems.join("\n") || null;
}

export function recordGenerated(root: string): void {
  const record = recordOf(root);
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(blobsIn(root)));
}
