import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { untilAborted } from "../../platform/with-timeout";
import type { Calls } from "./calls";
import type { Lines } from "./lines";
import type { Link } from "./link";

interface ChannelChecksOptions {
  calls: Calls;
  lines: Lines;
  link: Link;
  log: Logger;
  /** Interval of checks while calls exist, in milliseconds. */
  everyMs: number;
}

/** Repeatedly compares the known calls with Asterisk's channels. */
export class ChannelChecks {
  private timer: NodeJS.Timeout | undefined;
  private last = Promise.resolve();
  /** Number of checks that run or wait for the running check. */
  private pending = 0;
  private started = false;
  private adopted = false;
  /** Number of this application's channels in the last list. */
  private listed = 0;

  constructor(private readonly options: ChannelChecksOptions) {}

  start(): void {
    this.started = true;
  }

  stop(): void {
    this.started = false;
    clearTimeout(this.timer);
  }

  /** Checks the channels after any running check, because a check needs the result of the previous check. */
  check(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending += 1;
    this.last = this.last
      .then(() => this.checkNow())
      .finally(() => {
        this.pending -= 1;
        this.checkLater();
      });
  }

  /** Schedules the next check if calls exist, or may exist because no list was read yet. */
  checkLater(): void {
    const { calls, lines, everyMs } = this.options;
    const isIdle = this.adopted && calls.size === 0 && lines.used === 0;
    if (!this.started || this.timer || isIdle) return;
    this.timer = setTimeout(() => this.check(), everyMs);
  }

  /** Resolves when no call is left that only this process follows, after `withinMs`, or on the abort. */
  async drained(withinMs: number, signal: AbortSignal): Promise<void> {
    const { calls, link, everyMs } = this.options;
    const until = performance.now() + withinMs;
    while (!signal.aborted && performance.now() < until) {
      // Do not add a check to a scheduled or running one: the second miss in a row ends a call, although its
      // end event may still arrive.
      if (!this.timer && this.pending === 0) this.check();
      await untilAborted(this.last, signal).catch(() => {});
      // The list also has calls of other processes. A stopped process leaves its calls to this process.
      if (calls.size === 0 && (link.state !== "open" || this.listed === 0)) return;
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  private async checkNow(): Promise<void> {
    const { calls, lines, link, log } = this.options;
    if (!this.started || link.state === "down") return;
    try {
      const there = await calls.check({ leads: link.state === "open" });
      this.listed = there.length;
      // Calls of an earlier or another process occupy lines until they end.
      if (!this.adopted) {
        for (const id of there) {
          lines.adopt(id);
          calls.begin(id);
          calls.confirm(id);
        }
      }
      this.adopted = true;
    } catch (error) {
      log.warn({ err: error }, "failed to list Asterisk's channels");
    }
  }
}
