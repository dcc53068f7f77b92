import type { CommandOptions } from "../options";
import { type Coverage, figuresOf, untriedIn } from "../coverage";
import { TIME_WAS_UP } from "../invariants/verdicts";
import type { CheckResult } from "../run";
import { causesOf } from "./causes";

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Returns a text such as `3 violations of 1 cause`. */
export const violationsText = (coverage: Coverage): string =>
  `${counted(coverage.violations.length, "violation")} of ${counted(causesOf(coverage).length, "cause")}`;

/** Minimum shares of hit statuses and of tried invariants. */
export type Minimums = Pick<CommandOptions, "minShare" | "minInvariants">;

const NO_MINIMUMS: Minimums = { minShare: 0, minInvariants: 0 };

/** Returns a text about the invariants that were not tried because their time was up; null without them. */
export function untriedInvariants({ invariants }: CheckResult): string | null {
  const cells = invariants?.cells ?? [];
  const late = cells.filter(({ state, note }) => state === "missed" && note === TIME_WAS_UP).length;
  return late === 0
    ? null
    : `${late} of ${counted(cells.length, "invariant")} were not tried, for lack of time`;
}

/** Returns why a run is incomplete. */
export function gapsOf(result: CheckResult, { minShare, minInvariants } = NO_MINIMUMS): string[] {
  const { coverage, invariants, endedEarly, interrupted } = result;
  const { share } = figuresOf(coverage);
  const tooFew = (found: number, minimum: number, what: string) =>
    found < minimum ? [`only ${percent(found)} ${what}, at least ${percent(minimum)} required`] : [];
  const cells = invariants?.cells ?? [];
  const tried = cells.filter(({ state }) => state !== "missed").length;
  return [
    ...tooFew(share, minShare, "hit"),
    ...(cells.length > 0 ? tooFew(tried / cells.length, minInvariants, "of the invariants tried") : []),
    ...(endedEarly !== null ? [`ended early, ${endedEarly}`] : []),
    ...(interrupted ? ["interrupted"] : []),
  ];
}

/** Returns why a run failed. */
export function failuresOf(result: CheckResult, minimums = NO_MINIMUMS): string[] {
  const { coverage, invariants } = result;
  const broken = invariants?.violations.length ?? 0;
  const untried = untriedIn(coverage).map(({ operation }) => operation.id);
  return [
    ...(coverage.violations.length > 0 ? [violationsText(coverage)] : []),
    ...(broken > 0 ? [`${counted(broken, "invariant")} violated`] : []),
    ...(untried.length > 0 ? [`not tried, since no request succeeded: ${untried.join(", ")}`] : []),
    ...gapsOf(result, minimums),
  ];
}

const MODES: Readonly<Record<CheckResult["mode"], string>> = {
  temporary: "a temporary service, and others that the check broke",
  full: "full check: creates and deletes data",
  "read-only": "read-only: creates and changes nothing",
};

/** Returns sentences about the run as a whole, without the figures. */
export function factsOf(result: CheckResult): string[] {
  const { url, mode, coverage, startedAt, durationMs, endedEarly, interrupted, cleanUp } = result;
  const { removed, stays, failed } = cleanUp;
  const began = startedAt.toISOString().slice(0, 19).replace("T", " ");
  return [
    ...(endedEarly !== null ? [`Ended early, the table is incomplete: ${endedEarly}`] : []),
    ...(interrupted ? ["Interrupted: the table is incomplete"] : []),
    `${url} (${MODES[mode]}), ${began} UTC, ${coverage.requests} requests in ${(durationMs / 1_000).toFixed(1)} s`,
    ...(removed > 0 ? [`Deleted: ${removed} resources that the run created`] : []),
    ...(stays.length > 0 ? [`Left behind, because no operation deletes them: ${stays.join(", ")}`] : []),
    ...failed.map((failure) => `Could not be deleted: ${failure}`),
  ];
}
