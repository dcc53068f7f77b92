// Runs oasdiff. Go builds it from the version in go.mod, verified by go.sum, and caches the build.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "../tools/run-tool";
import type { Change } from "./change";
import { type Contract, growingLists } from "./contract";
import { alignNullsAndEnums } from "./null-and-enum-changes";
import { eventName, inContractTerms, oasdiffInput } from "./oasdiff-input";
import { reasonOf } from "./reasons";
import { ruleChanges } from "./rules";

interface ReportedChange {
  id: string;
  text: string;
  /** 3 breaks clients, 2 may break clients, 1 is compatible. */
  level: number;
  operation?: string;
  operationId?: string;
  path?: string;
}

const MAY_BREAK = 2;

/** Checks that oasdiff takes as compatible. Clients rely on what they compare. */
const BREAKING = new RegExp(
  [
    "^api-operation-id-removed$",
    "^api-.*removed-with-deprecation$",
    "^request-parameter-removed-with-deprecation$",
    "^request-.*-default-value-(added|changed|removed)$",
    "-discriminator-(mapping-(changed|deleted)|property-name-changed|removed)$",
    "^response-(media-type-name-specialized|optional-property-removed|success-status-added)$",
  ].join("|"),
);

/** A change between `date` and `date-time` breaks clients. oasdiff treats one format as part of the other. */
const DATE_AND_TIME = /`format` .*(`date`.*`date-time`|`date-time`.*`date`)/;

/** Checks of oasdiff that `release.ts`, `rules.ts` and `operation-rules.ts` replace. */
const REPLACED = /^api-((major-)?version|(global-)?security)-/;

/** Time after which a notice explains the wait. A run without a build takes less than a second. */
const NOTICE_AFTER_MS = 4_000;
const DEADLINE_MS = 15 * 60_000;

const GO_IS_MISSING =
  "contract:diff needs Go 1.26 or newer to build oasdiff. Lint, preview, mock, generation and the service do not need Go.";

async function oasdiff(args: readonly string[]): Promise<string> {
  const notice = setTimeout(
    () =>
      console.error(
        "Waiting for oasdiff. If Go has not built it on this machine yet, the build takes minutes.",
      ),
    NOTICE_AFTER_MS,
  );
  const options = { step: "oasdiff", cwd: __dirname, deadlineMs: DEADLINE_MS, missing: GO_IS_MISSING };
  const { code, stdout, stderr } = await runTool("go", ["tool", "oasdiff", ...args], options).finally(() =>
    clearTimeout(notice),
  );
  if (code === 0) return stdout;
  // The installed Go is too old and could not download a newer version.
  if (/requires go >=|toolchain not available/.test(stderr)) throw new Error(GO_IS_MISSING);
  throw new Error(`oasdiff failed: ${stderr.trim()}`);
}

/** Returns the changes between two contracts. A change that may break clients counts as breaking. */
export async function findChanges(before: Contract, after: Contract): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), "recado-diff-"));
  try {
    const files = [join(folder, "before.json"), join(folder, "after.json")] as const;
    // Clients of the older contract expect only its `x-may-grow` lists to grow.
    const growing = growingLists(before);
    const [old, now] = [oasdiffInput(before, growing), oasdiffInput(after, growing)];
    await writeFile(files[0], JSON.stringify(alignNullsAndEnums(old, now)));
    await writeFile(files[1], JSON.stringify(now));
    const flags = ["--format", "json", "--flatten-allof"];
    const output = await oasdiff(["changelog", ...files, ...flags]);
    const reported = JSON.parse(output || "[]") as ReportedChange[] | null;
    const changes = (reported ?? []).filter(({ id }) => !REPLACED.test(id)).map(changeOf);
    // oasdiff reports a change twice if requests and responses share the changed schema.
    const distinct = new Map(changes.map((change) => [JSON.stringify(change), change]));
    return [...distinct.values(), ...ruleChanges(before, after)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function changeOf({ id, text, level, operation = "", operationId = "", path = "" }: ReportedChange): Change {
  const event = eventName(path);
  const isBreaking = level >= MAY_BREAK || BREAKING.test(id) || DATE_AND_TIME.test(text);
  return {
    text: inContractTerms(text, event !== undefined),
    why: isBreaking ? reasonOf(id) : null,
    method: operation,
    path: event ?? path,
    operationId,
  };
}
