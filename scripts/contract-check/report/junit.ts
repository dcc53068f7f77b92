import { escaped } from "../../tools/markup";
import type { CheckResult } from "../run";
import type { Mark, Section } from "./section";
import { sectionsOf } from "./sections";
import { gapsOf, type Minimums } from "./summary";

const inSeconds = (ms: number) => (ms / 1_000).toFixed(3);

function testcase(name: string, suite: string, { state, title, ms, failure }: Mark): string {
  const [message = "", text = ""] = failure ?? [];
  const content = failure
    ? `<failure message="${escaped(message)}">${escaped(text)}</failure>`
    : state === "missed"
      ? `<skipped message="${escaped(title)}"/>`
      : "";
  const element = `testcase name="${escaped(name)}" classname="${escaped(suite)}" time="${inSeconds(ms)}"`;
  return content === "" ? `    <${element}/>` : `    <${element}>${content}</testcase>`;
}

function suiteOf({ rows, suitePrefix }: Section, tag: string, seed: string[]): string[] {
  const name = `${suitePrefix}${tag}`;
  const cases = rows
    .filter((row) => row.tag === tag)
    .flatMap(({ operation, marks }) =>
      [...marks].map(([column, mark]) => ({ name: `${operation} ${column}`, mark })),
    );
  const failures = cases.filter(({ mark }) => mark.failure).length;
  const skipped = cases.filter(({ mark }) => mark.state === "missed" && !mark.failure).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  const time = inSeconds(cases.reduce((sum, { mark }) => sum + mark.ms, 0));
  return [
    `  <testsuite name="${escaped(name)}" ${counts} time="${time}">`,
    ...seed,
    ...cases.map((one) => testcase(one.name, name, one.mark)),
    "  </testsuite>",
  ];
}

/** Returns the suite of an incomplete run, whose other cases may all have succeeded. */
function suiteOfRun(gaps: readonly string[]): string[] {
  const [message] = gaps;
  if (message === undefined) return [];
  const failure = [message, gaps.join("\n")] as const;
  return [
    '  <testsuite name="run" tests="1" failures="1" errors="0" skipped="0" time="0.000">',
    testcase("is complete", "run", { state: "violated", title: message, ms: 0, failure }),
    "  </testsuite>",
  ];
}

/**
 * Returns JUnit XML: suites for each tag, a case for each status and for each invariant, and a failed case
 * for an incomplete run.
 */
export function toJUnit(result: CheckResult, minimums?: Minimums): string {
  const { durationMs, startedAt, invariants } = result;
  const seed = invariants
    ? [`    <properties><property name="seed" value="${invariants.seed}"/></properties>`]
    : [];
  const suites = sectionsOf(result).flatMap((section) =>
    [...new Set(section.rows.map(({ tag }) => tag))].flatMap((tag) => suiteOf(section, tag, seed)),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" time="${inSeconds(durationMs)}" timestamp="${startedAt.toISOString()}">`,
    ...suites,
    ...suiteOfRun(gapsOf(result, minimums)),
    "</testsuites>",
    "",
  ].join("\n");
}
