import type {
  Carrier,
  DeliveryReportSink,
  InboundSink,
  RevokeOutcome,
  Submission,
  SubmitOutcome,
} from "./carrier";
import { unreachable } from "./outcomes";
import { type Instant, MINUTE } from "../platform/time";

interface Sinks {
  reports: DeliveryReportSink;
  inbound: InboundSink;
}

interface InUse {
  carrier: Carrier;
  calls: number;
  /** Time of the latest submission if it did not reach the carrier, from `performance.now()`; else null. */
  failedAt: number | null;
  drained: (() => void) | null;
}

/**
 * Time for which a failed submission makes the carrier count as unreachable, in milliseconds. Longer than the
 * longest pause between two submissions of a waiting message.
 */
const FAILURE_COUNTS_MS = 10 * MINUTE;

/**
 * Carrier whose settings may change. New calls use the new carrier; running calls finish with the old one.
 */
export class LiveCarrier implements Carrier {
  private current: InUse;
  private sinks: Sinks | null = null;
  private readonly stopping = new AbortController();
  /** Replaced carriers that are being drained or stopped, after their last method call has returned. */
  private readonly ending = new Set<Promise<void>>();

  constructor(
    readonly name: string,
    carrier: Carrier,
    private readonly onError: (error: unknown) => void,
    private readonly now = () => performance.now(),
  ) {
    this.current = { carrier, calls: 0, failedAt: null, drained: null };
  }

  /** Carrier with the current settings. */
  get open(): Carrier {
    return this.current.carrier;
  }

  get channels() {
    return this.current.carrier.channels;
  }
  get idempotent() {
    return this.current.carrier.idempotent;
  }
  get reports() {
    return this.current.carrier.reports;
  }
  get batchSize() {
    return this.current.carrier.batchSize;
  }
  get window() {
    return this.current.carrier.window;
  }
  get deadlineMs() {
    return this.current.carrier.deadlineMs;
  }
  get defaultMaxPerSecond() {
    return this.current.carrier.defaultMaxPerSecond;
  }
  get maxPerSecond() {
    return this.current.carrier.maxPerSecond;
  }

  /**
   * Whether the permanent connection is open. For a carrier without one: whether the latest submission
   * reached the carrier; true if there was none within ten minutes.
   */
  get isConnected() {
    const { carrier, failedAt } = this.current;
    return carrier.isConnected ?? (failedAt === null || this.now() - failedAt >= FAILURE_COUNTS_MS);
  }

  submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]> {
    return this.using(async (carrier, used) => {
      try {
        const outcomes = await carrier.submit(messages, signal);
        if (outcomes.length > 0) {
          used.failedAt = outcomes.some(({ type }) => type !== "away") ? null : this.now();
        }
        return outcomes;
      } catch (error) {
        used.failedAt = this.now();
        throw error;
      }
    });
  }

  referenceOf(messageId: string): string {
    return this.current.carrier.referenceOf?.(messageId) ?? messageId;
  }

  get queryStatus(): Carrier["queryStatus"] {
    if (!this.current.carrier.queryStatus) return undefined;
    return (messages: readonly (Submission & { submittedAt: Instant })[], signal: AbortSignal) =>
      this.using(async (carrier) => carrier.queryStatus?.(messages, signal));
  }

  get revoke(): Carrier["revoke"] {
    if (!this.current.carrier.revoke) return undefined;
    return (messages: readonly Submission[], signal: AbortSignal) =>
      this.using(
        async (carrier): Promise<RevokeOutcome[]> =>
          (await carrier.revoke?.(messages, signal)) ?? messages.map(() => "unknown"),
      );
  }

  async settled(): Promise<void> {
    await this.current.carrier.settled?.();
  }

  async start(reports: DeliveryReportSink, inbound: InboundSink): Promise<void> {
    this.sinks = { reports, inbound };
    await this.current.carrier.start(reports, inbound);
  }

  async stop(): Promise<void> {
    this.sinks = null;
    this.stopping.abort();
    await Promise.all([this.current.carrier.stop(), ...this.ending]);
  }

  /**
   * Switches new calls to another carrier and returns. In the background, waits for the running calls of the
   * old carrier, then drains and stops the old carrier.
   */
  async replace(carrier: Carrier): Promise<void> {
    const before = this.current;
    if (this.sinks) await carrier.start(this.sinks.reports, this.sinks.inbound);
    this.current = { carrier, calls: 0, failedAt: null, drained: null };
    void this.end(before, carrier);
  }

  private async end(used: InUse, next: Carrier): Promise<void> {
    if (used.calls > 0) await new Promise<void>((resolve) => (used.drained = resolve));
    const ended = this.drain(used.carrier, next).catch(this.onError);
    this.ending.add(ended);
    await ended;
    this.ending.delete(ended);
  }

  private async drain(carrier: Carrier, next: Carrier): Promise<void> {
    await carrier.drained?.(next, this.stopping.signal);
    await carrier.stop();
  }

  private async using<T>(work: (carrier: Carrier, used: InUse) => Promise<T>): Promise<T> {
    const used = this.current;
    used.calls += 1;
    try {
      return await work(used.carrier, used);
    } finally {
      used.calls -= 1;
      if (used.calls === 0) used.drained?.();
    }
  }
}

/**
 * Returns a substitute for a connection that cannot be opened. Its messages, status queries and revocations
 * wait.
 */
export function brokenCarrier(name: string, reason: string): Carrier {
  const error = unreachable(reason);
  return {
    name,
    channels: ["sms", "rcs", "voice"],
    idempotent: true,
    reports: true,
    batchSize: 1_000,
    defaultMaxPerSecond: 1,
    isConnected: false,
    submit: async (messages) => messages.map(() => ({ type: "away", error })),
    async queryStatus() {
      throw new Error(reason);
    },
    async revoke() {
      throw new Error(reason);
    },
    async start() {},
    async stop() {},
  };
}
