// Lists what the contract declares and no code touched while tests recorded.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import contract from "../../generated/openapi.json";
import { coverageOf } from "./coverage";
import { Recording } from "./facts";
import { FOLDER, recordingsBy, SWITCH } from "./folder";
import { modelOf } from "./model";
import { toHtml } from "./report/html";
import { toText } from "./report/terminal";

const UNTOUCHED = 1;
const NOTHING_RECORDED = 2;

function main(): number {
  const root = join(__dirname, "..", "..");
  const model = modelOf(contract);
  const { recording, files, outdated } = Recording.load(
    resolve(root, recordingsBy(process.env[SWITCH]) ?? FOLDER),
    model.fingerprint,
  );
  if (files === 0) {
    const why = outdated > 0 ? "What was recorded is about another contract" : "Nothing was recorded";
    process.stderr.write(`${why}. Run the tests first: ${SWITCH}=1 npm test\n`);
    return NOTHING_RECORDED;
  }
  const coverage = coverageOf(model, recording, { contract: join(root, "openapi"), root });
  const page = join(root, FOLDER, "report.html");
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, toHtml(coverage));
  process.stdout.write(toText(coverage));
  process.stdout.write(`Report: ${FOLDER}/report.html\n`);
  return coverage.untouched.length > 0 ? UNTOUCHED : 0;
}

process.exitCode = main();
