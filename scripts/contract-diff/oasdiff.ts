// oasdiff finds what changed. It comes from the Go module registry, by the version and checksums in go.mod and go.sum
// beside this file; Go builds it once and keeps it in its own cache.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { comparable, eventName, growingLists, ofEvent } from "./comparable";
import type { Contract } from "./contract";
import { growth } from "./growth";
import type { Change } from "./verdict";

interface ReportedChange {
  id: string;
  text: string;
  comment?: string;
  /** 3 breaks clients, 2 may, 1 does not. */
  level: number;
  operation?: string;
  operationId?: string;
  path?: string;
}

interface Check {
  id: string;
  direction?: string;
  effect?: string;
}

/** Where we judge otherwise than oasdiff: what clients read must stay, and they may compare with one success status. */
const LEVELS = "levels.txt";

/** A date is no instant, and none is read as the other: oasdiff takes one format for a part of the other. */
const OTHER_FORM = /`format` .*(`date`.*`date-time`|`date-time`.*`date`)/;

const MAY_BREAK = 2;

/** A build takes a minute or two, in silence; a run takes a part of a second. */
const BUILD_IS_LIKELY_AFTER_MS = 4_000;

async function oasdiff(args: readonly string[]): Promise<string> {
  const notice = setTimeout(
    () => console.error("Go is building oasdiff; the next comparison finds it ready."),
    BUILD_IS_LIKELY_AFTER_MS,
  );
  try {
    const { stdout } = await promisify(execFile)("go", ["tool", "oasdiff", ...args], {
      cwd: __dirname,
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { code, stderr = "" } = error as { code?: string | number; stderr?: string };
    if (code === "ENOENT") {
      throw new Error("The comparison needs Go 1.26 or newer, with which it builds oasdiff.", {
        cause: error,
      });
    }
    throw new Error(`oasdiff failed: ${stderr.trim()}`, { cause: error });
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
    await writeFile(files[0], JSON.stringify(comparable(before, lists)));
    await writeFile(files[1], JSON.stringify(comparable(after, lists)));
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
    const checks = JSON.parse(await oasdiff(["checks", "changelog", "--format", "json"])) as Check[];
    const known = new Map(checks.map((check) => [check.id, check]));
    return [...changes.map((change) => changeOf(change, known.get(change.id))), ...growth(before, after)];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function changeOf(reported: ReportedChange, check: Check | undefined): Change {
  const { id, text, comment, level, operation = "", operationId = "", path = "" } = reported;
  const event = eventName(path);
  const direction = check?.direction;
  const isOther = OTHER_FORM.test(text);
  return {
    id,
    text: event === undefined ? text : ofEvent(text),
    comment,
    isBreaking: level >= MAY_BREAK || isOther,
    method: operation,
    path: event ?? path,
    operationId,
    direction: direction === "request" || direction === "response" ? direction : "none",
    effect: isOther ? "incomparable" : (check?.effect ?? ""),
  };
}
