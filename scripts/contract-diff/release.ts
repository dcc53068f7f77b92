import { blobOf } from "../tools/git-blob";
import { runTool } from "../tools/run-tool";
import type { Contract } from "./contract";

/** What a release is called in git: the tag is on a commit whose bundle is the released contract. */
export const tagOf = (version: string): string => `contract-v${version}`;

const RELEASED = "openapi/released.json";
const BUNDLE = "generated/openapi.json";

/** What git knows of the files that tell the last release. Blobs are named by git's hashes. */
export interface History {
  /** The bundle at each release's tag, by version. */
  tags: ReadonlyMap<string, string>;
  /** Every bundle that was ever committed; null where the history is cut off. */
  bundles: ReadonlySet<string> | null;
  /** What the last commit has for the released contract. */
  committed: { version: string; blob: string } | null;
}

const numbers = (version: string) => version.split(".").map(Number);

/** Less than 0 where the first version is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  const at = [0, 1, 2].find((index) => left[index] !== right[index]);
  return at === undefined ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** Why the released contract cannot be the one that was released; null where nothing speaks against it. */
export function forgery(released: string, history: History): string | null {
  const { version } = (JSON.parse(released) as Contract).info;
  const blob = blobOf(released);
  const restore = "Take your edit back; only `npm run contract:diff -- --release` writes this file.";
  const later = [...history.tags.keys()].find((tagged) => compareVersions(tagged, version) > 0);
  if (later !== undefined) {
    return `${RELEASED} says ${version}, and ${tagOf(later)} has been released since. ${restore}`;
  }
  const tagged = history.tags.get(version);
  if (tagged !== undefined) {
    return tagged === blob ? null : `${RELEASED} is not what was released as ${tagOf(version)}. ${restore}`;
  }
  const { committed, bundles } = history;
  if (committed?.version === version && committed.blob !== blob) {
    return `${RELEASED} differs from the ${version} that is committed: a release does not change. ${restore}`;
  }
  if (committed?.blob !== blob || bundles === null || bundles.has(blob)) return null;
  return `${RELEASED} has never been the contract: no commit has it as ${BUNDLE}. ${restore}`;
}

/**
 * Whether the new version says that something came; null where it does. A release that has no tag yet is in nobody's hands,
 * and may grow under its number.
 */
export function versionProblem(
  { version: from, isTagged }: { version: string; isTagged: boolean },
  to: string,
  changes: number,
): string | null {
  const order = compareVersions(to, from);
  const [major = 0, minor = 0] = numbers(from);
  const next = `${major}.${minor + 1}.0`;
  if (order < 0) return `\`info.version\` is ${to}, and ${from} is released already. Raise it to ${next}.`;
  if (!isTagged || changes === 0 || compareVersions(to, next) >= 0) return null;
  return `Clients cannot tell this contract from the ${from} that is released. Raise \`info.version\` to ${next}.`;
}

/** Null where there is no git, or no repository: an unpacked copy has no history to ask. */
export async function readHistory(root: string): Promise<History | null> {
  const git = async (...args: string[]): Promise<string | null> => {
    const options = { step: `git ${args[0]}`, cwd: root, deadlineMs: 60_000, missing: "There is no git." };
    const { code, stdout } = await runTool("git", args, options);
    return code === 0 ? stdout : null;
  };
  const top = await git("rev-parse", "--show-cdup").catch(() => null);
  if (top?.trim() !== "") return null; // no repository, or one that this folder only lies in
  const names = (await git("tag", "--list", "--merged", "HEAD", `${tagOf("")}*`)) ?? "";
  const tags = new Map<string, string>();
  for (const tag of names.split("\n").filter(Boolean)) {
    const blob = await git("rev-parse", "--verify", "--quiet", `${tag}:${BUNDLE}`);
    if (blob !== null) tags.set(tag.slice(tagOf("").length), blob.trim());
  }
  const isShallow = (await git("rev-parse", "--is-shallow-repository"))?.trim() === "true";
  const log = isShallow
    ? null
    : await git("log", "--full-history", "-m", "--raw", "--no-abbrev", "--format=", "--", BUNDLE);
  const bundles = new Set((log ?? "").split("\n").flatMap((line) => line.split(" ")[3] ?? []));
  const committed = await git("show", `HEAD:${RELEASED}`);
  return {
    tags,
    bundles: bundles.size > 1 ? bundles : null, // a history of one commit tells nothing either
    committed:
      committed === null
        ? null
        : { version: (JSON.parse(committed) as Contract).info.version, blob: blobOf(committed) },
  };
}
