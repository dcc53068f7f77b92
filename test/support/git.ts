import { execFileSync } from "node:child_process";

const SETTINGS = [
  "user.name=Test",
  "user.email=test@example.com",
  "commit.gpgsign=false",
  "tag.gpgsign=false",
  "init.defaultBranch=main",
].flatMap((setting) => ["-c", setting]);

/** Returns a function that runs git in a folder with settings that do not depend on the machine. */
export const gitIn =
  (folder: string) =>
  (...args: string[]): void => {
    execFileSync("git", [...SETTINGS, ...args], { cwd: folder, stdio: "pipe" });
  };
