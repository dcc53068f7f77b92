import { type JobKey, keyText } from "./job";

/**
 * Pause before the next lease of a delayed key that was notified, in milliseconds. The key may have more jobs
 * by then.
 */
const NAMED_AGAIN_MS = 10;

/** Delay of keys whose jobs do not fill a batch yet. A notification shortens the delay of a key. */
export class BatchDelay {
  private readonly timers = new Map<string, { timer: NodeJS.Timeout; named: boolean }>();
  /** Keys whose delay has passed and whose jobs were not leased since. Their next delay is skipped. */
  private readonly waited = new Set<string>();

  constructor(
    private readonly ms: number,
    private readonly tryAgain: (key: JobKey) => void,
  ) {}

  /**
   * Delays a key for which a lease returned no jobs. `named` means that the key was notified during the
   * lease.
   */
  wait(key: JobKey, { named }: { named: boolean }): void {
    const name = keyText(key);
    if (this.ms === 0 || this.timers.has(name)) return;
    if (this.waited.delete(name) && !named) return;
    this.start(key, named);
  }

  /** Allows another delay of a key, because jobs of the key were leased. */
  served(key: JobKey): void {
    this.waited.delete(keyText(key));
  }

  has(key: JobKey): boolean {
    return this.timers.has(keyText(key));
  }

  /** Retries a delayed key soon, because it was notified. */
  hurry(key: JobKey): void {
    const known = this.timers.get(keyText(key));
    if (!known || known.named) return;
    clearTimeout(known.timer);
    this.start(key, true);
  }

  stop(): void {
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private start(key: JobKey, named: boolean): void {
    const name = keyText(key);
    const timer = setTimeout(
      () => {
        this.timers.delete(name);
        if (!named) this.waited.add(name);
        this.tryAgain(key);
      },
      named ? NAMED_AGAIN_MS : this.ms,
    );
    this.timers.set(name, { timer, named });
  }
}
