import type { Outgoing, Route } from "./leased-batch";

/** What waits in this process for one sender's carrier, what is urgent first. */
export interface Waiting extends Route {
  senderId: string;
  urgent: Outgoing[];
  others: Outgoing[];
  /** Some of them are being looked at again. */
  looking: boolean;
}

const isEmpty = ({ urgent, others }: Waiting) => urgent.length + others.length === 0;

/** The messages that are leased and wait for their turn at the carrier, by sender. */
export class WaitingMessages {
  private readonly bySender = new Map<string, Waiting>();

  add(route: Route, outgoing: readonly Outgoing[], { urgent }: { urgent: boolean }): void {
    const senderId = route.sender.id;
    const known = this.bySender.get(senderId);
    // The sender may have been changed since.
    const queue = known
      ? Object.assign(known, route)
      : { ...route, senderId, urgent: [], others: [], looking: false };
    this.bySender.set(senderId, queue);
    (urgent ? queue.urgent : queue.others).push(...outgoing);
  }

  /** The senders of a carrier that have something waiting. */
  of(carrier: string): Waiting[] {
    return this.all().filter((queue) => queue.carrier.name === carrier);
  }

  all(): Waiting[] {
    for (const [senderId, queue] of this.bySender) if (isEmpty(queue)) this.bySender.delete(senderId);
    return [...this.bySender.values()];
  }
}

/** Those that come next, `most` at most. */
export const nextOf = ({ urgent, others }: Waiting, most: number): Outgoing[] => [
  ...urgent.slice(0, most),
  ...others.slice(0, Math.max(0, most - urgent.length)),
];

/** Takes these out, as far as nobody has taken them. */
export function takeOut(queue: Waiting, some: readonly Outgoing[]): Outgoing[] {
  const out = new Set(some);
  const taken = [...queue.urgent, ...queue.others].filter((one) => out.has(one));
  queue.urgent = queue.urgent.filter((one) => !out.has(one));
  queue.others = queue.others.filter((one) => !out.has(one));
  return taken;
}

/** Takes what goes into the next submission. */
export function takeBatch({ urgent, others, carrier }: Waiting): Outgoing[] {
  const some = urgent.splice(0, carrier.batchSize);
  if (some.length < carrier.batchSize) some.push(...others.splice(0, carrier.batchSize - some.length));
  return some;
}

export const takeAll = ({ urgent, others }: Waiting): Outgoing[] => [
  ...urgent.splice(0),
  ...others.splice(0),
];
