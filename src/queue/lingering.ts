import { type JobKey, keyText } from "./job";

/** A key that was named while it lingers is tried again after this, in milliseconds: its jobs may be enough by then. */
const NAMED_AGAIN_MS = 10;

/**
 * Keys of which nothing could be leased when they were named, since their jobs may still wait for company: each is tried
 * once more when that time is over, and now and then if it is named meanwhile.
 */
export class Lingering {
  private readonly timers = new Map<string, { timer: NodeJS.Timeout; named: boolean }>();
  /** Keys whose full wait is over, until it is known what their next try leased: they do not wait twice. */
  private readonly waited = new Set<string>();

  constructor(
    private readonly ms: number,
    private readonly tryAgain: (key: JobKey) => void,
  ) {}

  /** Nothing of the key could be leased. `named`: it was named again meanwhile. */
  wait(key: JobKey, { named }: { named: boolean }): void {
    const name = keyText(key);
    if (this.ms === 0 || this.timers.has(name)) return;
    if (this.waited.delete(name) && !named) return;
    this.start(key, named);
  }

  /** Something of the key was leased. */
  served(key: JobKey): void {
    this.waited.delete(keyText(key));
  }

  has(key: JobKey): boolean {
    return this.timers.has(keyText(key));
  }

  /** A key that lingers was named. */
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
