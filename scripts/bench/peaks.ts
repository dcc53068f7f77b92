// Reports of event-loop delay and peak memory, for the benchmarks `campaign` and `import`.
import type { ProbeResult } from "./probe";
import type { Run } from "./run";
import { median } from "./stats";

const HEALTH_MS = 50;
const API_MB = 300;
const WORKER_MB = 160;

/** Reports the slowest GET /healthz, which shows how long the service's event loop was blocked. */
export function reportProbes(
  run: Run,
  n: number,
  name: string,
  turns: readonly { probe: ProbeResult }[],
  other: ProbeResult,
): void {
  const probes = turns.map(({ probe }) => probe);
  run.report(
    { bench: `${run.name}, ${name}`, n, unit: "ms", aim: { atMost: HEALTH_MS, of: "p99" } },
    probes.map(({ slowest }) => ({ ours: slowest, floor: other.slowest })),
    { p50: median(probes.map(({ p50 }) => p50)), p99: median(probes.map(({ p99 }) => p99)) },
  );
}

export function reportPeaks(
  run: Run,
  n: number,
  small: string,
  turns: readonly { peaks: readonly number[] }[],
  smallPeaks: readonly number[],
): void {
  for (const [index, floor] of smallPeaks.entries()) {
    const name = smallPeaks.length === 1 ? "process" : index === 0 ? "api" : "worker";
    const ours = Math.max(...turns.map(({ peaks }) => peaks[index] ?? NaN));
    const aim = { atMost: name === "worker" ? WORKER_MB : API_MB, of: "ours" } as const;
    const bench = `${run.name}, memory of the ${name}, against ${small}`;
    run.report({ bench, n, unit: "MB", aim }, [{ ours: ours / 1e6, floor: floor / 1e6 }]);
  }
}
