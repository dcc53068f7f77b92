import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { yieldToEventLoop } from "../../platform/event-loop";
import { SECOND } from "../../platform/time";

/** A round that failed is tried again after this, in milliseconds, then after twice as long, up to the longest. */
const FIRST_REST = SECOND;
const LONGEST_REST = 15 * SECOND;

/** Does a round again and again: at once after one that did something or where there is news, else after a while. */
export class Loop {
  private readonly stopping = new AbortController();
  private news = false;
  private wake: (() => void) | null = null;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: {
      /** True when it did something. */
      round(): Promise<boolean>;
      failed(): void;
      everyMs: number;
      log: Logger;
    },
  ) {}

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** There may be something to do. */
  notify(): void {
    this.news = true;
    this.wake?.();
  }

  start(): void {
    this.ended = this.run();
  }

  /** Begins no more rounds, and waits for the one under way. */
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
        this.parts.log.error({ err: error }, "submissions could not be taken up");
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

  /** News does not end it: a database that is away is not hammered. */
  private rest(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.stopping.signal }).catch(() => {});
  }
}
