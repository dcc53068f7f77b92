import type { Carrier, DeliveryReport, DeliveryReportSink, Submission } from "../../../src/carriers/carrier";
import type { Clock } from "../../../src/platform/time";

/** Name of the carrier that responds after a delay. A first start requires a carrier of this name. */
export const PROMPT = "sandbox";
/** Name of the carrier that never responds. */
export const HANGING = "hanging";
/** Environment variable with the carriers' pace, as JSON. */
export const PACE_SETTING = "BENCH_CARRIER";

export interface CarrierPace {
  /** Milliseconds before each response. */
  delayMs: number;
  /** Maximum messages per submission. */
  batchSize: number;
  /** Maximum submissions in flight. */
  window: number;
  /** Whether the carrier reports deliveries. Without reports a message stays sent. */
  reports?: boolean;
}

/**
 * Returns the environment of a service whose carriers have this pace, for the script
 * `services/with-carriers.ts`.
 */
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
 * Returns a carrier that accepts every message after the delay. It reports the delivery just before it
 * responds, so that the delay is the whole time between a submission and the final status.
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
      // Not awaited, so that the sink may store the reports in one batch with the outcomes returned below.
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

/**
 * Returns a carrier that never responds to submissions. `release` rejects them, so that a stop need not wait.
 */
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
