import type { Platform } from "../../platform/platform";
import { type Instant, SECOND } from "../../platform/time";
import type { Span } from "../../platform/tracing/tracing";
import { type HoldView, stops } from "../../queue/hold";
import { releaseJobs, settleJobs } from "../../queue/leases.store";
import type { RunContext } from "../../queue/run";
import { endpointOf, type LeasedDelivery } from "./delivery-job";
import { secretContext } from "./endpoint";
import { isSuccess, NO_ATTEMPTS } from "./delivery";
import { SIGNATURE_HEADER, signatureOf } from "./signature";
import { momentsIn } from "./message-delivery-index.store";
import type { EndpointKey } from "./endpoint";
import { type Target, targetsOf } from "./endpoint-records.store";
import type { AttemptOutcome } from "./attempt-outcome";
import type { EndpointConcurrency } from "./endpoint-concurrency";
import { POST_TIMEOUT_MS, type Poster } from "./poster";
import { loadBodies, type Request, requestsOf } from "./delivery-requests";
import { GONE } from "./retry-schedule";

export interface RunDeps extends Pick<Platform, "db" | "clock" | "log" | "metrics" | "secrets" | "tracing"> {
  hold: HoldView;
  poster: Poster;
  /** Writes an outcome. Resolves after the write, even if the write failed. */
  settle(outcome: AttemptOutcome): Promise<void>;
}

/** Minimum remaining lease time to begin a request, in milliseconds. */
const NEEDED_LEASE_MS = POST_TIMEOUT_MS + 5 * SECOND;
/** Delay of the remaining deliveries after an internal error, in milliseconds. */
const FAILURE_DELAY_MS = SECOND;
/** Delay of deliveries whose secret cannot be read, in milliseconds. */
export const UNSIGNED_DELAY_MS = 60 * SECOND;
/** Maximum age of a target that was read before the bodies, in milliseconds. */
const TARGET_MAX_AGE_MS = 50;
const USER_AGENT = "Recado-Webhooks/3";

interface Loaded extends Request {
  body: Buffer;
}

interface OpenedTarget {
  url: URL;
  /** The endpoint's URL, as stored. */
  address: string;
  secrets: string[];
  isFailing: boolean;
}

/**
 * Sends leased deliveries of one endpoint within its concurrency limit. Releases the deliveries that cannot
 * begin before the lease ends. Writes outcomes while further requests are in flight.
 */
export class EndpointRun {
  private readonly endpoint: EndpointKey;
  private readonly leasedUntil: Instant;
  /** Leased deliveries whose request has not begun, with their current weights. */
  private open: Map<string, { job: LeasedDelivery; weight: number }>;
  /** Requests that are neither loaded nor begun, in order. */
  private waiting: Request[] = [];
  /** Endpoint as last read; null after one use or a wait, because the endpoint may have changed since. */
  private read: { target: Target | undefined; at: Instant } | null = null;
  /** Requests whose bodies are in memory. Bodies are large, so `loadAhead` limits how many are loaded. */
  private loaded: Loaded[] = [];
  private loading: Promise<void> | null = null;
  private failure: { error: unknown } | null = null;
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly deps: RunDeps,
    private readonly concurrency: EndpointConcurrency,
    private readonly jobs: readonly [LeasedDelivery, ...LeasedDelivery[]],
    private readonly context: RunContext,
  ) {
    const [first] = jobs;
    this.endpoint = endpointOf(first);
    this.leasedUntil = first.dueAt;
    this.open = new Map(jobs.map((job) => [job.id, { job, weight: job.weight }]));
  }

  async deliver(): Promise<void> {
    let isTurn = false;
    const turn = this.concurrency.turn().then((end) => {
      isTurn = true;
      return end;
    });
    let delay = 0;
    try {
      await this.plan();
      await this.load();
      if (!isTurn) this.read = null;
      await turn;
      delay = await this.beginAll();
    } catch (error) {
      this.deps.log.error({ err: error, ...this.endpoint }, "failed to send webhook deliveries");
      delay = FAILURE_DELAY_MS;
    } finally {
      void turn.then((end) => end());
    }
    await this.loading;
    await this.releaseOpen(delay);
    await Promise.all(this.inFlight);
  }

  private async plan(): Promise<void> {
    const at = this.deps.clock.now();
    const { requests, target } = await requestsOf(this.deps.db, this.jobs, at);
    this.waiting = requests;
    const jobs = requests.flatMap(({ members }) => members);
    this.open = new Map(jobs.map((job) => [job.id, { job, weight: job.weight }]));
    this.read = { target, at };
  }

  private async end({ job }: Request): Promise<void> {
    await settleJobs(this.deps.db, [job]);
    this.open.delete(job.id);
  }

  /**
   * Begins requests as the concurrency allows. Returns the delay of the unbegun requests, in milliseconds.
   */
  private async beginAll(): Promise<number> {
    for (;;) {
      this.loadAhead();
      if (this.loaded.length === 0 || !this.concurrency.mayBegin) this.read = null;
      if (this.loaded.length === 0) await this.loading;
      if (this.failure) throw this.failure.error;
      if (this.loaded.length + this.waiting.length === 0) return 0;
      if (this.loaded.length === 0) continue;
      await this.concurrency.room();
      const target = await this.currentTarget();
      if (!target || this.mayNotBegin()) return 0;
      const opened = this.openTarget(target);
      if (opened === null) return UNSIGNED_DELAY_MS;
      for (let next; this.concurrency.mayBegin && (next = this.loaded.shift());) this.begin(next, opened);
    }
  }

  /**
   * Returns the current target: the endpoint may have been changed, disabled or deleted. Uses the target that
   * was read with the deliveries once, unless the run has waited since.
   */
  private async currentTarget(): Promise<Target | undefined> {
    const { read } = this;
    const now = this.deps.clock.now();
    this.read = null;
    if (read && now - read.at < TARGET_MAX_AGE_MS) return read.target;
    return (await targetsOf(this.deps.db, [this.endpoint], now))[0];
  }

  private loadAhead(): void {
    if (this.loading || this.waiting.length === 0 || this.loaded.length > this.concurrency.maxInFlight)
      return;
    this.loading = this.load()
      .catch((error: unknown) => void (this.failure = { error }))
      .finally(() => (this.loading = null));
  }

  private mayNotBegin(): boolean {
    const { signal, stopping } = this.context;
    const tooLate = this.deps.clock.now() > this.leasedUntil - NEEDED_LEASE_MS;
    if (this.jobs.some(({ createdAt }) => stops(this.deps.hold.current, createdAt))) return true;
    return tooLate || this.concurrency.isClosed || signal.aborted || stopping.aborted;
  }

  private openTarget({ url, secrets, failingSince }: Target): OpenedTarget | null {
    const { accountId, webhookId } = this.endpoint;
    try {
      const opened = secrets.map((one) => this.deps.secrets.open(one, secretContext(accountId, webhookId)));
      return { url: new URL(url), address: url, secrets: opened, isFailing: failingSince !== null };
    } catch (error) {
      // Send nothing, because a receiver could not verify an unsigned request.
      this.deps.log.error({ err: error, ...this.endpoint }, "failed to read a webhook endpoint's secret");
      return null;
    }
  }

  private async load(): Promise<void> {
    const some = this.waiting.splice(0, this.concurrency.maxInFlight);
    const bodies = await loadBodies(
      this.deps.db,
      some.filter(({ body }) => body === null),
    );
    for (const request of some) {
      const { job, members, eventCount: weight } = request;
      for (const { id } of members) this.open.delete(id);
      this.open.set(job.id, { job, weight });
      const body = request.body ?? bodies.get(job.id);
      if (body) this.loaded.push({ ...request, body });
      else await this.end(request);
    }
  }

  private begin(request: Loaded, opened: OpenedTarget): void {
    this.concurrency.begin();
    this.open.delete(request.job.id);
    const done = this.attempt(request, opened).finally(() => this.inFlight.delete(done));
    this.inFlight.add(done);
  }

  private async attempt(
    { body, ...request }: Loaded,
    { url, address, secrets, isFailing }: OpenedTarget,
  ): Promise<void> {
    const { clock, poster, metrics, settle } = this.deps;
    const attemptedAt = clock.now();
    const span = this.startSpan(request, url);
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": USER_AGENT,
      [SIGNATURE_HEADER]: signatureOf(secrets, body, attemptedAt),
      ...(span.traceParent === null ? {} : { traceparent: span.traceParent }),
    };
    const result = await poster.post(url, headers, body);
    const success = isSuccess(result.status);
    span.set({ "http.response.status_code": result.status ?? undefined });
    span.end(success ? undefined : String(result.status ?? "no_response"));
    metrics.webhookRequests.observe(
      { outcome: success ? "delivered" : "failed" },
      result.durationMs / SECOND,
    );
    const finishedAt = clock.now();
    const moments = request.attempts === NO_ATTEMPTS ? momentsIn(request.eventType, body) : [];
    const settled = settle({ ...request, address, moments, attemptedAt, finishedAt, result, isFailing });
    // Status 410 disables the endpoint. Begin no further request until the outcome is written.
    if (result.status === GONE) this.concurrency.closeUntil(settled);
    this.concurrency.end({ success, durationMs: result.durationMs });
    await settled;
  }

  /** Starts the span of a request. Leaves out the URL, because the URL may contain secrets. */
  private startSpan(
    { job, eventType, eventCount, causes }: Omit<Request, "body">,
    { hostname, port, protocol }: URL,
  ): Span {
    return this.deps.tracing.follow("POST webhook", causes, {
      kind: "client",
      attributes: {
        "http.request.method": "POST",
        "server.address": hostname,
        "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
        "messaging.batch.message_count": eventCount,
        "recado.account_id": job.accountId,
        "recado.webhook_id": job.key,
        "recado.delivery_id": job.id,
        "recado.event_type": eventType,
      },
    });
  }

  /** Releases deliveries whose request has not begun. If the release fails, the leases expire. */
  private async releaseOpen(delay: number): Promise<void> {
    if (this.open.size === 0) return;
    const { db, clock, log } = this.deps;
    const dueAt = clock.now() + delay;
    await releaseJobs(
      db,
      [...this.open.values()].map((one) => ({ ...one, dueAt, counted: "not-begun" })),
    ).catch((error: unknown) =>
      log.warn({ err: error, ...this.endpoint }, "failed to release webhook deliveries"),
    );
  }
}
