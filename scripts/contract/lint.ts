import { Command } from "commander";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { endWithCode } from "../tools/exit-code";
import { carrierDocuments, redoclyLint } from "./redocly";

const root = resolve(__dirname, "../..");
const IGNORED = ".redocly.lint-ignore.yaml";

new Command("contract:lint")
  .description("Prints the problems of the contract and of the carriers' documents.")
  .parse();

const lint = (config: string, ...documents: string[]) => redoclyLint(documents, config, root);

async function main(): Promise<number> {
  if (existsSync(join(root, IGNORED))) {
    console.error(`${IGNORED} hides problems. Fix them, and delete the file.`);
    return 1;
  }
  const runs = await Promise.all([
    lint("redocly.yaml", "openapi/openapi.yaml"),
    lint("scripts/contract-rules/carriers.yaml", ...carrierDocuments(root)),
  ]);
  const failed = runs.filter(({ code }) => code !== 0);
  for (const { stdout, stderr } of failed) {
    process.stdout.write(stdout);
    process.stderr.write(stderr);
  }
  if (failed.length > 0) {
    console.error("The contract or a carrier's document is invalid: see the problems above.");
    return 1;
  }
  console.log("The contract and the carriers' documents are valid.");
  return 0;
}

endWithCode(main());
