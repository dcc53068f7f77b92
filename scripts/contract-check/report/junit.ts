import type { Cell, OperationCoverage } from "../coverage";
import type { Exchange } from "../exchange";
import { invariantsSuite } from "../invariants/report/junit";
import type { CheckResult } from "../run";
import { escaped } from "../../tools/markup";

const MAX_IN_ONE = 10;

/** Returns the violations of a cell: exchanges that expected its status or got it. */
const about = (violations: readonly Exchange[], { operation }: OperationCoverage, { status }: Cell) =>
  violations.filter(
    (one) =>
      one.operation.id === operation.id && (one.expected === status || one.response?.status === status),
  );

function failure(exchanges: readonly Exchange[]): string {
  const message = exchanges[0]?.faults[0]?.message ?? "violated";
  const text = exchanges
    .slice(0, MAX_IN_ONE)
    .map(({ purpose, request, response, faults }) =>
      [
        purpose,
        ...faults.map(({ by, message: text }) => `  ${by}: ${text}`),
        `  ${request.method} ${request.url} ${request.body}`,
        `  ${response === null ? "no response" : `${response.status} ${response.body}`}`,
      ].join("\n"),
    )
    .join("\n\n");
  return `<failure message="${escaped(message)}">${escaped(text)}</failure>`;
}

const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0);

const inSeconds = (ms: number) => (ms / 1_000).toFixed(3);

const isUntried = ({ untried }: OperationCoverage, { state, status }: Cell) =>
  untried !== null && state === "missed" && status < 300;

function testcase(coverage: OperationCoverage, cell: Cell, violations: readonly Exchange[]): string {
  const { operation } = coverage;
  const time = `time="${inSeconds(sum(cell.times))}"`;
  const name = `name="${escaped(`${operation.id} ${cell.status}`)}" classname="${escaped(operation.tag)}" ${time}`;
  switch (cell.state) {
    case "hit":
      return `    <testcase ${name}/>`;
    case "missed":
      // An operation that never succeeded is a failure, not a deliberate skip.
      if (isUntried(coverage, cell))
        return `    <testcase ${name}><failure message="${escaped(cell.reason ?? "")}"/></testcase>`;
      return `    <testcase ${name}><skipped message="${escaped(cell.reason ?? "")}"/></testcase>`;
    case "violated":
      return `    <testcase ${name}>${failure(about(violations, coverage, cell))}</testcase>`;
  }
}

function suite(
  tag: string,
  operations: readonly OperationCoverage[],
  violations: readonly Exchange[],
): string {
  const cells = operations.flatMap((one) => one.cells);
  const count = (state: Cell["state"]) => cells.filter((cell) => cell.state === state).length;
  const untried = operations.flatMap((one) => one.cells.filter((cell) => isUntried(one, cell))).length;
  const counts = `tests="${cells.length}" failures="${count("violated") + untried}" errors="0" skipped="${count("missed") - untried}" time="${inSeconds(sum(cells.flatMap(({ times }) => times)))}"`;
  const cases = operations.flatMap((one) => one.cells.map((cell) => testcase(one, cell, violations)));
  return [`  <testsuite name="${escaped(tag)}" ${counts}>`, ...cases, "  </testsuite>"].join("\n");
}

/** Returns JUnit XML: a suite for each tag, a case for each status, with the sum of response times. */
export function toJUnit({ coverage, durationMs, startedAt, invariants }: CheckResult): string {
  const tags = [...new Set(coverage.operations.map(({ operation }) => operation.tag))];
  const suites = tags.map((tag) =>
    suite(
      tag,
      coverage.operations.filter(({ operation }) => operation.tag === tag),
      coverage.violations,
    ),
  );
  const time = `time="${inSeconds(durationMs)}" timestamp="${startedAt.toISOString()}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" ${time}>`,
    ...suites,
    ...invariantsSuite(invariants),
    "</testsuites>",
    "",
  ].join("\n");
}
