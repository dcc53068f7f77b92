import type { Logger } from "pino";
import { yieldToEventLoop } from "../platform/event-loop";
import type { Topic, Wakeups } from "./wakeups";

/** A recurring piece of background work. */
export interface Duty {
  name: string;
  /** Woken by this topic besides polling. */
  topic?: Topic;
  /** The longest pause between two runs, in milliseconds. */
  everyMs: number;
  /** Does what is due; true when there may be more to do at once. Never throws for one bad item. */
  run(): Promise<boolean>;
  /** Ends what runs have left going, and waits for it; called once, after the last run. */
  stop?(): Promise<void>;
}

/**
 * How long a duty that failed rests, in milliseconds, and at most where it fails again and again: a database that is
 * away or has no room is not hammered, and nobody waits long once it is back.
 */
const PAUSE_AFTER_FAILURE_MS = 1_000;
const LONGEST_PAUSE_AFTER_FAILURE_MS = 15_000;

/** Runs the duty until stopped: at once while there is more, else on a wake-up or after its pause. */
export function startDuty(duty: Duty, wakeups: Wakeups, log: Logger): { stop(): Promise<void> } {
  let stopped = false;
  let woken = false;
  let interrupt: (() => void) | null = null;
  const wake = () => {
    woken = true;
    interrupt?.();
  };
  const unsubscribe = duty.topic ? wakeups.subscribe(duty.topic, wake) : () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => (interrupt = null));
  /** Not ended by wake-ups, which go on while nothing can be done about them. */
  const rest = async (ms: number) => {
    const until = performance.now() + ms;
    for (let left = ms; left > 0 && !stopped; left = until - performance.now()) await pause(left);
  };

  const loop = async () => {
    let failures = 0;
    while (!stopped) {
      woken = false;
      try {
        const more = await duty.run();
        failures = 0;
        // Without this a busy duty on the synchronous SQLite driver would starve the requests.
        if (more) await yieldToEventLoop();
        else if (!woken && !stopped) await pause(duty.everyMs);
      } catch (error) {
        log.error({ err: error, duty: duty.name }, "background work failed");
        await rest(Math.min(PAUSE_AFTER_FAILURE_MS * 2 ** failures++, LONGEST_PAUSE_AFTER_FAILURE_MS));
      }
    }
  };
  const done = loop();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      interrupt?.();
      await done;
      await duty.stop?.();
    },
  };
}
