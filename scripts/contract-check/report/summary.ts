import { type Coverage, type Figures, figuresOf } from "../coverage";
import type { Exchange } from "../exchange";
import type { CheckResult } from "../run";

/** Exchanges of one operation in which the same went wrong. */
export interface ViolationGroup {
  /** The first of them. */
  exchange: Exchange;
  /** What the others were for. */
  others: readonly string[];
}

export function groupsOf({ violations }: Coverage): readonly ViolationGroup[] {
  const groups = new Map<string, ViolationGroup & { others: string[] }>();
  for (const exchange of violations) {
    const said = exchange.faults.map(({ judge, message }) => `${judge} ${message}`).join("\n");
    // What the request was for may be a part of what is said of it.
    const key = `${exchange.operation.id}\n${said.replace(exchange.purpose, "")}`;
    const group = groups.get(key);
    if (group) group.others.push(exchange.purpose);
    else groups.set(key, { exchange, others: [] });
  }
  return [...groups.values()];
}

/** One judge is not quoted more often than this for one answer. */
const MOST_QUOTED = 4;

/** What the judges say of an answer, the first few of each. */
export function quotedFaults({ faults }: Exchange): readonly { judge: string; message: string }[] {
  const judges = [...new Set(faults.map(({ judge }) => judge))];
  return judges.flatMap((judge) => {
    const all = faults.filter((fault) => fault.judge === judge);
    const rest = all.length - MOST_QUOTED;
    return rest <= 1 ? all : [...all.slice(0, MOST_QUOTED), { judge, message: `and ${rest} more` }];
  });
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const secondsOf = ({ durationMs }: CheckResult): string => `${(durationMs / 1_000).toFixed(1)} s`;

/** Why a run is no success; empty where it is one. `least` is the share that has to be hit, from 0 to 1. */
export function shortcomings(result: CheckResult, least: number): string[] {
  const figures: Figures = figuresOf(result.coverage);
  const groups = groupsOf(result.coverage).length;
  const broken = result.laws?.violations.length ?? 0;
  return [
    ...(groups > 0 ? [`${groups} ${groups === 1 ? "violation" : "violations"}`] : []),
    ...(broken > 0 ? [`${broken} ${broken === 1 ? "law" : "laws"} violated`] : []),
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
