import type { FaultFigures } from "./fault-run";

/** Longest time until the service is ready and submits after a fault, in milliseconds. CI may be busy. */
const AGAIN_WITHIN_MS = process.env.CI ? 15_000 : 5_000;

const FAULTS = [
  ...["killed", "stopped", "away", "cut", "frozen", "exhausted", "full", "failover", "pgbouncer"],
  ...["crashed", "clock", "rules"],
];

/** Returns the faults of RECADO_TEST_FAULTS, such as `killed,frozen`; all faults if it is not set. */
export function selectedFaults(names: string | undefined): readonly string[] {
  const selected = names?.split(",") ?? FAULTS;
  const unknown = selected.filter((name) => !FAULTS.includes(name));
  if (unknown.length === 0) return selected;
  throw new Error(`RECADO_TEST_FAULTS: unknown fault "${unknown.join(", ")}"; known: ${FAULTS.join(", ")}`);
}

const selected = selectedFaults(process.env.RECADO_TEST_FAULTS);

/** Returns `it` for a selected fault. Skips a fault that this machine cannot cause, and says so. */
export function fault(name: string, isPossible = true) {
  if (!FAULTS.includes(name)) throw new Error(`"${name}" is missing in FAULTS`);
  if (!selected.includes(name)) return it.skip;
  if (!isPossible) process.stdout.write(`skipped: this machine cannot cause the fault "${name}"\n`);
  return isPossible ? it : it.skip;
}

const COLUMNS: Readonly<Record<string, (figures: FaultFigures) => string | number>> = {
  fault: ({ fault }) => fault,
  requests: ({ requests }) => requests,
  refused: ({ refused }) => refused,
  cut: ({ cut }) => cut,
  accepted: ({ accepted }) => accepted,
  lost: ({ lost }) => lost,
  doubled: ({ doubled }) => doubled,
  unknown: ({ unknown }) => unknown,
  failed: ({ failed }) => failed,
  "no Retry-After": ({ withoutRetryAfter }) => withoutRetryAfter,
  "ready s": ({ readyMs }) => seconds(readyMs),
  "submits s": ({ submissionMs }) => seconds(submissionMs),
  "longest s": ({ longestMs }) => seconds(longestMs),
};

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/**
 * Prints the figures as two lines of a table, and expects a fault without consequences. `maxUnknown` limits
 * the messages with an unknown outcome.
 */
export function expectHarmless(figures: FaultFigures, maxUnknown = 0): void {
  const cells = Object.entries(COLUMNS).map(([name, of]) => [name, String(of(figures))] as const);
  const width = ([name, value]: readonly [string, string]) => Math.max(name.length, value.length);
  const line = (column: 0 | 1) => cells.map((cell) => cell[column].padEnd(width(cell))).join("  ");
  process.stdout.write(`${line(0)}\n${line(1)}\n`);
  const { lost, doubled, failed, withoutRetryAfter, otherStatuses, readyMs, submissionMs } = figures;
  expect({ lost, doubled, failed, withoutRetryAfter, otherStatuses }).toEqual({
    lost: 0,
    doubled: 0,
    failed: 0,
    withoutRetryAfter: 0,
    otherStatuses: [],
  });
  expect(figures.unknown).toBeLessThanOrEqual(maxUnknown);
  expect(Math.max(readyMs, submissionMs)).toBeLessThanOrEqual(AGAIN_WITHIN_MS);
}
