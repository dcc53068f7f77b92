import type { Platform } from "../../platform/parts";
import { SECOND } from "../../platform/time";
import type { Ledger } from "./ledger";
import type { Leased, LeasedDelivery, Target } from "./leases.store";
import { LINGER_MS } from "../../resources/webhooks/outbox.store";
import { POST_TIMEOUT_MS, type Poster } from "./poster";
import type { PostResult } from "../../resources/webhooks/delivery";
import { secretContext } from "../../resources/webhooks/endpoint";
import { GONE, isSuccess } from "./schedule";
import { SIGNATURE_HEADER, signatureOf } from "../../resources/webhooks/signature";
import type { EndpointKey } from "../../resources/webhooks/webhooks.store";

export interface LaneParts extends Pick<Platform, "clock" | "log" | "metrics" | "secrets"> {
  ledger: Ledger;
  poster: Poster;
  /** Where the endpoint's requests go at this moment; null when it is disabled or gone. */
  target(endpoint: EndpointKey): Promise<Target | null>;
  /** Reads the bodies of deliveries of one account. */
  payloads(accountId: string, ids: readonly string[]): Promise<Map<string, Buffer>>;
  /** Whether events that came just now may wait for company. */
  linger: boolean;
  /** How many lanes run in this process at the moment. */
  lanes(): number;
}

/** Requests to one endpoint at once, at most. */
const MAX_SLOTS = 16;
/** Requests of a process at once that its lanes share out, each at least one: a dead endpoint takes one from nobody. */
const SHARED_SLOTS = 256;
/** A prompt endpoint has this many times its slots leased, so that it never waits for the database. */
const AHEAD = 16;
/** An answer that took longer than this, in milliseconds, is slow. */
const SLOW_MS = SECOND;
/** A delivery is given back rather than sent when less than this is left of its lease, in milliseconds. */
const NEEDED_LEASE_MS = POST_TIMEOUT_MS + 5 * SECOND;
/** A lane whose wait for company is cut short looks again after this, in milliseconds. */
const LOOK_AGAIN_MS = 10;
const USER_AGENT = "Recado-Webhooks/3";

interface Loaded {
  delivery: LeasedDelivery;
  body: Buffer;
}

/**
 * Delivers what is due of one endpoint, then ends. Its width follows the endpoint: one request at a time while it
 * fails, fewer while it is slow, up to 16 while it is prompt. It leases ahead and settles behind, both without pausing
 * the requests.
 */
export class Lane {
  /** Requests made so far. */
  posted = 0;

  private readonly waiting: LeasedDelivery[] = [];
  /** Those whose bodies are here: no more than two rounds of them, for they are large. */
  private readonly loaded: Loaded[] = [];
  private target: Target | null = null;
  private url = new URL("https://invalid/");
  private secrets: string[] = [];
  private slots = MAX_SLOTS;
  private prompt = false;
  private active = 0;
  /** Posts and outcomes that are not written yet. */
  private unsettled = 0;
  private leasing = false;
  private aiming = false;
  private loading = 0;
  private mayHaveMore = true;
  private lingering: NodeJS.Timeout | null = null;
  private lingerCut = false;
  private stopping = false;

  constructor(
    private readonly parts: LaneParts,
    private readonly endpoint: EndpointKey,
    /** Called once: nothing is due any more, and all outcomes are written. */
    private readonly onEnd: () => void,
  ) {}

  begin(): void {
    this.proceed();
  }

  /** There may be new work for this endpoint. */
  poke(): void {
    this.mayHaveMore = true;
    if (this.lingering === null) this.proceed();
    else if (!this.lingerCut) {
      this.lingerCut = true;
      this.wait(LOOK_AGAIN_MS);
    }
  }

  /** Gives back what was leased and not begun, and ends after the requests under way. */
  stop(): void {
    this.stopping = true;
    this.proceed();
  }

  private proceed(): void {
    if (this.stopping) this.stopWaiting();
    if (this.stopping) this.giveBack();
    if (this.mayPost()) void this.post();
    while (this.mayLoad()) void this.load();
    if (this.mayLease()) void this.lease();
    const idle = this.active === 0 && this.unsettled === 0 && this.queued() === 0;
    const done = this.stopping || !this.mayHaveMore;
    if (idle && done && !this.leasing && !this.aiming && this.lingering === null) this.onEnd();
  }

  private width(): number {
    const share = Math.max(1, Math.floor(SHARED_SLOTS / this.parts.lanes()));
    return Math.min(this.slots, share);
  }

  private mayLease(): boolean {
    if (this.stopping || this.leasing || this.lingering !== null || !this.mayHaveMore) return false;
    const width = this.width();
    return this.queued() === 0 ? this.active < width : this.prompt && this.queued() <= (width * AHEAD) / 2;
  }

  /** Leased and not begun. */
  private queued(): number {
    return this.waiting.length + this.loading + this.loaded.length;
  }

  private async lease(): Promise<void> {
    this.leasing = true;
    this.mayHaveMore = false;
    const { endpoint, parts } = this;
    const width = this.width();
    const limit = this.prompt ? width * AHEAD - this.queued() : width - this.active;
    const leased = await parts.ledger.lease({ endpoint, limit, linger: parts.linger });
    this.leasing = false;
    this.take(leased);
    this.proceed();
  }

  private take({ target, deliveries, more, lingerUntil }: Leased): void {
    if (!this.aim(target)) return;
    if (target?.failing) this.slots = 1;
    this.waiting.push(...deliveries);
    if (more) this.mayHaveMore = true;
    // The clock may have been set back since the database was asked.
    if (lingerUntil !== null) this.wait(Math.min(lingerUntil - this.parts.clock.now(), LINGER_MS));
  }

  /** False: nothing may go out. */
  private aim(target: Target | null): boolean {
    if (target === null) {
      // Disabled or deleted meanwhile: what is leased and not begun stays behind.
      this.giveBack();
    } else if (!this.openSecrets(target)) {
      // Nothing is sent that its receiver could not trust: it stays leased, and is tried again when the lease runs out.
      this.waiting.length = 0;
      this.loaded.length = 0;
    } else {
      if (target.url !== this.target?.url) this.url = new URL(target.url);
      this.target = target;
      return true;
    }
    return false;
  }

  private openSecrets({ secrets }: Target): boolean {
    const { accountId, webhookId } = this.endpoint;
    try {
      this.secrets = secrets.map((one) => this.parts.secrets.open(one, secretContext(accountId, webhookId)));
      return true;
    } catch (error) {
      this.parts.log.error(
        { err: error, ...this.endpoint },
        "the secret of a webhook endpoint cannot be read",
      );
      return false;
    }
  }

  private wait(ms: number): void {
    this.stopWaiting();
    this.lingering = setTimeout(
      () => {
        this.lingering = null;
        this.lingerCut = false;
        this.mayHaveMore = true;
        this.proceed();
      },
      Math.max(ms, 1),
    );
  }

  private stopWaiting(): void {
    if (this.lingering) clearTimeout(this.lingering);
    this.lingering = null;
  }

  private mayLoad(): boolean {
    return this.waiting.length > 0 && this.loaded.length + this.loading <= this.width();
  }

  private async load(): Promise<void> {
    const { endpoint, parts } = this;
    const some = this.waiting.splice(0, this.width());
    this.loading += some.length;
    try {
      const bodies = await parts.payloads(
        endpoint.accountId,
        some.map(({ id }) => id),
      );
      for (const delivery of some) {
        const body = bodies.get(delivery.id);
        if (body) this.loaded.push({ delivery, body });
      }
    } catch (error) {
      parts.log.error({ err: error, ...endpoint }, "the events of webhook deliveries could not be read");
      for (const delivery of some) this.settle(delivery, parts.clock.now(), null);
    }
    this.loading -= some.length;
    this.proceed();
  }

  private giveBack(): void {
    const now = this.parts.clock.now();
    const left = [...this.loaded.splice(0).map(({ delivery }) => delivery), ...this.waiting.splice(0)];
    for (const delivery of left) this.settle(delivery, now, null);
  }

  private mayPost(): boolean {
    return !this.aiming && this.loaded.length > 0 && this.active < this.width();
  }

  /**
   * Begins as many requests as may be under way. The endpoint may have been deleted, disabled or changed since they were
   * leased, by any process: from then on nothing goes where it went before.
   */
  private async post(): Promise<void> {
    this.aiming = true;
    let aimed = false;
    try {
      aimed = this.aim(await this.parts.target(this.endpoint));
    } catch (error) {
      this.parts.log.error({ err: error, ...this.endpoint }, "a webhook endpoint could not be read");
      this.mayHaveMore = false;
      this.giveBack();
    }
    this.aiming = false;
    if (aimed) this.postLoaded();
    this.proceed();
  }

  private postLoaded(): void {
    const width = this.width();
    while (this.active < width) {
      const next = this.loaded.shift();
      if (!next) return;
      const now = this.parts.clock.now();
      if (next.delivery.leasedUntil - now < NEEDED_LEASE_MS) this.settle(next.delivery, now, null);
      else void this.attempt(next);
    }
  }

  private async attempt({ delivery, body }: Loaded): Promise<void> {
    const { clock, poster, metrics } = this.parts;
    this.active += 1;
    this.posted += 1;
    const attemptedAt = clock.now();
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": USER_AGENT,
      [SIGNATURE_HEADER]: signatureOf(this.secrets, body, attemptedAt),
    };
    const result = await poster.post(this.url, headers, body);
    this.active -= 1;
    const success = isSuccess(result.status);
    metrics.webhookRequests.observe(
      { outcome: success ? "delivered" : "failed" },
      result.durationMs / SECOND,
    );
    this.adapt(success, result.durationMs);
    // Nobody is there any more: nothing else is sent, nor leased before that is written down.
    if (result.status === GONE) {
      this.giveBack();
      this.mayHaveMore = false;
    }
    this.settle(delivery, attemptedAt, result);
    this.proceed();
  }

  private adapt(success: boolean, durationMs: number): void {
    this.prompt = success && durationMs < SLOW_MS;
    if (!success) this.slots = 1;
    else if (this.prompt) this.slots = Math.min(this.slots + 1, MAX_SLOTS);
    else this.slots = Math.max(1, this.slots >> 1);
  }

  private settle(delivery: LeasedDelivery, attemptedAt: number, result: PostResult | null): void {
    const { ledger, clock } = this.parts;
    this.unsettled += 1;
    const last = this.active === 0 && this.queued() === 0;
    void ledger.settle({ delivery, attemptedAt, finishedAt: clock.now(), result }, last).then(() => {
      this.unsettled -= 1;
      this.proceed();
    });
  }
}
