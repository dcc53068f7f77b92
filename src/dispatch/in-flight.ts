import type { CarrierError, Receipt } from "../carriers/carrier";
import type { MessageError } from "../messages/message";
import type { Step } from "../messages/transitions";

export const toMessageError = ({ code, message, carrierCode }: CarrierError): MessageError => ({
  code,
  message,
  carrier_code: carrierCode,
});

export function toStep({ status, error, occurredAt }: Receipt): Step {
  return { status, at: occurredAt, error: error === null ? null : toMessageError(error) };
}

/** Messages that are being handed over, and the reports that come before that is stored. */
export class HandOver {
  private reports: Receipt[] = [];
  private settle!: () => void;
  private fail!: (reason: unknown) => void;
  /** Resolves when hand-over and reports are stored; rejects when they could not be. */
  readonly stored: Promise<void>;

  constructor(
    private readonly messageIds: readonly string[],
    private readonly registry: Map<string, HandOver>,
  ) {
    this.stored = new Promise((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
    });
    // A failure concerns those who brought reports; without any, nobody listens.
    this.stored.catch(() => {});
    for (const id of messageIds) registry.set(id, this);
  }

  add(receipt: Receipt): void {
    this.reports.push(receipt);
  }

  /** The reports since the last time. Those that come later find the hand-over still open. */
  take(): Receipt[] {
    const taken = this.reports;
    this.reports = [];
    return taken;
  }

  /** Ends it once the hand-over is stored: later reports find the message in the database. Answers the last ones. */
  close(): Receipt[] {
    for (const id of this.messageIds) if (this.registry.get(id) === this) this.registry.delete(id);
    return this.take();
  }

  succeeded(): void {
    this.settle();
  }

  failed(reason: unknown): void {
    this.close();
    this.fail(reason);
  }
}

/**
 * The hand-overs of this process. A report that comes while its message is being handed over is settled together
 * with the hand-over, in one write, instead of waiting for it and being written a second time.
 */
export class InFlight {
  private readonly handOvers = new Map<string, HandOver>();

  begin(messageIds: readonly string[]): HandOver {
    return new HandOver(messageIds, this.handOvers);
  }

  /** Takes the reports of messages being handed over; `taken` resolves when those are stored. */
  take(receipts: readonly Receipt[]): { taken: Promise<unknown>; rest: Receipt[] } {
    const rest: Receipt[] = [];
    const takers = new Set<HandOver>();
    for (const receipt of receipts) {
      const handOver = this.handOvers.get(receipt.messageId);
      if (handOver) {
        handOver.add(receipt);
        takers.add(handOver);
      } else {
        rest.push(receipt);
      }
    }
    return { taken: Promise.all([...takers].map((handOver) => handOver.stored)), rest };
  }
}
