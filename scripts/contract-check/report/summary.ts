import { type Coverage, type Figures, figuresOf, untriedIn } from "../coverage";
import type { Fault } from "../exchange";
import type { CheckResult } from "../run";
import { type Cause, causesOf, type Place } from "./causes";

/** One check is not quoted more often than this for one answer. */
const MOST_QUOTED = 4;

/** The findings of the checks, the first few of each. */
export function quoted(faults: readonly Fault[]): readonly { by: string; message: string }[] {
  const checks = [...new Set(faults.map(({ by }) => by))];
  return checks.flatMap((by) => {
    const all = faults.filter((fault) => fault.by === by);
    const rest = all.length - MOST_QUOTED;
    return rest <= 1 ? all : [...all.slice(0, MOST_QUOTED), { by, message: `and ${rest} more` }];
  });
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const secondsOf = ({ durationMs }: CheckResult): string => `${(durationMs / 1_000).toFixed(1)} s`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `getTemplate 200 (3 times)`; 0 stands for no answer. */
export function placeInWords({ operation, statuses, count }: Place): string {
  const named = statuses.map((status) => (status === 0 ? "no answer" : String(status))).join(" ");
  return `${operation} ${named}${count > 1 ? ` (${count} times)` : ""}`;
}

/** What a cause is called: by its operation where it is one alone, else by what is wrong everywhere. */
export function titleOf({ exchanges, faults, where }: Cause): { about: string; more: string } {
  const [first] = exchanges;
  if (where.length > 1) return { about: `${where.length} operations`, more: faults[0]?.message ?? "" };
  return { about: first?.operation.id ?? "", more: first?.purpose ?? "" };
}

/** `3 violations of 1 cause`: how many answers are wrong, and by how many causes. */
export function violationsInWords(coverage: Coverage): string {
  const causes = causesOf(coverage).length;
  return `${counted(coverage.violations.length, "violation")} of ${counted(causes, "cause")}`;
}

/** Why a run is no success; empty where it is one. `least` is the share that has to be hit, from 0 to 1. */
export function shortcomings(result: CheckResult, least: number): string[] {
  const { coverage, endedEarly, interrupted, invariants } = result;
  const figures: Figures = figuresOf(coverage);
  const broken = invariants?.violations.length ?? 0;
  const untried = untriedIn(coverage).map(({ operation }) => operation.id);
  return [
    ...(coverage.violations.length > 0 ? [violationsInWords(coverage)] : []),
    ...(broken > 0 ? [`${counted(broken, "invariant")} violated`] : []),
    ...(untried.length > 0 ? [`not tried, since no request succeeded: ${untried.join(", ")}`] : []),
    ...(figures.share < least ? [`only ${percent(figures.share)} hit, ${percent(least)} are asked for`] : []),
    ...(endedEarly !== null ? [`ended early, ${endedEarly}`] : []),
    ...(interrupted ? ["interrupted"] : []),
  ];
}

export const MODES: Readonly<Record<CheckResult["mode"], string>> = {
  "throw-away": "a throw-away service, and others that were broken for it",
  full: "full check: data is made and removed",
  "read-only": "read-only: nothing is made or changed",
};

/** Every status of the table, in order. */
export const columnsOf = ({ operations }: Coverage): readonly number[] =>
  [...new Set(operations.flatMap(({ cells }) => cells.map(({ status }) => status)))].sort((a, b) => a - b);
