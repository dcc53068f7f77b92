import type { Response } from "express";
import type { Problem } from "../platform/problem";

export interface ShareLimits {
  /** For all accounts together. */
  all: number;
  perAccount: number;
  /** How long a request waits for its part, in milliseconds. */
  patienceMs: number;
  /** The refusal of one that has waited that long. */
  refusal(): Problem;
}

interface Waiter {
  amount: number;
  grant(): void;
}

/**
 * Something that requests hold while they are worked on and that there is only so much of, for all and for each account.
 * A request that finds none left waits; accounts take turns, and within an account the first come first.
 */
export class Shares {
  private held = 0;
  private readonly heldBy = new Map<string, number>();
  /** Accounts with waiting requests; the next in turn is first. */
  private readonly queues = new Map<string, Waiter[]>();

  constructor(private readonly limits: ShareLimits) {}

  /**
   * Resolves once the request has its part, which it keeps until its answer is taken or its client has left. Returns a
   * function that reduces the part to a smaller amount.
   */
  async hold(accountId: string, amount: number, res: Response): Promise<(amount: number) => void> {
    if (!this.queues.has(accountId) && this.fits(accountId, amount)) this.change(accountId, amount);
    else await this.wait(accountId, amount, res);
    let kept = amount;
    const reduceTo = (left: number) => {
      if (left >= kept) return;
      this.change(accountId, left - kept);
      kept = left;
      this.grantWhatFits();
    };
    const release = () => reduceTo(0);
    if (res.closed) release();
    else res.once("close", release);
    return reduceTo;
  }

  /** Never resolves for a client that leaves meanwhile: nobody is left to serve. */
  private wait(accountId: string, amount: number, res: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        res.off("close", leave);
        this.remove(accountId, waiter);
      };
      const waiter: Waiter = {
        amount,
        grant: () => {
          leave();
          this.change(accountId, amount);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(this.limits.refusal());
      }, this.limits.patienceMs);
      res.once("close", leave);
      const queue = this.queues.get(accountId);
      if (queue) queue.push(waiter);
      else this.queues.set(accountId, [waiter]);
    });
  }

  private remove(accountId: string, waiter: Waiter): void {
    const queue = this.queues.get(accountId) ?? [];
    const index = queue.indexOf(waiter);
    if (index >= 0) queue.splice(index, 1);
    if (queue.length === 0) this.queues.delete(accountId);
  }

  /** One after the other of each account in turn, for as long as there is something left for any. */
  private grantWhatFits(): void {
    let granted = true;
    while (granted) {
      granted = false;
      for (const [accountId, [first]] of [...this.queues]) {
        if (first === undefined || !this.fits(accountId, first.amount)) continue;
        first.grant();
        granted = true;
        this.moveToEnd(accountId);
      }
    }
  }

  private moveToEnd(accountId: string): void {
    const queue = this.queues.get(accountId);
    if (!queue) return;
    this.queues.delete(accountId);
    this.queues.set(accountId, queue);
  }

  private fits(accountId: string, amount: number): boolean {
    const { all, perAccount } = this.limits;
    return this.held + amount <= all && (this.heldBy.get(accountId) ?? 0) + amount <= perAccount;
  }

  private change(accountId: string, amount: number): void {
    const held = (this.heldBy.get(accountId) ?? 0) + amount;
    if (held === 0) this.heldBy.delete(accountId);
    else this.heldBy.set(accountId, held);
    this.held += amount;
  }
}
