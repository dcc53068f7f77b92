import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../../platform/platform";
import { HOUR, SECOND } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { type RetentionParts, type RetentionStep, retentionSteps } from "./retention";

/** Maximum duration of a run, in milliseconds. A stop of the process waits for the run. */
const TURN_MS = SECOND;
/** Pause after a transaction, as a multiple of its duration, and its maximum in milliseconds. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = SECOND;

type Parts = Pick<Platform, "foreground" | "metrics" | "log"> & Omit<RetentionParts, "failed">;

/**
 * Returns the job that applies the retention settings. It pauses after each transaction, so that other work
 * gets most of the database's time.
 */
export function retentionJob(
  app: Parts,
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
): PeriodicJob {
  const failed: RetentionParts["failed"] = (err, what) =>
    app.log.error({ err, ...what }, "failed to apply retention");
  let steps: AsyncGenerator<RetentionStep> | null = null;
  return {
    name: "retention",
    everyMs: HOUR,
    async run() {
      const until = performance.now() + TURN_MS;
      const current = (steps ??= retentionSteps({ ...app, failed }));
      // A failed run starts again from the oldest rows.
      steps = null;
      while (performance.now() < until) {
        await app.foreground.yieldToRequests();
        const began = performance.now();
        const next = await current.next();
        if (next.done) return false;
        const { kind, rows } = next.value;
        app.metrics.retentionRows.inc({ kind }, rows);
        await pause(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - began)));
      }
      steps = current;
      return true;
    },
  };
}
