import type { FaultFigures } from "./fault-run";

/** Longest time until the service is ready and submits after a fault, in milliseconds. CI may be busy. */
const AGAIN_WITHIN_MS = process.env.CI ? 15_000 : 5_000;

/** RECADO_TEST_FAULTS=killed,frozen selects faults by name. */
const selected = process.env.RECADO_TEST_FAULTS?.split(",");

/** Returns `it` for a selected fault that this machine can cause, otherwise `it.skip`. */
export const fault = (name: string, isPossible = true) =>
  isPossible && (selected?.includes(name) ?? true) ? it : it.skip;

const COLUMNS: Readonly<Record<string, (figures: FaultFigures) => string | number>> = {
  fault: ({ fault }) => fault,
  requests: ({ requests }) => requests,
  refused: ({ refused }) => refused,
  cut: ({ cut }) => cut,
  accepted: ({ accepted }) => accepted,
  lost: ({ lost }) => lost,
  doubled: ({ doubled }) => doubled,
  unknown: ({ unknown }) => unknown,
  "no Retry-After": ({ withoutRetryAfter }) => withoutRetryAfter,
  "ready s": ({ readyMs }) => seconds(readyMs),
  "submits s": ({ submissionMs }) => seconds(submissionMs),
  "longest s": ({ longestMs }) => seconds(longestMs),
};

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** Prints the figures as two lines of a table, and expects a fault without consequences. */
export function expectHarmless(figures: FaultFigures): void {
  const cells = Object.entries(COLUMNS).map(([name, of]) => [name, String(of(figures))] as const);
  const width = ([name, value]: readonly [string, string]) => Math.max(name.length, value.length);
  const line = (column: 0 | 1) => cells.map((cell) => cell[column].padEnd(width(cell))).join("  ");
  process.stdout.write(`${line(0)}\n${line(1)}\n`);
  const { lost, doubled, withoutRetryAfter, otherStatuses, readyMs, submissionMs } = figures;
  expect({ lost, doubled, withoutRetryAfter, otherStatuses }).toEqual({
    ...{ lost: 0, doubled: 0, withoutRetryAfter: 0, otherStatuses: [] },
  });
  expect(Math.max(readyMs, submissionMs)).toBeLessThanOrEqual(AGAIN_WITHIN_MS);
}
