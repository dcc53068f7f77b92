export interface RoundRobinLimits {
  /** Pieces of work under way at once, in all. */
  atOnce: number;
  /** Of these, how many may be one account's. */
  perAccount: number;
  /** How many of one account may wait; the next is refused. */
  waiting: number;
}

interface Queue {
  running: number;
  waiting: Set<() => void>;
}

/** Gives accounts turns: a long queue of one account delays another by one turn. */
export class RoundRobin {
  private running = 0;
  /** In the order of turns: who was served last comes last. */
  private readonly queues = new Map<string, Queue>();

  /** `refusal` makes the error for work that finds too much of its account waiting. */
  constructor(
    private readonly limits: RoundRobinLimits,
    private readonly refusal: () => Error,
  ) {}

  /**
   * Does the work in the account's turn. An aborted signal ends the wait, and the caller's promise too if the work is
   * under way; its place is free once the work itself has ended.
   */
  run<T>(account: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) return reject(reasonOf(signal));
      const queue = this.queueOf(account);
      const begin = () => {
        void work()
          .then(resolve, reject)
          .finally(() => {
            signal.removeEventListener("abort", abort);
            this.leave(account, queue);
          });
      };
      const abort = () => {
        queue.waiting.delete(begin);
        this.forget(account, queue);
        reject(reasonOf(signal));
      };
      signal.addEventListener("abort", abort, { once: true });
      queue.waiting.add(begin);
      this.next();
      if (queue.waiting.has(begin) && queue.waiting.size > this.limits.waiting) {
        signal.removeEventListener("abort", abort);
        queue.waiting.delete(begin);
        this.forget(account, queue);
        reject(this.refusal());
      }
    });
  }

  private queueOf(account: string): Queue {
    const queue = this.queues.get(account) ?? { running: 0, waiting: new Set() };
    this.queues.set(account, queue);
    return queue;
  }

  private leave(account: string, queue: Queue): void {
    this.running -= 1;
    queue.running -= 1;
    // Behind those that came meanwhile, too.
    this.toTheEnd(account, queue);
    this.forget(account, queue);
    this.next();
  }

  private toTheEnd(account: string, queue: Queue): void {
    this.queues.delete(account);
    this.queues.set(account, queue);
  }

  private forget(account: string, queue: Queue): void {
    if (queue.running === 0 && queue.waiting.size === 0) this.queues.delete(account);
  }

  private next(): void {
    for (const [account, queue] of this.queues) {
      if (this.running >= this.limits.atOnce) return;
      const [begin] = queue.waiting;
      if (begin === undefined || queue.running >= this.limits.perAccount) continue;
      queue.waiting.delete(begin);
      queue.running += 1;
      this.running += 1;
      // A map goes on to what is added while it is gone through, so the account comes up again.
      this.toTheEnd(account, queue);
      begin();
    }
  }
}

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error("aborted");
