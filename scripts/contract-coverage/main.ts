// Lists parameters and body fields of the contract that no code of the service reads, and other elements
// that no recorded test exercised.
import { join, resolve } from "node:path";
import contract from "../../generated/openapi.json";
import { coverageOf, toText } from "./coverage";
import { modelOf } from "./model";
import { readsOf } from "./reads";
import { Recording, recordingsBy, SWITCH } from "./recording";

const UNTOUCHED = 1;
const NOTHING_RECORDED = 2;

function main(): number {
  const root = join(__dirname, "..", "..");
  const model = modelOf(contract);
  const folder = resolve(root, recordingsBy(process.env[SWITCH] || "1"));
  const { recording, files, outdated } = Recording.load(folder, model.fingerprint);
  if (files === 0) {
    const why = outdated > 0 ? "The recordings are about another contract" : "Nothing was recorded";
    process.stderr.write(`${why}. Run the tests first: ${SWITCH}=1 npm test\n`);
    return NOTHING_RECORDED;
  }
  const isRead = readsOf({ root });
  const coverage = coverageOf(model, { recording, isRead, contract: join(root, "openapi"), root });
  process.stdout.write(toText(coverage));
  return coverage.untouched.length > 0 ? UNTOUCHED : 0;
}

process.exitCode = main();
