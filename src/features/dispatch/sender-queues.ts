import type { Instant } from "../../platform/time";
import { PRIORITY } from "../messages/submission-job";
import type { Outgoing, Route } from "./leased-batch";

const isUrgent = ({ batch }: Outgoing) => batch.job.priority === PRIORITY.inline;

/** Messages of one sender that wait in this process for their submission. Urgent messages go first. */
export class SenderQueue {
  /** Whether a check of the first messages is running. */
  isBeingChecked = false;
  private waiting: Outgoing[] = [];

  constructor(public route: Route) {}

  get senderId(): string {
    return this.route.sender.id;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Adds messages of one job. */
  add(outgoing: readonly Outgoing[]): void {
    const urgent = outgoing.some(isUrgent);
    const place = urgent ? this.waiting.findIndex((one) => !isUrgent(one)) : -1;
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, ...outgoing);
  }

  /** Returns the next messages without removing them. */
  peek(most: number): Outgoing[] {
    return this.waiting.slice(0, most);
  }

  /** Removes and returns the messages of the next submission. */
  takeBatch(): Outgoing[] {
    return this.waiting.splice(0, this.route.carrier.batchSize);
  }

  takeAll(): Outgoing[] {
    return this.waiting.splice(0);
  }

  /** Removes the given messages. Returns the messages that were still waiting. */
  take(some: readonly Outgoing[]): Outgoing[] {
    const out = new Set(some);
    const taken = this.waiting.filter((one) => out.has(one));
    this.waiting = this.waiting.filter((one) => !out.has(one));
    return taken;
  }

  /** Records the time of a check for the given messages that are still waiting. */
  markChecked(some: readonly Outgoing[], checkedAt: Instant): void {
    const checked = new Set(some);
    this.waiting = this.waiting.map((one) => (checked.has(one) ? { ...one, checkedAt } : one));
  }
}

export class SenderQueues {
  private readonly bySender = new Map<string, SenderQueue>();

  add(route: Route, outgoing: readonly Outgoing[]): void {
    const queue = this.bySender.get(route.sender.id) ?? new SenderQueue(route);
    // The sender may have changed since the queue was created.
    queue.route = route;
    queue.add(outgoing);
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
