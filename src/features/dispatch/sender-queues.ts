import type { Instant } from "../../platform/time";
import type { Outgoing, Route } from "./leased-batch";

/** Messages of one sender that wait in this process for their submission. Urgent messages go first. */
export class SenderQueue {
  /** Whether a check of the first messages is running. */
  isBeingChecked = false;
  private urgent: Outgoing[] = [];
  private others: Outgoing[] = [];

  constructor(public route: Route) {}

  get senderId(): string {
    return this.route.sender.id;
  }

  get length(): number {
    return this.urgent.length + this.others.length;
  }

  add(outgoing: readonly Outgoing[], { urgent }: { urgent: boolean }): void {
    (urgent ? this.urgent : this.others).push(...outgoing);
  }

  /** Returns the next messages without removing them. */
  peek(most: number): Outgoing[] {
    return [...this.urgent.slice(0, most), ...this.others.slice(0, Math.max(0, most - this.urgent.length))];
  }

  /** Removes and returns the messages of the next submission. */
  takeBatch(): Outgoing[] {
    const { batchSize } = this.route.carrier;
    const some = this.urgent.splice(0, batchSize);
    return [...some, ...this.others.splice(0, batchSize - some.length)];
  }

  takeAll(): Outgoing[] {
    return [...this.urgent.splice(0), ...this.others.splice(0)];
  }

  /** Removes the given messages. Returns the messages that were still waiting. */
  take(some: readonly Outgoing[]): Outgoing[] {
    const out = new Set(some);
    const taken = [...this.urgent, ...this.others].filter((one) => out.has(one));
    this.urgent = this.urgent.filter((one) => !out.has(one));
    this.others = this.others.filter((one) => !out.has(one));
    return taken;
  }

  /** Records the time of a check for the given messages that are still waiting. */
  markChecked(some: readonly Outgoing[], checkedAt: Instant): void {
    const checked = new Set(some);
    const marked = (one: Outgoing) => (checked.has(one) ? { ...one, checkedAt } : one);
    this.urgent = this.urgent.map(marked);
    this.others = this.others.map(marked);
  }
}

export class SenderQueues {
  private readonly bySender = new Map<string, SenderQueue>();

  add(route: Route, outgoing: readonly Outgoing[], urgency: { urgent: boolean }): void {
    const queue = this.bySender.get(route.sender.id) ?? new SenderQueue(route);
    // The sender may have changed since the queue was created.
    queue.route = route;
    queue.add(outgoing, urgency);
    this.bySender.set(route.sender.id, queue);
  }

  /** Returns the queues of a carrier's senders. */
  of(carrier: string): SenderQueue[] {
    return this.all().filter(({ route }) => route.carrier.name === carrier);
  }

  all(): SenderQueue[] {
    for (const [senderId, queue] of this.bySender) if (queue.length === 0) this.bySender.delete(senderId);
    return [...this.bySender.values()];
  }
}
