import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { yieldToEventLoop } from "../../platform/event-loop";
import { SECOND } from "../../platform/time";

/** Pause after a failed round, in milliseconds. It doubles with each further failure, up to the longest. */
const FIRST_REST = SECOND;
const LONGEST_REST = 15 * SECOND;

/** Runs rounds: at once after a round that did something or after a notification, else after a pause. */
export class Loop {
  private readonly stopping = new AbortController();
  private news = false;
  private wake: (() => void) | null = null;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: {
      /** Returns whether it did something. */
      round(): Promise<boolean>;
      failed(): void;
      everyMs: number;
      log: Logger;
    },
  ) {}

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Starts a round soon, since there may be something to do. */
  notify(): void {
    this.news = true;
    this.wake?.();
  }

  start(): void {
    this.ended = this.run();
  }

  /** Starts no more rounds, and waits for the running one. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.notify();
    await this.ended;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.isStopping) {
      this.news = false;
      try {
        const more = await this.parts.round();
        failures = 0;
        if (more || this.news) await yieldToEventLoop();
        else await this.untilNews();
      } catch (error) {
        this.parts.log.error({ err: error }, "a dispatch round failed");
        this.parts.failed();
        await this.rest(Math.min(FIRST_REST * 2 ** failures++, LONGEST_REST));
      }
    }
  }

  private async untilNews(): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.wake = resolve));
    const timer = setTimeout(() => this.wake?.(), this.parts.everyMs);
    await woken;
    clearTimeout(timer);
    this.wake = null;
  }

  /** Notifications do not end it, so that an unreachable database gets few queries. */
  private rest(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.stopping.signal }).catch(() => {});
  }
}
