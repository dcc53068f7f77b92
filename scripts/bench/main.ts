// Runs benchmarks. README.md in this folder lists them and their options.
import { CommanderError } from "commander";
import { buildAll } from "./build";
import { Databases } from "./databases";
import { parseOptions } from "./options";
import { type Result, toLine, toTable } from "./report";
import type { Bench } from "./run";

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const databases = new Databases();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void databases.close().finally(() => process.exit(130)));
  }
  const results: Result[] = [];
  try {
    await buildAll();
    for (const name of options.benches) {
      const { bench } = (await import(`./benchmarks/${name}`)) as { bench: Bench };
      await bench(databases, options, (result) => {
        results.push(result);
        console.log(toLine(result));
      });
    }
  } finally {
    await databases.close();
  }
  console.log(`\n${toTable(results)}`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof CommanderError) process.exit(error.exitCode);
    console.error(error);
    process.exit(1);
  },
);
