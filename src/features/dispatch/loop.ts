import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { yieldToEventLoop } from "../../platform/event-loop";
import { pauseAfterFailures } from "../../queue/failure-pause";
import { untilTick } from "../../queue/polls";

/** Repeats a round: at once if the last round did work or after a notification, otherwise after `everyMs`. */
export class Loop {
  private readonly stopping = new AbortController();
  private isNotified = false;
  private wake: (() => void) | null = null;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: {
      /** Returns whether the round did any work. */
      round(): Promise<boolean>;
      failed(error: unknown): void;
      everyMs: number;
      log: Logger;
    },
  ) {}

  notify(): void {
    this.isNotified = true;
    this.wake?.();
  }

  start(): void {
    this.ended = this.run();
  }

  /** Waits for the running round. No round starts afterwards. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.notify();
    await this.ended;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      this.isNotified = false;
      try {
        const more = await this.options.round();
        failures = 0;
        if (more || this.isNotified) await yieldToEventLoop();
        else await this.untilNews();
      } catch (error) {
        this.options.log.error({ err: error }, "dispatch round failed");
        this.options.failed(error);
        await this.sleep(pauseAfterFailures(++failures));
      }
    }
  }

  private async untilNews(): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.wake = resolve));
    const timer = setTimeout(() => this.wake?.(), untilTick(this.options.everyMs));
    await woken;
    clearTimeout(timer);
    this.wake = null;
  }

  /** Pauses regardless of notifications, so that an unreachable database receives few queries. */
  private sleep(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.stopping.signal }).catch(() => {});
  }
}
