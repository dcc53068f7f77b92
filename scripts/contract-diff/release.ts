import { blobOf } from "../tools/git-blob";
import { git } from "../tools/git";
import type { Contract } from "./contract";

/** Returns the git tag of a release. The bundle at the tagged commit is the released contract. */
export const tagOf = (version: string): string => `contract-v${version}`;

export const RELEASED = "openapi/released.json";
export const BUNDLE = "generated/openapi.json";

/** Releases in the git repository. Blobs are git hashes. */
export interface History {
  /** Blob of the bundle at each release's tag, by version. */
  tags: ReadonlyMap<string, string>;
  /** Blobs of all committed bundles; null if the history, such as a shallow one, has fewer than two. */
  bundles: ReadonlySet<string> | null;
  /** The file `openapi/released.json` as committed at HEAD; null if HEAD has no such file. */
  committed: { version: string; blob: string } | null;
}

const numbers = (version: string) => version.split(".").map(Number);
const versionOf = (contract: string) => (JSON.parse(contract) as Contract).info.version;

/** Returns a negative number if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  return (
    left.map((number, index) => number - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  );
}

/** Returns why a file cannot be the released contract; null if it can. */
export function forgery(released: string, { tags, committed, bundles }: History): string | null {
  const [version, blob] = [versionOf(released), blobOf(released)];
  const restore = "Undo your edit; only `npm run contract:diff -- --release` writes this file.";
  const later = [...tags.keys()].find((tagged) => compareVersions(tagged, version) > 0);
  if (later) return `${RELEASED} has version ${version}, but ${tagOf(later)} was released later. ${restore}`;
  const tagged = tags.get(version);
  if (tagged === blob) return null;
  if (tagged) return `${RELEASED} is not what was released as ${tagOf(version)}. ${restore}`;
  if (committed?.version === version && committed.blob !== blob) {
    return `${RELEASED} differs from the committed ${version}: a release does not change. ${restore}`;
  }
  if (committed?.blob !== blob || bundles === null || bundles.has(blob)) return null;
  return `${RELEASED} was never the contract: no commit has it as ${BUNDLE}. ${restore}`;
}

/** Returns why the version must be raised, or null. An untagged release may change under its version. */
export function versionProblem(
  { version: from, isTagged }: { version: string; isTagged: boolean },
  to: string,
  changes: number,
): string | null {
  const [major = 0, minor = 0] = numbers(from);
  const next = `${major}.${minor + 1}.0`;
  if (compareVersions(to, from) < 0) {
    return `\`info.version\` is ${to}, but ${from} is already released. Raise it to ${next}.`;
  }
  if (!isTagged || changes === 0 || compareVersions(to, next) >= 0) return null;
  return `Clients cannot distinguish this contract from the released ${from}. Raise \`info.version\` to ${next}.`;
}

/** Reads the releases; null if the folder is not the root of a repository, such as an unpacked copy. */
export async function readHistory(root: string): Promise<History | null> {
  if ((await git(root, "rev-parse", "--show-cdup").catch(() => null))?.trim() !== "") return null;
  const tags = new Map<string, string>();
  const names = await git(root, "tag", "--list", "--merged", "HEAD", tagOf("*"));
  for (const tag of (names ?? "").split("\n").filter(Boolean)) {
    const blob = await git(root, "rev-parse", "--verify", "--quiet", `${tag}:${BUNDLE}`);
    if (blob !== null) tags.set(tag.slice(tagOf("").length), blob.trim());
  }
  const isShallow = (await git(root, "rev-parse", "--is-shallow-repository"))?.trim() === "true";
  const history = ["log", "--full-history", "-m", "--raw", "--no-abbrev", "--format=", "--", BUNDLE];
  const log = isShallow ? null : await git(root, ...history);
  const bundles = new Set((log ?? "").split("\n").flatMap((line) => line.split(" ")[3] ?? []));
  const released = await git(root, "show", `HEAD:${RELEASED}`);
  return {
    tags,
    bundles: bundles.size > 1 ? bundles : null, // a single bundle shows no history
    committed: released === null ? null : { version: versionOf(released), blob: blobOf(released) },
  };
}
