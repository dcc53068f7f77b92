import { operationOfId } from "../contract";
import type { InvariantCell, InvariantsResult, InvariantViolation } from "../invariants/verdicts";
import { grouped, type ReportedFault, type Section } from "./section";

function faultOf({ invariant, operation, faults, more, curl, requests }: InvariantViolation): ReportedFault {
  const { least = 0, first = 0 } = requests ?? {};
  const shown = least < first ? `shown by ${least} of ${first} requests` : `shown by ${least} requests`;
  const name = `Commands that reproduce it, ${shown}`;
  return {
    title: `${operation} breaks the invariant ${invariant}`,
    more,
    faults,
    evidence: curl === null ? [] : [{ name, text: curl, short: curl }],
  };
}

const WORDS = { hit: "held", violated: "violated", missed: "not tried" };

export function invariantsSection({ cells, violations, seed }: InvariantsResult): Section {
  const count = (state: InvariantCell["state"]) => cells.filter((cell) => cell.state === state).length;
  const names = (isShown: (cell: InvariantCell) => boolean) =>
    grouped(
      cells
        .filter(isShown)
        .map(({ operation, invariant, note }) => ({ name: `${operation} ${invariant}`, reason: note })),
    );
  return {
    title: "Invariants",
    text:
      `${count("hit")} of ${cells.length} invariants held, ${count("violated")} violated, ` +
      `${count("missed")} not tried; repeat with --invariants-only --seed ${seed}`,
    faults: violations.map(faultOf),
    columns: [...new Set(cells.map(({ invariant }) => invariant))],
    rows: [...new Set(cells.map(({ operation }) => operation))].map((operation) => {
      const { tag, method, path } = operationOfId(operation);
      const marks = cells
        .filter((cell) => cell.operation === operation)
        .map(({ invariant, state, tries, note }) => {
          const title = note ?? (state === "missed" ? WORDS.missed : `tried ${tries} times`);
          const found = violations.find((one) => one.operation === operation && one.invariant === invariant);
          const failure = found
            ? ([found.faults[0] ?? "", [...found.faults, found.curl ?? ""].join("\n")] as const)
            : null;
          return [invariant, { state, title, ms: 0, failure }] as const;
        });
      return { tag, operation, route: `${method} ${path}`, marks: new Map(marks) };
    }),
    words: WORDS,
    empty: "does not apply",
    suitePrefix: "invariants of ",
    notes: [
      { title: "Invariants not tried", names: names(({ state }) => state === "missed") },
      { title: "Invariants tried in part", names: names(({ state }) => state !== "missed") },
    ],
  };
}
