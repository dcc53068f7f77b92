import { setTimeout as pause } from "node:timers/promises";

/** A result that is older is checked again at the next request, in milliseconds. */
const MAX_AGE_MS = 1_000;
/** How long a request waits for a running check before it gets the result before, in milliseconds. */
const WAIT_MS = 50;
/** A check without a result for so long counts as failed, in milliseconds. No check on a working database takes that long. */
const SILENT_AFTER_MS = 6_000;

/** Returns why the process cannot serve, or null; rejects where that cannot be found out now. */
export type ReadinessCheck = () => Promise<string | null>;

export type Readiness =
  { status: "ready" } | { status: "starting" | "stopping" | "unavailable"; reason: string };

/**
 * Whether this process can serve. Requests start the checks, and read the newest result: none waits for the database
 * longer than a moment, so that a balancer gets its answer in time whatever the other clients do.
 */
export class ReadinessProbe {
  private phase: "starting" | "running" | "stopping" = "starting";
  private check: ReadinessCheck = async () => null;
  /** Of the newest check; undefined before the first. */
  private reason: string | null | undefined;
  private checkedAt = -Infinity;
  private running: { since: number; done: Promise<void> } | null = null;

  constructor(private readonly now = () => performance.now()) {}

  /** The process serves from now on, as long as the check finds nothing. */
  begin(check: ReadinessCheck): this {
    this.check = check;
    this.phase = "running";
    return this;
  }

  /** Balancers take the process out from now on. */
  stop(): void {
    this.phase = "stopping";
  }

  async read(): Promise<Readiness> {
    if (this.phase === "running") await this.refresh();
    if (this.phase !== "running") return { status: this.phase, reason: `The service is ${this.phase}` };
    const isSilent = this.running !== null && this.now() - this.running.since >= SILENT_AFTER_MS;
    const reason = isSilent ? "The database does not answer" : (this.reason ?? null);
    return reason === null ? { status: "ready" } : { status: "unavailable", reason };
  }

  /** Starts a check where the result is old, and waits for it as long as a request may. */
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
      // The result before is the best one there is.
    } finally {
      this.checkedAt = this.now();
      this.running = null;
    }
  }
}
