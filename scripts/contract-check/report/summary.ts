import { type Coverage, type Figures, figuresOf, untriedIn } from "../coverage";
import type { Fault } from "../exchange";
import type { CheckResult } from "../run";
import { type Cause, causesOf, type Place } from "./causes";

/**
 * Maximum number of findings per check that a report quotes for one cause. A single further one is quoted
 * too.
 */
const MAX_QUOTED = 4;

export function quoted(faults: readonly Fault[]): readonly { by: string; message: string }[] {
  const checks = [...new Set(faults.map(({ by }) => by))];
  return checks.flatMap((by) => {
    const all = faults.filter((fault) => fault.by === by);
    const rest = all.length - MAX_QUOTED;
    return rest <= 1 ? all : [...all.slice(0, MAX_QUOTED), { by, message: `and ${rest} more` }];
  });
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const secondsOf = ({ durationMs }: CheckResult): string => `${(durationMs / 1_000).toFixed(1)} s`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Returns a text such as `getTemplate 200 (3 times)`. */
export function placeText({ operation, statuses, count }: Place): string {
  const named = statuses.map((status) => (status === 0 ? "no response" : String(status))).join(" ");
  return `${operation} ${named}${count > 1 ? ` (${count} times)` : ""}`;
}

/** Returns the title of a cause: the operation and purpose, or the fault of several operations. */
export function titleOf({ exchanges, faults, where }: Cause): { about: string; more: string } {
  const [first] = exchanges;
  if (where.length > 1) return { about: `${where.length} operations`, more: faults[0]?.message ?? "" };
  return { about: first?.operation.id ?? "", more: first?.purpose ?? "" };
}

/** Returns a text such as `3 violations of 1 cause`. */
export function violationsText(coverage: Coverage): string {
  const causes = causesOf(coverage).length;
  return `${counted(coverage.violations.length, "violation")} of ${counted(causes, "cause")}`;
}

/** Returns why a run failed. `least` is the minimum share of hit statuses, from 0 to 1. */
export function failuresOf(result: CheckResult, least: number): string[] {
  const { coverage, endedEarly, interrupted, invariants } = result;
  const figures: Figures = figuresOf(coverage);
  const broken = invariants?.violations.length ?? 0;
  const untried = untriedIn(coverage).map(({ operation }) => operation.id);
  return [
    ...(coverage.violations.length > 0 ? [violationsText(coverage)] : []),
    ...(broken > 0 ? [`${counted(broken, "invariant")} violated`] : []),
    ...(untried.length > 0 ? [`not tried, since no request succeeded: ${untried.join(", ")}`] : []),
    ...(figures.share < least
      ? [`only ${percent(figures.share)} hit, at least ${percent(least)} required`]
      : []),
    ...(endedEarly !== null ? [`ended early, ${endedEarly}`] : []),
    ...(interrupted ? ["interrupted"] : []),
  ];
}

export const MODES: Readonly<Record<CheckResult["mode"], string>> = {
  "throw-away": "a temporary service, and others that the check broke",
  full: "full check: creates and deletes data",
  "read-only": "read-only: creates and changes nothing",
};

export const columnsOf = ({ operations }: Coverage): readonly number[] =>
  [...new Set(operations.flatMap(({ cells }) => cells.map(({ status }) => status)))].sort((a, b) => a - b);
