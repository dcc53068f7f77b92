import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "../tools/files-in";

/** File in generated/ with the digests of each part's inputs and outputs. */
const RECORD = "made-of.json";

/** Generated files that are slow to make and can be reused. */
export interface Part {
  name: "carriers" | "operations";
  has(file: string): boolean;
  digest: string;
}

type Digests = Partial<Record<Part["name"], { of: string; files: string }>>;

/** Returns a digest of a text, files and all files in folders. `paths` are relative to `root`. */
export function digestOf(root: string, paths: readonly string[], text = ""): string {
  const hash = createHash("sha256").update(text);
  for (const path of paths) {
    const full = join(root, path);
    const files = statSync(full).isDirectory() ? filesIn(full).map((file) => join(path, file)) : [path];
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

const digestOfPart = (folder: string, { has }: Part) => digestOf(folder, filesIn(folder).filter(has));

/** Returns the record; empty if the file is missing, null if the file contains no valid record. */
function readRecord(folder: string): Digests | null {
  const file = join(folder, RECORD);
  if (!existsSync(file)) return {};
  try {
    const found: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const recordIn = (folder: string): Digests => readRecord(folder) ?? {};

export const isRecordDamaged = (folder: string): boolean => readRecord(folder) === null;

/** Copies a part from `before` to `out`. Returns false if its inputs or files have changed. */
export function reuse(part: Part, before: string, out: string): boolean {
  const known = recordIn(before)[part.name];
  if (known?.of !== part.digest || known.files !== digestOfPart(before, part)) return false;
  for (const file of filesIn(before).filter(part.has)) {
    cpSync(join(before, file), join(out, file), { recursive: true, force: true });
  }
  return true;
}

/** Writes the record to `out`: new digests for `parts`, and the digests of `before` for other parts. */
export function recordParts(parts: readonly Part[], before: string, out: string): void {
  const recorded = Object.fromEntries(
    parts.map((part) => [part.name, { of: part.digest, files: digestOfPart(out, part) }]),
  );
  writeFileSync(join(out, RECORD), `${JSON.stringify({ ...recordIn(before), ...recorded }, null, 2)}\n`);
}
