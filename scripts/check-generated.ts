// Runs the generation and fails if generated/ then differs from the commit or has untracked files.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const cwd = resolve(__dirname, "..");
try {
  execFileSync("npm", ["run", "--silent", "generate", "--", "--whole"], {
    cwd,
    stdio: "inherit",
    timeout: 20 * 60_000,
  });
} catch {
  process.exit(1); // the generation has printed the reason
}
const drift = execFileSync("git", ["status", "--porcelain", "generated"], {
  cwd,
  encoding: "utf8",
  timeout: 60_000,
});
if (drift !== "") {
  console.error(`generated/ does not match openapi/. Run \`npm run generate\` and commit:\n${drift}`);
  process.exit(1);
}
console.log("generated/ matches openapi/");
