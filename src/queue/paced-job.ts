import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../platform/platform";
import { SECOND } from "../platform/time";
import type { PeriodicJob } from "./periodic";

/**
 * Time after which a run begins no further step, in milliseconds. It is short, because a stop of the process
 * waits for the run.
 */
const TURN_MS = SECOND;
/** Pause after a step, as a multiple of its duration, and its maximum in milliseconds. */
const PAUSE_FACTOR = 9;
const MAX_PAUSE_MS = SECOND;

export interface PacedWork<T> extends Pick<PeriodicJob, "name" | "everyMs"> {
  /** Starts the work. Each step is a short transaction. */
  steps(): AsyncGenerator<T>;
  onStep?(step: T): void;
}

export type PacedDeps = Pick<Platform, "foreground">;

export interface PacedTiming {
  pause(ms: number): Promise<unknown>;
  /** Returns the elapsed time in milliseconds, from any start. */
  now(): number;
}

const REAL_TIME: PacedTiming = { pause: (ms) => sleep(ms), now: () => performance.now() };

/**
 * Returns a job that lets requests go first, and pauses after each step so that its steps take about a tenth
 * of the time. A run that reaches its maximum duration is continued by the next run. After a failure, the
 * next run starts the steps again.
 */
export function pacedJob<T>(
  { foreground }: PacedDeps,
  { name, everyMs, steps, onStep }: PacedWork<T>,
  { pause, now }: PacedTiming = REAL_TIME,
): PeriodicJob {
  let unfinished: AsyncGenerator<T> | null = null;
  return {
    name,
    everyMs,
    async run() {
      const until = now() + TURN_MS;
      const current = unfinished ?? steps();
      unfinished = null;
      while (now() < until) {
        await foreground.yieldToRequests();
        const began = now();
        const next = await current.next();
        if (next.done) return false;
        onStep?.(next.value);
        await pause(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (now() - began)));
      }
      unfinished = current;
      return true;
    },
  };
}
