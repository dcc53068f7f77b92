import type { Instant } from "../../platform/time";
import { PRIORITIES } from "../../queue/job";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { Outgoing, Route } from "./leased-batch";

const priorityOf = ({ batch }: Outgoing) => batch.job.priority;

/** Queue of one sender's messages in this process, in the order of their priority. */
export class SenderQueue {
  /** Whether a check of the first messages (campaign running, recipient not suppressed) is in flight. */
  isBeingChecked = false;
  /** Time of the last offer of messages for cancellation. */
  offeredAt: Instant = -Infinity;
  readonly offered = new WeakSet<OutgoingMessage>();
  /** Messages whose offer seemed to fail. The database may still write the offer at any later time. */
  readonly uncertain = new WeakSet<OutgoingMessage>();
  private offers: Promise<unknown> = Promise.resolve();
  private waiting: Outgoing[] = [];

  constructor(public route: Route) {}

  get senderId(): string {
    return this.route.sender.id;
  }

  /** Whether the next message has the first priority. */
  get precedesAll(): boolean {
    const [first] = this.waiting;
    return first !== undefined && priorityOf(first) === PRIORITIES[0];
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Adds the messages of one job before the first message of a later priority. */
  add(outgoing: readonly Outgoing[]): void {
    const [first] = outgoing;
    if (!first) return;
    const place = this.waiting.findIndex((one) => priorityOf(one) > priorityOf(first));
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, ...outgoing);
  }

  peek(limit: number): Outgoing[] {
    return this.waiting.slice(0, limit);
  }

  takeBatch(): Outgoing[] {
    return this.waiting.splice(0, this.route.carrier.batchSize);
  }

  takeAll(): Outgoing[] {
    return this.waiting.splice(0);
  }

  /** Removes messages from the queue. Returns the messages that were still queued. */
  take<T extends Outgoing>(some: readonly T[]): T[] {
    if (some.length === 0) return [];
    const queued = new Set(this.waiting.map(({ message }) => message));
    const taken = some.filter(({ message }) => queued.has(message));
    const out = new Set(taken.map(({ message }) => message));
    this.waiting = this.waiting.filter(({ message }) => !out.has(message));
    return taken;
  }

  /** Writes the offer of messages after the earlier offers of the queue. */
  async offer(messages: readonly OutgoingMessage[], write: () => Promise<void>): Promise<void> {
    for (const message of messages) this.offered.add(message);
    const written = this.offers.then(write);
    this.offers = written.catch(() => {
      for (const message of messages) this.uncertain.add(message);
    });
    await written;
  }

  /** Resolves once the offers so far are written or have failed. */
  async offersWritten(): Promise<void> {
    await this.offers;
  }

  markChecked(some: readonly Outgoing[], { checkedAt, rules }: Pick<Outgoing, "checkedAt" | "rules">): void {
    const checked = new Set(some);
    this.waiting = this.waiting.map((one) => (checked.has(one) ? { ...one, checkedAt, rules } : one));
  }
}

export class SenderQueues {
  private readonly bySender = new Map<string, SenderQueue>();

  add(route: Route, outgoing: readonly Outgoing[]): void {
    const queue = this.bySender.get(route.sender.id) ?? new SenderQueue(route);
    // The sender's settings may have changed since the queue was created, so the latest route applies.
    queue.route = route;
    queue.add(outgoing);
    this.bySender.set(route.sender.id, queue);
  }

  of(carrier: string): SenderQueue[] {
    return this.all().filter(({ route }) => route.carrier.name === carrier);
  }

  all(): SenderQueue[] {
    for (const [senderId, queue] of this.bySender) if (queue.length === 0) this.bySender.delete(senderId);
    return [...this.bySender.values()];
  }
}
