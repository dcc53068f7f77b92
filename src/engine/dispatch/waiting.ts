import type { Outgoing, Route } from "./work";

/** What waits in this process for one sender's carrier, what is urgent first. */
export interface Waiting extends Route {
  senderId: string;
  urgent: Outgoing[];
  others: Outgoing[];
}

const isEmpty = ({ urgent, others }: Waiting) => urgent.length + others.length === 0;

/** The messages that are leased and wait for their turn at the carrier, by sender. */
export class WaitingMessages {
  private readonly bySender = new Map<string, Waiting>();

  add(route: Route, outgoing: readonly Outgoing[], { urgent }: { urgent: boolean }): void {
    const senderId = route.sender.id;
    const known = this.bySender.get(senderId);
    // The sender may have been changed since.
    const queue = known ? Object.assign(known, route) : { ...route, senderId, urgent: [], others: [] };
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
