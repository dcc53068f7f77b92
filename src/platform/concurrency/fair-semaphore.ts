import { untilAborted } from "../with-timeout";
import { FairQueue } from "./fair-queue";

export interface SemaphoreLimits {
  /** Maximum weight that all groups hold at once. */
  total: number;
  /** Maximum weight that one group holds at once. */
  perGroup: number;
  /** Maximum waiting requests per group. Further requests are refused. Unlimited by default. */
  waiting?: number;
  /** Longest wait, in milliseconds. Unlimited by default. */
  waitMs?: number;
  /** Returns the error for a request that meets a full queue or waits too long. */
  refusal(): Error;
}

export interface Permit {
  reduceTo(weight: number): void;
  release(): void;
}

interface Waiter {
  weight: number;
  grant(): void;
}

/**
 * Semaphore that limits the weight in flight, in total and per group. Waiting groups are served round-robin,
 * and requests within a group in order of arrival.
 */
export class FairSemaphore {
  private held = 0;
  private readonly heldBy = new Map<string, number>();
  private readonly queue = new FairQueue<Waiter>();

  constructor(private readonly limits: SemaphoreLimits) {}

  tryAcquire(group: string, weight = 1): Permit | null {
    return this.queue.countOf(group) === 0 && this.fits(group, weight) ? this.permit(group, weight) : null;
  }

  /** Resolves with a permit. Rejects with the refusal, or with the reason of an aborted signal. */
  acquire(group: string, weight = 1, signal?: AbortSignal): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(reasonOf(signal));
    const permit = this.tryAcquire(group, weight);
    return permit ? Promise.resolve(permit) : this.wait(group, weight, signal);
  }

  /**
   * Runs work with a permit of weight 1. An abort rejects the promise at once, during the wait or the work.
   * The permit is released when the work settles.
   */
  async run<T>(group: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const permit = await this.acquire(group, 1, signal);
    if (signal.aborted) {
      permit.release();
      throw reasonOf(signal);
    }
    const working = async () => {
      try {
        return await work();
      } finally {
        permit.release();
      }
    };
    return untilAborted(working(), signal);
  }

  private wait(group: string, weight: number, signal: AbortSignal | undefined): Promise<Permit> {
    const { waiting = Infinity, waitMs, refusal } = this.limits;
    if (this.queue.countOf(group) >= waiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        this.queue.remove(group, waiter);
      };
      const fail = (error: Error) => {
        const isFirst = this.queue.first(group) === waiter;
        leave();
        reject(error);
        // The group's next waiter may need less weight than this one, so there may be room for it now.
        if (isFirst) this.serve();
      };
      const abort = () => fail(reasonOf(signal));
      const waiter: Waiter = {
        weight,
        grant: () => {
          leave();
          resolve(this.permit(group, weight));
        },
      };
      const timer = waitMs === undefined ? undefined : setTimeout(() => fail(refusal()), waitMs);
      signal?.addEventListener("abort", abort, { once: true });
      this.queue.add(group, waiter);
    });
  }

  private permit(group: string, weight: number): Permit {
    let remaining = weight;
    this.change(group, weight);
    const reduceTo = (left: number) => {
      if (left >= remaining) return;
      this.change(group, left - remaining);
      remaining = left;
      this.queue.postpone(group);
      this.serve();
    };
    return { reduceTo, release: () => reduceTo(0) };
  }

  private serve(): void {
    const fits = ({ weight }: Waiter, group: string) => this.fits(group, weight);
    for (let next; (next = this.queue.takeFirst(fits)) !== undefined;) next.grant();
  }

  private fits(group: string, weight: number): boolean {
    const { total, perGroup } = this.limits;
    return this.held + weight <= total && (this.heldBy.get(group) ?? 0) + weight <= perGroup;
  }

  private change(group: string, weight: number): void {
    const held = (this.heldBy.get(group) ?? 0) + weight;
    if (held === 0) this.heldBy.delete(group);
    else this.heldBy.set(group, held);
    this.held += weight;
  }
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error("aborted");
