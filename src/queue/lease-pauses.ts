import { type JobKey, keyText } from "./job";

/**
 * Pauses of keys after a lease. Notifications during a pause lead to one lease at its end, because a lease
 * and a run cost almost as much for one job as for ten.
 */
export class LeasePauses {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly deferred = new Set<string>();

  constructor(
    private readonly ms: number,
    /** Leases a key that was notified during its pause. */
    private readonly lease: (key: JobKey) => void,
  ) {}

  /** Begins the pause of a key whose jobs are being leased. The lease replaces a deferred lease. */
  begin(key: JobKey): void {
    const name = keyText(key);
    clearTimeout(this.timers.get(name));
    this.deferred.delete(name);
    this.timers.set(
      name,
      setTimeout(() => {
        this.timers.delete(name);
        if (this.deferred.delete(name)) this.lease(key);
      }, this.ms),
    );
  }

  /** Defers the lease of a notified key to the end of its pause. Returns false if the key is not paused. */
  defer(key: JobKey): boolean {
    const name = keyText(key);
    const isPaused = this.timers.has(name);
    if (isPaused) this.deferred.add(name);
    return isPaused;
  }

  isDeferred(key: JobKey): boolean {
    return this.deferred.has(keyText(key));
  }

  get hasDeferred(): boolean {
    return this.deferred.size > 0;
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.deferred.clear();
  }
}
