import { setTimeout as pause } from "node:timers/promises";

/** Maximum age of a cached result, in milliseconds. */
const MAX_AGE_MS = 1_000;
/**
 * Longest wait of a request for a running check, in milliseconds. The request then uses the previous result.
 */
const WAIT_MS = 50;
/**
 * Duration after which a running check counts as failed, in milliseconds. No check on a working database
 * takes that long.
 */
const SILENT_AFTER_MS = 6_000;

/** Returns why the process cannot serve, or null. Rejects if that is unknown at the moment. */
export type ReadinessCheck = () => Promise<string | null>;

export type Readiness =
  { status: "ready" } | { status: "starting" | "stopping" | "unavailable"; reason: string };

/**
 * Reports whether this process can serve. Requests start the checks and read the newest result. They wait for
 * the database only briefly, so load balancers get a response in time under any load.
 */
export class ReadinessProbe {
  private phase: "starting" | "running" | "stopping" = "starting";
  private check: ReadinessCheck = async () => null;
  /** Result of the newest check; undefined before the first. */
  private reason: string | null | undefined;
  private checkedAt = -Infinity;
  private running: { since: number; done: Promise<void> } | null = null;

  constructor(private readonly now = () => performance.now()) {}

  /** Marks the process as serving, subject to the check. */
  begin(check: ReadinessCheck): this {
    this.check = check;
    this.phase = "running";
    return this;
  }

  /** Makes load balancers take the process out of service. */
  stop(): void {
    this.phase = "stopping";
  }

  async read(): Promise<Readiness> {
    if (this.phase === "running") await this.refresh();
    if (this.phase !== "running") return { status: this.phase, reason: `The service is ${this.phase}` };
    const isSilent = this.running !== null && this.now() - this.running.since >= SILENT_AFTER_MS;
    const reason = isSilent ? "The database does not respond" : (this.reason ?? null);
    return reason === null ? { status: "ready" } : { status: "unavailable", reason };
  }

  /** Starts a check if the result is too old, and waits for it briefly. */
  private async refresh(): Promise<void> {
    if (this.running === null && this.now() - this.checkedAt >= MAX_AGE_MS) {
      this.running = { since: this.now(), done: this.look() };
    }
    if (this.running === null) return;
    const patience = new AbortController();
    const waitMs = this.reason === undefined ? SILENT_AFTER_MS : WAIT_MS;
    const late = pause(waitMs, undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([this.running.done, late]);
    patience.abort();
  }

  private async look(): Promise<void> {
    try {
      this.reason = await this.check();
    } catch {
      // Keep the previous result.
    } finally {
      this.checkedAt = this.now();
      this.running = null;
    }
  }
}
