import type { Clock, Instant } from "../../platform/time";
import type { Carrier, DeliveryReport, DeliveryReportSink, InboundSink, Submission } from "../carrier";
import type { CarrierDeps } from "../kind";
import { FILE_GONE, lookingUpOnce, mediaOf } from "../media";
import { replyTo, outcomeFor } from "./simulated-outcomes";

/** Facts about the sandbox that need no open carrier. */
export const SANDBOX_FACTS = {
  name: "sandbox",
  channels: ["sms", "rcs", "voice"],
  defaultMaxPerSecond: 100_000,
} as const;

interface SandboxOptions extends Pick<CarrierDeps, "media"> {
  clock: Clock;
  /** Delay in milliseconds before the response to a submission, and again before the delivery reports. */
  delayMs: number;
  onError: (error: unknown) => void;
}

/**
 * Returns a carrier without a network, for development and tests. The recipient's number, the channel and the
 * attempt determine the outcome of a message. The sandbox therefore needs no state and works across restarts.
 */
export function sandboxCarrier({ clock, media, delayMs, onError }: SandboxOptions): Carrier {
  const timers = new Set<NodeJS.Timeout>();
  let sink: DeliveryReportSink | null = null;
  let inboundSink: InboundSink | null = null;

  const later = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  };
  const inFlight = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    const done = work.catch(onError).finally(() => inFlight.delete(done));
    inFlight.add(done);
  };
  /** Delivers reports before replies, because a person replies to a delivered message. */
  const deliver = async (messages: readonly Submission[]) => {
    const reports = reportsFor(messages, clock.now());
    if (reports.length > 0) await sink?.(reports);
    const replies = messages.flatMap((message) => replyTo(message) ?? []);
    if (replies.length > 0) await inboundSink?.(replies);
  };
  const reportsFor = (messages: readonly Submission[], occurredAt: Instant): DeliveryReport[] =>
    messages.flatMap(({ accountId, messageId, to, channel }) =>
      outcomeFor(to, channel).reports.map(({ status, error }) => ({
        accountId,
        messageId,
        status,
        error,
        occurredAt,
      })),
    );

  return {
    ...SANDBOX_FACTS,
    idempotent: true,
    reports: true,
    batchSize: 1_000,

    async submit(messages) {
      if (delayMs > 0) await new Promise<void>((resolve) => later(resolve));
      const deps = { media: lookingUpOnce(media) };
      const files = await Promise.all(messages.map((message) => mediaOf(message, deps)));
      const outcomes = messages.map(({ to, channel, attempt }, index) =>
        files[index] === null ? FILE_GONE : outcomeFor(to, channel).submit(attempt),
      );
      const accepted = messages.filter((_, index) => outcomes[index]?.type === "accepted");
      // Without a delay, reports can arrive before the response to the submission, as with a real carrier.
      if (delayMs === 0) track(deliver(accepted));
      else later(() => track(deliver(accepted)));
      return outcomes;
    },

    async queryStatus(messages) {
      await deliver(messages);
    },

    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },

    async revoke(messages) {
      const arrives = ({ to, channel }: Submission) =>
        outcomeFor(to, channel).reports.some(({ status }) => status === "delivered");
      return messages.map((message) => (arrives(message) ? "delivered" : "revoked"));
    },

    async start(reports, inbound) {
      sink = reports;
      inboundSink = inbound;
    },

    async stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      sink = null;
      inboundSink = null;
    },
  };
}
