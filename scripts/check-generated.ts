// Generates anew and fails when what is committed differs, untracked files included.
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
  process.exit(1); // it has said why
}
const drift = execFileSync("git", ["status", "--porcelain", "generated"], {
  cwd,
  encoding: "utf8",
  timeout: 60_000,
});
if (drift !== "") {
  console.error(`generated/ is not what openapi/ says. Run \`npm run generate\` and commit:\n${drift}`);
  process.exit(1);
}
console.log("generated/ matches openapi/");
