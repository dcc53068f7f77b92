// The tests of rules, of the interface and of both databases on the newest Node: what a newer V8, undici or SQLite
// driver changes shows there. The tests that start processes and browsers run on the Node of whoever runs the tests.
import { NEWEST } from "./versions";
import { openWorkshop } from "./workshop";

const FOLDERS = ["test/unit", "test/http", "test/db"];

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
      seconds: 300,
      isShown: true,
    });
    if (installed.code !== 0) return 1;
    const { output } = await workshop.run("node", ["--version"]);
    console.log(`Node ${output.trim()}: ${FOLDERS.join(", ")}`);
    const tested = await workshop.run(
      "npm",
      ["test", "--", "--ci", ...FOLDERS.map((folder) => `${folder}/`)],
      {
        seconds: 25 * 60,
        isShown: true,
      },
    );
    return tested.code ?? 1;
  } finally {
    workshop.close();
  }
}

void main().then((code) => {
  process.exitCode = code;
});
