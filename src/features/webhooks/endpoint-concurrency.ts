import { SECOND } from "../../platform/time";
import { type JobKey, keyText } from "../../queue/job";

/** Requests to one endpoint at once, at most. */
export const MAX_WIDTH = 16;
/** Requests of a process at once that its endpoints share out, each at least one: a dead one takes none from others. */
const SHARED_WIDTH = 256;
/** Requests leased together for an endpoint that is prompt, so that it never waits for the database. */
const PROMPT_RUN = 256;
/** An answer that took longer than this, in milliseconds, is slow. */
const SLOW_MS = SECOND;
/** Endpoints without work whose concurrency is kept. */
const MOST_IDLE = 1_000;

/**
 * Adapts the number of concurrent requests to one endpoint: 1 while the endpoint fails, fewer while it is slow, up to 16
 * while it is prompt.
 */
export class EndpointConcurrency {
  private width = MAX_WIDTH;
  private prompt = false;
  private inFlight = 0;
  private closed = 0;
  private begun: Promise<void> = Promise.resolve();
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly share: () => number) {}

  /** Runs leased concurrently: one more is leased ahead if the endpoint is prompt. */
  get runs(): number {
    return this.prompt ? 2 : 1;
  }

  /** How many requests a run is given. */
  get requests(): number {
    return this.prompt ? PROMPT_RUN : this.most;
  }

  /** Requests that may be in flight at once. */
  get most(): number {
    return Math.min(this.width, this.share());
  }

  /** Whether new requests must wait until an earlier outcome is written. */
  get isClosed(): boolean {
    return this.closed > 0;
  }

  /** Reduces the concurrency to 1, for an endpoint that is known to fail. */
  fails(): void {
    this.width = 1;
    this.prompt = false;
  }

  /**
   * Waits until earlier runs have begun all their requests; returns the function that lets the next run
   * begin.
   */
  async turn(): Promise<() => void> {
    const before = this.begun;
    let end: () => void = () => {};
    this.begun = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }

  /** Resolves when one more request may begin. */
  async room(): Promise<void> {
    while (!this.mayBegin) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  get mayBegin(): boolean {
    return this.inFlight < this.most;
  }

  begin(): void {
    this.inFlight += 1;
  }

  end({ success, durationMs }: { success: boolean; durationMs: number }): void {
    this.inFlight -= 1;
    this.prompt = success && durationMs < SLOW_MS;
    if (!success) this.width = 1;
    else if (this.prompt) this.width = Math.min(this.width + 1, MAX_WIDTH);
    else this.width = Math.max(1, this.width >> 1);
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Blocks new requests until the promise settles. */
  closeUntil(done: Promise<unknown>): void {
    this.closed += 1;
    void done.finally(() => (this.closed -= 1));
  }
}

/** The concurrency of each endpoint that this process serves. */
export class EndpointConcurrencies {
  private readonly atWork = new Map<string, { concurrency: EndpointConcurrency; runs: number }>();
  private readonly idle = new Map<string, EndpointConcurrency>();
  private readonly share = () => Math.max(1, Math.floor(SHARED_WIDTH / this.atWork.size));

  of(key: JobKey): EndpointConcurrency {
    const name = keyText(key);
    return (
      this.atWork.get(name)?.concurrency ??
      this.idle.get(name) ??
      this.remember(name, new EndpointConcurrency(this.share))
    );
  }

  /** Registers a run; returns the function that unregisters it. */
  enter(key: JobKey): () => void {
    const name = keyText(key);
    const concurrency = this.of(key);
    const entry = this.atWork.get(name) ?? { concurrency, runs: 0 };
    this.idle.delete(name);
    this.atWork.set(name, entry);
    entry.runs += 1;
    return () => {
      entry.runs -= 1;
      if (entry.runs > 0) return;
      this.atWork.delete(name);
      this.remember(name, concurrency);
    };
  }

  private remember(name: string, concurrency: EndpointConcurrency): EndpointConcurrency {
    this.idle.set(name, concurrency);
    const [oldest] = this.idle.keys();
    if (this.idle.size > MOST_IDLE && oldest !== undefined) this.idle.delete(oldest);
    return concurrency;
  }
}
