// The tests of rules, of both databases and of every operation on the newest Node: what a newer V8, undici or SQLite
// driver changes shows there. All others run on the Node of whoever runs the tests.
import { NEWEST } from "./versions";
import { openWorkshop } from "./workshop";

/** Three times what two cores need that have nothing else to do. */
const TEST_SECONDS = 15 * 60;

const TESTS = ["test/unit/", "test/db/", "test/queue/", "test/storage/", "test/http/every-operation"];

async function main(): Promise<number> {
  const workshop = await openWorkshop(NEWEST);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      workshop.close();
      process.exit(1);
    });
  }
  try {
    const installed = await workshop.run("npm", ["ci", "--no-audit", "--no-fund"], {
      seconds: 600,
      isShown: true,
    });
    if (installed.code !== 0) return 1;
    const { output } = await workshop.run("node", ["--version"]);
    console.log(`Node ${output.trim()}: ${TESTS.join(", ")}`);
    // Without npm and its shell in between, which would not hand on the signal that ends it when it takes too long.
    const jest = ["node_modules/jest/bin/jest.js", "--ci", ...TESTS];
    const tested = await workshop.run("node", jest, { seconds: TEST_SECONDS, isShown: true });
    return tested.code ?? 1;
  } finally {
    workshop.close();
  }
}

void main().then((code) => {
  process.exitCode = code;
});
