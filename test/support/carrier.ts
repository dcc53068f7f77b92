import type {
  Carrier,
  DeliveryReportSink,
  ReportedStatus,
  Submission,
  SubmitOutcome,
} from "../../src/carriers/carrier";

interface ScriptedCarrier {
  carrier: Carrier;
  submitted: Submission[];
  /** Sets the handler of further submissions. Initially, the carrier accepts all messages. */
  behaves(next: (messages: readonly Submission[]) => Promise<SubmitOutcome[]>): void;
  report(messages: readonly Submission[], status: ReportedStatus, occurredAt?: number): Promise<void>;
}

export const retryAll = async (messages: readonly Submission[]): Promise<SubmitOutcome[]> => {
  const error = { code: "carrier_unreachable", message: "connection refused", carrierCode: null } as const;
  return messages.map(() => ({ type: "retry", error }));
};

export const acceptAll = async (messages: readonly Submission[]): Promise<SubmitOutcome[]> =>
  messages.map(() => ({ type: "accepted" }));

export function scriptedCarrier(options: Partial<Carrier> = {}): ScriptedCarrier {
  const submitted: Submission[] = [];
  let sink: DeliveryReportSink | null = null;
  let behave = acceptAll;
  const carrier: Carrier = {
    name: "sandbox",
    channels: ["sms", "rcs", "voice"],
    idempotent: true,
    reports: true,
    batchSize: 1_000,
    defaultMaxPerSecond: 100_000,
    async submit(messages) {
      submitted.push(...messages);
      return behave(messages);
    },
    async start(reports) {
      sink = reports;
    },
    async stop() {},
    ...options,
  };
  return {
    carrier,
    submitted,
    behaves: (next) => void (behave = next),
    async report(messages, status, occurredAt = 0) {
      const rest = { status, error: null, occurredAt };
      await sink?.(messages.map(({ accountId, messageId }) => ({ accountId, messageId, ...rest })));
    },
  };
}
