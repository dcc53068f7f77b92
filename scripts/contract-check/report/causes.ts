import type { Coverage } from "../coverage";
import type { Exchange, Fault } from "../exchange";

export interface Cause {
  /** Faults of the first exchange. */
  faults: readonly Fault[];
  /** Affected exchanges, in order; never empty. */
  exchanges: readonly Exchange[];
  where: readonly Place[];
}

export interface Place {
  operation: string;
  /** Statuses of the affected responses; 0 means no response. */
  statuses: readonly number[];
  count: number;
}

/**
 * Returns the part of a fault that Ajv wrote, from "must" on; null without one. Both this check and Prism use
 * Ajv, so this part shows whether they found the same fault.
 */
const ruleIn = (message: string): string | null => /\bmust .*$/.exec(message)?.[0] ?? null;

/** Attaches a fault that Prism found to the equal fault that this check found, so that both count once. */
function withoutDuplicates(faults: readonly Fault[]): { fault: Fault; echoes: Fault[] }[] {
  const distinct = faults
    .filter(({ by }) => by !== "Prism")
    .map((fault) => ({ fault, echoes: [] as Fault[] }));
  for (const fault of faults.filter(({ by }) => by === "Prism")) {
    const rule = ruleIn(fault.message);
    const same = distinct.find((one) => rule !== null && ruleIn(one.fault.message)?.startsWith(rule));
    if (same) same.echoes.push(fault);
    else distinct.push({ fault, echoes: [] });
  }
  return distinct;
}

const namesOf = ({ by, message, causes }: Fault): readonly string[] => causes ?? [`${by}: ${message}`];

function placesOf(exchanges: readonly Exchange[]): Place[] {
  const places = new Map<string, { statuses: Set<number>; count: number }>();
  for (const { operation, response } of exchanges) {
    const place = places.get(operation.id) ?? { statuses: new Set(), count: 0 };
    place.statuses.add(response?.status ?? 0);
    place.count += 1;
    places.set(operation.id, place);
  }
  return [...places].map(([operation, { statuses, count }]) => ({
    operation,
    statuses: [...statuses].sort((a, b) => a - b),
    count,
  }));
}

interface Group {
  faults: Fault[];
  /** Indexes of exchanges in the list of violations. */
  exchanges: Set<number>;
}

/** Groups faults by cause. A fault with several possible causes joins the cause that most faults share. */
function grouped(violations: readonly Exchange[]): Group[] {
  const distinct = violations.map(({ faults }) => withoutDuplicates(faults));
  const sizes = new Map<string, number>();
  for (const { fault } of distinct.flat()) {
    for (const name of namesOf(fault)) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  const groups = new Map<string, Group>();
  for (const [index, faults] of distinct.entries()) {
    for (const { fault, echoes } of faults) {
      const names = namesOf(fault);
      const largest = names.reduce((one, other) =>
        (sizes.get(other) ?? 0) > (sizes.get(one) ?? 0) ? other : one,
      );
      const group = groups.get(largest) ?? { faults: [], exchanges: new Set() };
      // Two entries of a list in one response may have the same fault.
      if (group.exchanges.size === 0 || (group.exchanges.size === 1 && group.exchanges.has(index)))
        group.faults.push(fault, ...echoes);
      group.exchanges.add(index);
      groups.set(largest, group);
    }
  }
  return [...groups.values()];
}

/**
 * Returns the causes of the violations, most frequent first. Faults that occur in exactly the same responses
 * share a cause, such as an undocumented status and the missing expected one.
 */
export function causesOf({ violations }: Coverage): readonly Cause[] {
  const merged = new Map<string, Group>();
  for (const group of grouped(violations)) {
    const key = [...group.exchanges].join();
    const same = merged.get(key);
    if (same) same.faults.push(...group.faults);
    else merged.set(key, group);
  }
  return [...merged.values()]
    .map(({ faults, exchanges: indexes }) => {
      const exchanges = [...indexes].map((index) => violations[index] as Exchange);
      return { faults, exchanges, where: placesOf(exchanges) };
    })
    .sort((a, b) => b.exchanges.length - a.exchanges.length);
}
