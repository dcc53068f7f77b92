import { runTool } from "./run-tool";

/** Returns the output of a git command; null if the command fails. Rejects without git, or after 120 s. */
export async function git(root: string, ...args: string[]): Promise<string | null> {
  const options = { step: `git ${args[0]}`, cwd: root, deadlineMs: 120_000, missing: "There is no git." };
  const { code, stdout } = await runTool("git", args, options);
  return code === 0 ? stdout : null;
}
