import type { Carrier, DeliveryReport, DeliveryReportSink, Submission } from "../../../src/carriers/carrier";
import type { Clock } from "../../../src/platform/time";

/** The carrier that answers after a while. A first start requires one of this name. */
export const PROMPT = "sandbox";
/** The carrier that never answers. */
export const HANGING = "hanging";
/** The environment variable with the pace of the carriers, as JSON. */
export const PACE_SETTING = "BENCH_CARRIER";

export interface CarrierPace {
  /** Milliseconds before each answer. */
  delayMs: number;
  /** Maximum messages of a submission. */
  batchSize: number;
  /** Maximum submissions in flight. */
  window: number;
  /** Whether the carrier reports deliveries. Without reports a message stays sent. */
  reports?: boolean;
}

/** The environment of a service whose carriers keep this pace; the script is `services/with-carriers.ts`. */
export const carrierEnv = (pace: CarrierPace) => ({ [PACE_SETTING]: JSON.stringify(pace) });
export const WITH_CARRIERS = "scripts/bench/services/with-carriers.ts";

export interface CarrierParts {
  pace: CarrierPace;
  clock: Clock;
  /** Called when reports could not be stored. */
  onError: (error: unknown) => void;
}

const common = ({ window, batchSize, reports = true }: CarrierPace) =>
  ({
    ...({ channels: ["sms"], idempotent: true, defaultMaxPerSecond: 100_000 } as const),
    ...{ window, batchSize, reports },
  }) as const;

/**
 * Accepts every message and answers after the delay. It reports the delivery just before the answer, so that the delay
 * is all the time between a submission and the final status.
 */
export function delayedCarrier(name: string, { pace, clock, onError }: CarrierParts): Carrier {
  let sink: DeliveryReportSink | null = null;
  const delivered = ({ accountId, messageId }: Submission): DeliveryReport => ({
    ...{ accountId, messageId, status: "delivered", error: null, occurredAt: clock.now() },
  });
  return {
    ...common(pace),
    name,
    async submit(messages) {
      await new Promise<void>((resolve) => setTimeout(resolve, pace.delayMs));
      // Not awaited: a sink may store reports together with the answer that follows them.
      if (pace.reports ?? true) sink?.(messages.map(delivered)).catch(onError);
      return messages.map(() => ({ type: "accepted" }));
    },
    async start(reports) {
      sink = reports;
    },
    async stop() {
      sink = null;
    },
  };
}

/** Accepts submissions and never answers. `release` ends them, so that a stop need not wait for them. */
export function hangingCarrier(name: string, pace: CarrierPace): Carrier & { release(): void } {
  const hung: (() => void)[] = [];
  return {
    ...common(pace),
    name,
    submit: () => new Promise((_, reject) => hung.push(() => reject(new Error("the run is over")))),
    release() {
      for (const end of hung.splice(0)) end();
    },
    async start() {},
    async stop() {},
  };
}
