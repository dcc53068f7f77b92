import type { Carrier, DeliveryReport, DeliveryReportSink, Submission } from "../../../src/carriers/carrier";
import type { Clock } from "../../../src/platform/time";

/** Name of the delayed carrier. The first start of a service requires a carrier named `sandbox`. */
export const PROMPT = "sandbox";
export const HANGING = "hanging";
/** Environment variable with the carriers' `CarrierPace` as JSON. */
export const PACE_SETTING = "BENCH_CARRIER";

export interface CarrierPace {
  delayMs: number;
  batchSize: number;
  window: number;
  /** Whether the carrier reports deliveries. Without reports, a message keeps the status sent. */
  reports?: boolean;
}

const SCRIPT = "scripts/bench/services/with-carriers.ts";

export const withCarriers = (pace: CarrierPace) => ({
  script: SCRIPT,
  env: { [PACE_SETTING]: JSON.stringify(pace) },
});

interface DelayedCarrierDeps {
  pace: CarrierPace;
  clock: Clock;
  onError: (error: unknown) => void;
}

const common = ({ window, batchSize, reports = true }: CarrierPace) =>
  ({
    channels: ["sms"],
    idempotent: true,
    defaultMaxPerSecond: 100_000,
    window,
    batchSize,
    reports,
  }) as const;

/** Returns a carrier that accepts every message after the delay. Reports the delivery at once if enabled. */
export function delayedCarrier(name: string, { pace, clock, onError }: DelayedCarrierDeps): Carrier {
  let sink: DeliveryReportSink | null = null;
  const delivered = ({ accountId, messageId }: Submission): DeliveryReport => ({
    accountId,
    messageId,
    status: "delivered",
    error: null,
    occurredAt: clock.now(),
  });
  return {
    ...common(pace),
    name,
    async submit(messages) {
      await new Promise<void>((resolve) => setTimeout(resolve, pace.delayMs));
      // Not awaited: the sink may then store the reports in one batch with the outcomes returned below.
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

/** Returns a carrier that never responds. `release` rejects submissions, so that a stop need not wait. */
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
