import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** In the folder of generated files: what its parts were made of, so that those need not be made again. */
const NOTE = "made-of.json";

/** A part of the generated files that takes long to make. */
export interface Part {
  name: "carriers" | "operations";
  /** Tells the part's files, by their path from the folder of generated files. */
  has(file: string): boolean;
  /** Changes with all that the part is made of. */
  digest: string;
}

type Note = Partial<Record<Part["name"], { of: string; files: string }>>;

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

/** Of files and folders with all that is in them, by their names and texts, and of a text besides. */
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

/** Null where it is there and cannot be read: cut off, or no note. */
function readNote(folder: string): Note | null {
  const file = join(folder, NOTE);
  if (!existsSync(file)) return {};
  try {
    const found: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Nothing is known of what a damaged note was about: it is as if there were none. */
const noteIn = (folder: string): Note => readNote(folder) ?? {};

export const isNoteDamaged = (folder: string): boolean => readNote(folder) === null;

/**
 * Copies a part that `before` has from there to `out`, and says whether it could: where it was made of something else, or
 * is not as it was made, it cannot.
 */
export function reuse(part: Part, before: string, out: string): boolean {
  const known = noteIn(before)[part.name];
  if (known?.of !== part.digest || known.files !== digestOfPart(before, part)) return false;
  for (const file of filesIn(before).filter(part.has)) {
    cpSync(join(before, file), join(out, file), { recursive: true, force: true });
  }
  return true;
}

/** Notes in `out` what these parts of it were made of; those noted in `before` stay. */
export function note(parts: readonly Part[], before: string, out: string): void {
  const noted = Object.fromEntries(
    parts.map((part) => [part.name, { of: part.digest, files: digestOfPart(out, part) }]),
  );
  writeFileSync(join(out, NOTE), `${JSON.stringify({ ...noteIn(before), ...noted }, null, 2)}\n`);
}
