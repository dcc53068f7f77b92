import { withTimeout } from "../platform/with-timeout";

const MAX_AGE_MS = 1_000;
/** Longest time that a probe waits for a running check before it returns the last result, in milliseconds. */
const WAIT_MS = 50;
/** Duration after which a running check counts as failed, in milliseconds. A working database is faster. */
const SILENT_AFTER_MS = 6_000;

const NOT_CHECKED = "The database has not responded yet";

/** Function that returns why the process cannot serve, or null if it can. Rejects if it cannot decide. */
type ReadinessCheck = () => Promise<string | null>;

export type Readiness =
  { status: "ready" } | { status: "starting" | "stopping" | "unavailable"; reason: string };

/**
 * Readiness of this process, for probes. A probe starts a check if the last result is too old, and waits up
 * to `WAIT_MS` for its result. Load balancers thus get a response in time even if the database is slow.
 */
export class ReadinessProbe {
  private phase: "starting" | "running" | "stopping" = "starting";
  private check: ReadinessCheck = async () => null;
  /** Why the process cannot serve, or null if it can, by the last check whose promise was fulfilled. */
  private reason: string | null = NOT_CHECKED;
  private checkedAt = -Infinity;
  private running: { since: number; done: Promise<void> } | null = null;

  constructor(private readonly now = () => performance.now()) {}

  /** Ends the starting phase. From now on `check` decides whether the process is ready. */
  begin(check: ReadinessCheck): this {
    this.check = check;
    this.phase = "running";
    return this;
  }

  /** Reports the process as stopping, so load balancers send no further requests. */
  stop(): void {
    this.phase = "stopping";
  }

  async read(): Promise<Readiness> {
    if (this.phase === "running") await this.refresh();
    if (this.phase !== "running") return { status: this.phase, reason: `The service is ${this.phase}` };
    const isSilent = this.running !== null && this.now() - this.running.since >= SILENT_AFTER_MS;
    const reason = isSilent ? "The database does not respond" : this.reason;
    return reason === null ? { status: "ready" } : { status: "unavailable", reason };
  }

  private async refresh(): Promise<void> {
    if (this.running === null && this.now() - this.checkedAt >= MAX_AGE_MS) {
      this.running = { since: this.now(), done: this.runCheck() };
    }
    if (this.running === null) return;
    await withTimeout(WAIT_MS, this.running.done).catch(() => {});
  }

  private async runCheck(): Promise<void> {
    try {
      this.reason = await this.check();
    } catch {
      // The check could not decide, so keep the previous result.
    } finally {
      this.checkedAt = this.now();
      this.running = null;
    }
  }
}
