// Fails if a production package has a known advisory of severity high or above.
import { spawnSync } from "node:child_process";
import { verdictOf } from "./verdict";

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  encoding: "utf8",
  timeout: 120_000,
});
const { passes, lines } = verdictOf(stdout);
for (const line of lines) console.log(line);
process.exitCode = passes ? 0 : 1;
