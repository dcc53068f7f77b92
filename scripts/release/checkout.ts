import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";

/** Failure with a one-line message for the operator. */
export class ReleaseError extends Error {}

export interface Checkout {
  /** Commit of the sources; null outside a Git checkout. */
  commit: string | null;
  isModified: boolean;
}

/** Returns the commit of a folder, and whether any file that Git does not ignore differs from it. */
export function checkoutOf(root: string): Checkout {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const [top = "", commit = ""] = git("rev-parse", "--show-toplevel", "HEAD").split("\n");
    if (realpathSync(top) !== realpathSync(root)) return { commit: null, isModified: false };
    return { commit, isModified: git("status", "--porcelain") !== "" };
  } catch {
    return { commit: null, isModified: false };
  }
}

/**
 * Returns the version of the archive, with the suffix `+modified` for a modified checkout. Throws
 * `ReleaseError` if the checkout is modified and `allowModified` is false.
 */
export function releaseVersion(version: string, { isModified }: Checkout, allowModified: boolean): string {
  if (!isModified) return version;
  if (allowModified) return `${version}+modified`;
  throw new ReleaseError(
    "The checkout has changes that are not committed: commit them, or run npm run release -- --allow-modified",
  );
}
