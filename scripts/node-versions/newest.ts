// On the newest Node, runs the tests that a newer V8, undici or SQLite driver may affect.
import { NEWEST } from "./versions";
import { openCheckout } from "./checkout";

/** Time limit: three times the duration on two idle cores. */
const TEST_SECONDS = 15 * 60;

const TESTS = [
  "test/db/(bulk|durability|migrations|pool|postgres|read|sqlite|statements)",
  "test/storage/",
  "test/http/every-operation",
  "test/unit/(console-money|console-workbook|phone|secret-box|storage|text|webhook)",
];

async function main(): Promise<number> {
  const checkout = await openCheckout(NEWEST);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      checkout.close();
      process.exit(1);
    });
  }
  try {
    const installed = await checkout.run("npm", ["ci", "--no-audit", "--no-fund"], {
      seconds: 600,
      isShown: true,
    });
    if (installed.code !== 0) return 1;
    const { output } = await checkout.run("node", ["--version"]);
    // CI passes the files to repeat.
    const chosen = process.argv.length > 2 ? process.argv.slice(2) : TESTS;
    console.log(`Node ${output.trim()}: ${chosen.join(", ")}`);
    // Runs Jest without npm, because npm's shell would not forward the signal at the time limit.
    const jest = ["node_modules/jest/bin/jest.js", "--ci", ...chosen];
    const tested = await checkout.run("node", jest, { seconds: TEST_SECONDS, isShown: true });
    return tested.code ?? 1;
  } finally {
    checkout.close();
  }
}

void main().then((code) => {
  process.exitCode = code;
});
