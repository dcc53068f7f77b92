import type { Carrier, DeliveryReport, DeliveryReportSink, Submission } from "../../../src/carriers/carrier";
import type { Clock } from "../../../src/platform/time";

/** How the carrier of a benchmark behaves. */
export interface CarrierPace {
  /** How long it takes before each answer, in milliseconds. */
  delayMs: number;
  /** The most messages of a submission. */
  batchSize: number;
  /** The most submissions under way at a time. */
  window: number;
}

export interface CarrierParts {
  pace: CarrierPace;
  clock: Clock;
  /** Told when reports could not be taken in. */
  onError: (error: unknown) => void;
}

const COMMON = {
  channels: ["sms"],
  idempotent: true,
  reports: true,
  defaultMaxPerSecond: 100_000,
} as const;

/**
 * Accepts everything, and answers after its delay. That a message was delivered is reported just before the answer: from
 * the submission to the end of a message its delay is all the time there is.
 */
export function delayedCarrier(name: string, { pace, clock, onError }: CarrierParts): Carrier {
  let sink: DeliveryReportSink | null = null;
  const delivered = ({ accountId, messageId }: Submission): DeliveryReport => ({
    ...{ accountId, messageId, status: "delivered", error: null, occurredAt: clock.now() },
  });
  return {
    ...COMMON,
    window: pace.window,
    name,
    batchSize: pace.batchSize,
    async submit(messages) {
      await new Promise<void>((resolve) => setTimeout(resolve, pace.delayMs));
      // Nobody waits for it: a sink may store reports together with the answer that they run ahead of.
      sink?.(messages.map(delivered)).catch(onError);
      return messages.map(() => ({ type: "accepted" }));
    },
    async start(receipts) {
      sink = receipts;
    },
    async stop() {
      sink = null;
    },
  };
}

/** Takes everything and never answers. `release` ends what hangs, so that a stop need not wait for it. */
export function hangingCarrier(
  name: string,
  { pace }: Pick<CarrierParts, "pace">,
): Carrier & { release(): void } {
  const hung: (() => void)[] = [];
  return {
    ...COMMON,
    window: pace.window,
    name,
    batchSize: pace.batchSize,
    submit: () => new Promise((_, reject) => hung.push(() => reject(new Error("the run is over")))),
    release() {
      for (const end of hung.splice(0)) end();
    },
    async start() {},
    async stop() {},
  };
}
