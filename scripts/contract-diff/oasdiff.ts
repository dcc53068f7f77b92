// oasdiff finds what changed. It comes from the Go module registry, by the version and checksums in go.mod and go.sum
// beside this file; Go builds it once and keeps it in its own cache.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "../tools/run-tool";
import { beyond } from "./beyond";
import { comparable, eventName, growingLists, inOriginalTerms } from "./comparable";
import type { Contract } from "./contract";
import { growth } from "./growth";
import { withoutOpenedLists } from "./opened-lists";
import { withNullsAsBefore } from "./only-null";
import { type Kind, reasonOf } from "./reasons";
import type { Change } from "./subject";

interface ReportedChange {
  id: string;
  text: string;
  /** 3 breaks clients, 2 may, 1 does not. */
  level: number;
  operation?: string;
  operationId?: string;
  path?: string;
}

/** Where we judge otherwise than oasdiff: names and defaults are promised, what clients read must stay, and so on. */
const LEVELS = "levels.txt";

/** A date is no instant, and none is read as the other: oasdiff takes one format for a part of the other. */
const OTHER_FORM = /`format` .*(`date`.*`date-time`|`date-time`.*`date`)/;

/** What the version has to be, and which keys are enough, is ours to say. */
const OURS = /^api-((major-)?version|(global-)?security)-/;

const MAY_BREAK = 2;

/** A build takes a minute or two, in silence; a run takes a part of a second. */
const BUILD_IS_LIKELY_AFTER_MS = 4_000;

/** A cold build on a busy machine. */
const DEADLINE_MS = 15 * 60_000;

const GO_IS_MISSING =
  "contract:diff needs Go 1.26 or newer, with which it builds oasdiff; nothing else does: lint, preview, mock, generation and the service work without.";

async function oasdiff(args: readonly string[]): Promise<string> {
  const notice = setTimeout(
    () => console.error("Go is building oasdiff; the next comparison finds it ready."),
    BUILD_IS_LIKELY_AFTER_MS,
  );
  try {
    const { code, stdout, stderr } = await runTool("go", ["tool", "oasdiff", ...args], {
      step: "oasdiff",
      cwd: __dirname,
      deadlineMs: DEADLINE_MS,
      missing: GO_IS_MISSING,
    });
    if (code === 0) return stdout;
    // What it says when it is older than go.mod asks for, and cannot fetch a newer one.
    if (/requires go >=|toolchain not available/.test(stderr)) throw new Error(GO_IS_MISSING);
    throw new Error(`oasdiff failed: ${stderr.trim()}`);
  } finally {
    clearTimeout(notice);
  }
}

/**
 * What changed for clients from one bundled contract to another. What oasdiff only suspects to break counts as
 * breaking: people can tell, and declare it if need be.
 */
export async function findChanges(before: Contract, after: Contract): Promise<Change[]> {
  const work = await mkdtemp(join(tmpdir(), "recado-diff-"));
  try {
    const files = [join(work, "before.json"), join(work, "after.json")] as const;
    const lists = growingLists(before); // a list that is marked only now was closed for those who read it before
    const [old, now] = [comparable(withoutOpenedLists(before, after), lists), comparable(after, lists)];
    await writeFile(files[0], JSON.stringify(old));
    await writeFile(files[1], JSON.stringify(withNullsAsBefore(old, now)));
    const compare = [
      "changelog",
      ...files,
      "--format",
      "json",
      "--flatten-allof",
      "--severity-levels",
      LEVELS,
    ];
    const changes = (JSON.parse((await oasdiff(compare)) || "[]") ?? []) as ReportedChange[];
    const checks = JSON.parse(await oasdiff(["checks", "changelog", "--format", "json"])) as Kind[];
    const known = new Map(checks.map((check) => [check.id, check]));
    return [
      ...distinct(
        changes.filter(({ id }) => !OURS.test(id)).map((change) => changeOf(change, known.get(change.id))),
      ),
      ...growth(before, after),
      ...beyond(before, after),
    ];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function changeOf(reported: ReportedChange, kind: Kind = { id: reported.id }): Change {
  const { text, level, operation = "", operationId = "", path = "" } = reported;
  const event = eventName(path);
  const isBreaking = level >= MAY_BREAK || OTHER_FORM.test(text);
  return {
    text: inOriginalTerms(text, event !== undefined),
    why: isBreaking ? reasonOf(kind) : null,
    method: operation,
    path: event ?? path,
    operationId,
  };
}

/** Schemas that requests and answers share are told of twice. */
function distinct(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}
