import { AdaptiveLimit } from "../../platform/concurrency/adaptive-limit";
import { SECOND } from "../../platform/time";
import { type JobKey, keyText } from "../../queue/job";

const MAX_CONCURRENCY = 16;
/** Concurrent requests of a process, shared equally by active endpoints. Each endpoint gets at least one. */
export const SHARED_CONCURRENCY = 256;
/** Maximum requests leased together for a prompt endpoint, which then does not wait for the database. */
const PROMPT_RUN = 256;
const SLOW_MS = SECOND;
/** Maximum idle endpoints whose concurrency is kept. */
const MAX_IDLE = 1_000;

/**
 * Adapts the number of concurrent requests to one endpoint: up to 16 if the endpoint is prompt, fewer if
 * slow, 1 if failing.
 */
export class EndpointConcurrency {
  private readonly limit = new AdaptiveLimit({
    first: MAX_CONCURRENCY,
    min: 1,
    max: MAX_CONCURRENCY,
    step: 1,
  });
  private prompt = false;
  private inFlight = 0;
  private closed = 0;
  private begun: Promise<void> = Promise.resolve();
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly share: () => number) {}

  /** Maximum concurrent runs. The second run of a prompt endpoint is leased ahead. */
  get runs(): number {
    return this.prompt ? 2 : 1;
  }

  get requests(): number {
    return this.prompt ? PROMPT_RUN : this.maxInFlight;
  }

  get maxInFlight(): number {
    return Math.min(Math.floor(this.limit.value), this.share());
  }

  /** Whether no request may begin until an earlier outcome is written. */
  get isClosed(): boolean {
    return this.closed > 0;
  }

  /** Reduces the concurrency to 1 because the endpoint fails. */
  fails(): void {
    this.limit.minimize();
    this.prompt = false;
  }

  /**
   * Waits until earlier runs have begun their requests. Returns the function that lets the next run begin.
   */
  async turn(): Promise<() => void> {
    const before = this.begun;
    let end: () => void = () => {};
    this.begun = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }

  /** Waits until another request may begin. */
  async room(): Promise<void> {
    while (!this.mayBegin) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  get mayBegin(): boolean {
    return this.inFlight < this.maxInFlight;
  }

  begin(): void {
    this.inFlight += 1;
  }

  end({ success, durationMs }: { success: boolean; durationMs: number }): void {
    this.inFlight -= 1;
    this.prompt = success && durationMs < SLOW_MS;
    if (!success) this.limit.minimize();
    else if (this.prompt) this.limit.increase();
    else this.limit.halve();
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Blocks new requests until the promise settles. */
  closeUntil(done: Promise<unknown>): void {
    this.closed += 1;
    void done.finally(() => (this.closed -= 1));
  }
}

export class EndpointConcurrencies {
  private readonly active = new Map<string, { concurrency: EndpointConcurrency; runs: number }>();
  private readonly idle = new Map<string, EndpointConcurrency>();
  private readonly share = () => Math.max(1, Math.floor(SHARED_CONCURRENCY / this.active.size));

  of(key: JobKey): EndpointConcurrency {
    const name = keyText(key);
    return (
      this.active.get(name)?.concurrency ??
      this.idle.get(name) ??
      this.remember(name, new EndpointConcurrency(this.share))
    );
  }

  /** Registers a run. Returns the function that unregisters it. */
  enter(key: JobKey): () => void {
    const name = keyText(key);
    const concurrency = this.of(key);
    const entry = this.active.get(name) ?? { concurrency, runs: 0 };
    this.idle.delete(name);
    this.active.set(name, entry);
    entry.runs += 1;
    return () => {
      entry.runs -= 1;
      if (entry.runs > 0) return;
      this.active.delete(name);
      this.remember(name, concurrency);
    };
  }

  private remember(name: string, concurrency: EndpointConcurrency): EndpointConcurrency {
    this.idle.set(name, concurrency);
    const [oldest] = this.idle.keys();
    if (this.idle.size > MAX_IDLE && oldest !== undefined) this.idle.delete(oldest);
    return concurrency;
  }
}
