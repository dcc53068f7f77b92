import type { Logger } from "pino";
import type { Db } from "../platform/db/dialect";
import { SECOND, toTimestamp, toTimestampOrNull } from "../platform/time";
import { type Hold, type HoldView, NOT_HELD } from "./hold";
import { readHold } from "./hold.store";

/** Interval between reads of the hold, in milliseconds. A process obeys a change within this time. */
const READ_EVERY_MS = SECOND / 2;

/** The hold that the operator's commands store, as last read. While reads fail, the last hold applies. */
export class WatchedHold implements HoldView {
  private hold: Hold = NOT_HELD;
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> | null = null;
  private hasFailed = false;

  constructor(private readonly deps: { db: Db; log: Logger }) {}

  get current(): Hold {
    return this.hold;
  }

  /** Reads the hold. Returns whether it has changed. */
  async refresh(): Promise<boolean> {
    const before = this.hold;
    this.hold = await readHold(this.deps.db);
    if (JSON.stringify(before) === JSON.stringify(this.hold)) return false;
    this.report(before);
    return true;
  }

  /** Polls until `stop` whether the operator holds the queue. Calls `changed` after each change. */
  start(changed: () => void): void {
    const read = () => {
      this.reading ??= this.refresh()
        .then((isChanged) => {
          this.hasFailed = false;
          if (isChanged) changed();
        })
        .catch((error: unknown) => {
          if (!this.hasFailed) this.deps.log.warn({ err: error }, "failed to read the hold of the queue");
          this.hasFailed = true;
        })
        .finally(() => (this.reading = null));
    };
    this.timer = setInterval(read, READ_EVERY_MS);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.reading;
  }

  private report(before: Hold): void {
    const { since, upTo } = this.hold;
    if (since !== null) {
      this.deps.log.warn(
        { since: toTimestamp(since), createdUpTo: toTimestampOrNull(upTo) },
        'queue is held: held work is not submitted or delivered until "npm run recado -- queue release"',
      );
    } else if (before.since !== null) this.deps.log.info("queue is released");
  }
}
