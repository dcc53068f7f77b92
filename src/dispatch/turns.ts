import type { SenderKey } from "./batches.store";

/**
 * Whose turn it is among the senders of one carrier, as far as this process goes: each in turn, so that a long queue
 * of one delays no other, and none in every lane at once, so that a slow one leaves a lane for the rest.
 */
export class Turns {
  private last = "";
  private readonly busy = new Map<string, number>();

  /** `mostAtOnce`: how many lanes one sender may take. */
  constructor(private readonly mostAtOnce: number) {}

  /** The sender after the one served last, going round; undefined when each has as many lanes as it may take. */
  next(senders: readonly SenderKey[]): SenderKey | undefined {
    const free = senders.filter(({ senderId }) => (this.busy.get(senderId) ?? 0) < this.mostAtOnce);
    return free.find(({ senderId }) => senderId > this.last) ?? free[0];
  }

  /** Counts the sender as served while the work goes on. */
  async serve<T>({ senderId }: SenderKey, work: () => Promise<T>): Promise<T> {
    this.last = senderId;
    this.busy.set(senderId, (this.busy.get(senderId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.busy.get(senderId) ?? 1) - 1;
      if (left === 0) this.busy.delete(senderId);
      else this.busy.set(senderId, left);
    }
  }
}
