import { type Coverage, type Figures, figuresOf } from "../coverage";
import type { Exchange } from "../exchange";
import type { CheckResult } from "../run";

/** Exchanges of one operation in which the same went wrong. */
export interface ViolationGroup {
  /** The first of them. */
  exchange: Exchange;
  count: number;
}

export function groupsOf({ violations }: Coverage): readonly ViolationGroup[] {
  const groups = new Map<string, ViolationGroup>();
  for (const exchange of violations) {
    const said = exchange.faults.map(({ judge, message }) => `${judge} ${message}`).join("\n");
    const key = `${exchange.operation.id}\n${said}`;
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { exchange, count: 1 });
  }
  return [...groups.values()];
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const secondsOf = ({ durationMs }: CheckResult): string => `${(durationMs / 1_000).toFixed(1)} s`;

/** Why a run is no success; empty where it is one. `least` is the share that has to be hit, from 0 to 1. */
export function shortcomings(result: CheckResult, least: number): string[] {
  const figures: Figures = figuresOf(result.coverage);
  const groups = groupsOf(result.coverage).length;
  return [
    ...(groups > 0 ? [`${groups} ${groups === 1 ? "violation" : "violations"}`] : []),
    ...(figures.share < least ? [`only ${percent(figures.share)} hit, ${percent(least)} are asked for`] : []),
    ...(result.interrupted ? ["interrupted"] : []),
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
