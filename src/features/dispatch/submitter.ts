import { DEFAULT_DEADLINE_MS } from "../../carriers/carrier";
import { messagesAtOnce } from "../../platform/db/limits";
import { type Instant, SECOND } from "../../platform/time";
import { stops } from "../../queue/hold";
import { markReserved, capReservation } from "./caps";
import { claim, offer, toOffer } from "./cancellation";
import { checkAgain } from "./due-check";
import type { InFlightSubmission } from "./in-flight";
import {
  batchesOf,
  type Checked,
  partitionDue,
  type Outgoing,
  deferredOutcome,
  type Result,
  type Route,
} from "./leased-batch";
import type { LeasedJobs } from "./leased-jobs";
import { SubmissionRate } from "./submission-rate";
import { divideByHours } from "./sending-hours";
import { type SenderQueue, SenderQueues } from "./sender-queues";
import type { Settle } from "./settle";
import { type DispatchDeps, submit } from "./submit";
import { intentRecorder } from "./unconfirmed-submissions";
import { isOver, VALIDITY_OVER } from "./validity";
import type { SubmissionWindow, SubmissionWindows } from "./window";

/** Maximum duration of a submission that counts as prompt, in milliseconds. */
const PROMPT = 5 * SECOND;
/** Age after which the check of a queued message is repeated, in milliseconds. */
const CHECK_AGAIN_AFTER = SECOND;
/** Delay of messages after an internal error, in milliseconds. */
const AFTER_FAILURE = 5 * SECOND;

interface SubmitterStages {
  windows: SubmissionWindows;
  leased: Pick<LeasedJobs, "holds" | "keepFor" | "lose">;
  settle: Settle;
  pause(senderId: string, until: Instant): void;
  track(work: Promise<unknown>): void;
  /** Starts a dispatch round, which leases more jobs. */
  notify(): void;
}

interface SubmissionResult {
  results: readonly Result[];
  inFlight: InFlightSubmission;
  tookMs: number;
}

/** The submit stage. Starts submissions while carriers' windows have free slots. Senders take turns. */
export class Submitter {
  private readonly queues = new SenderQueues();
  private readonly rate: SubmissionRate;
  private readonly recordIntent;
  private readonly reserveCaps;

  constructor(
    private readonly deps: DispatchDeps,
    private readonly stages: SubmitterStages,
  ) {
    this.rate = new SubmissionRate(deps);
    this.recordIntent = intentRecorder(deps, stages.leased);
    this.reserveCaps = capReservation(deps);
  }

  add(route: Route, outgoing: readonly Outgoing[]): void {
    this.queues.add(route, outgoing);
  }

  /** Offers messages for cancellation that have waited for `CLAIM_AFTER`. */
  offerWaiting(): void {
    const { clock, log } = this.deps;
    for (const queue of this.queues.all()) {
      const waiting = toOffer(queue, clock.now());
      if (waiting.length === 0) continue;
      const offered = offer(this.deps, queue, waiting).catch((error: unknown) => {
        log.error({ err: error }, "failed to offer waiting messages for cancellation");
        // An offer names its lease, so it has no effect once another lease has begun.
        this.release(queue.route, queue.take(waiting), clock.now() + AFTER_FAILURE);
      });
      this.stages.track(offered);
    }
  }

  startNext(): void {
    this.offerWaiting();
    for (const [carrier, window] of this.stages.windows.all()) {
      for (let waiting = this.queues.of(carrier); ;) {
        waiting = waiting.filter(({ length, precedesAll }) => (window.isFull ? precedesAll : length > 0));
        const queue = window.next(waiting);
        if (!queue) break;
        this.checkAhead(queue);
        window.takeSlot(queue.senderId);
        this.stages.track(this.submitNext(queue, window));
      }
    }
  }

  releaseAll(): void {
    for (const queue of this.queues.all()) this.release(queue.route, queue.takeAll(), this.deps.clock.now());
  }

  private async submitNext(queue: SenderQueue, window: SubmissionWindow): Promise<void> {
    const { route, senderId } = queue;
    let prompt = true;
    let hasSlot = true;
    const freeSlot = () => {
      if (!hasSlot) return;
      hasSlot = false;
      window.freeSlot(senderId, { prompt });
      this.startNext();
      this.stages.notify();
    };
    let deferred = 0;
    try {
      const cleared = await this.clear(queue, route, queue.takeBatch());
      const submitted = cleared.length === 0 ? null : await this.submitInTurn(window, route, cleared);
      if (submitted === null) return;
      const { results, inFlight, tookMs } = submitted;
      prompt = tookMs < PROMPT;
      const dueAt = Math.max(
        0,
        ...results.map(({ outcome }) => (outcome.type === "deferred" ? outcome.dueAt : 0)),
      );
      if (dueAt > 0) this.pause(queue, route, dueAt);
      if (window.mayDeferOutcomes(results.length)) {
        deferred = results.length;
        freeSlot();
      }
      await this.settleInFlight(route, results, inFlight);
    } finally {
      window.outcomesWritten(deferred);
      freeSlot();
    }
  }

  /** Returns the messages that may be submitted now. Records intents unless the carrier is idempotent. */
  private async clear(
    queue: SenderQueue,
    route: Route,
    taken: readonly Outgoing[],
  ): Promise<readonly Outgoing[]> {
    // A failed step releases all its messages. A successful step has already released or settled the messages
    // that it drops.
    const due = await this.orRelease(route, taken, () => this.stillDue(route, taken, CHECK_AGAIN_AFTER));
    const granted = await this.orRelease(route, due, () => this.withinRate(queue, route, due));
    const claimed = await this.orRelease(route, granted, async () =>
      this.settleDecided(route, await claim(this.deps, queue, granted)),
    );
    const counted = await this.withinCaps(route, claimed);
    if (counted.length === 0 || route.carrier.idempotent) return counted;
    return this.orRelease(route, counted, () => this.recordIntent(counted));
  }

  /** Submits messages once the window allows another submission. Returns null if no message was submitted. */
  private async submitInTurn(
    window: SubmissionWindow,
    route: Route,
    cleared: readonly Outgoing[],
  ): Promise<SubmissionResult | null> {
    const priority = Math.min(...cleared.map(({ batch }) => batch.job.priority));
    if (!(await window.acquire(route.sender.id, priority))) {
      this.release(route, cleared, this.deps.clock.now());
      return null;
    }
    const gauge = this.deps.metrics.submissionsInFlight.labels({ carrier: route.carrier.name });
    gauge.inc();
    try {
      // Check again, because the wait for the window may have lasted as long as the carrier's deadline.
      const valid = await this.orRelease(route, cleared, () => this.stillDue(route, cleared, PROMPT));
      // The rule of a message may have gained a cap during the wait.
      const counted = await this.withinCaps(route, valid);
      const due = await this.withinLease(route, counted);
      if (due.length === 0) return null;
      const inFlight = this.deps.deliveryReports.inFlight.begin(due.map(({ message }) => message.id));
      const startedAt = performance.now();
      const results = await submit(this.deps, route, due);
      return { results, inFlight, tookMs: performance.now() - startedAt };
    } finally {
      gauge.dec();
      window.release();
    }
  }

  /** Writes results together with the delivery reports that arrived during the submission. */
  private async settleInFlight(
    route: Route,
    results: readonly Result[],
    inFlight: InFlightSubmission,
  ): Promise<void> {
    try {
      const { reportsOf } = inFlight;
      await inFlight.close(
        await this.stages.settle({ route, batches: batchesOf(results), results, reportsOf }),
      );
    } catch (error) {
      inFlight.fail(error);
      throw error;
    }
  }

  /** Runs a step before the submission. If the step throws, releases the messages and returns none. */
  private async orRelease(
    route: Route,
    outgoing: readonly Outgoing[],
    step: () => Promise<readonly Outgoing[]>,
  ): Promise<readonly Outgoing[]> {
    try {
      return await step();
    } catch (error) {
      const about = { err: error, carrier: route.carrier.name, messages: outgoing.length };
      this.deps.log.error(about, "failed to prepare a carrier submission");
      this.release(route, outgoing, this.deps.clock.now() + AFTER_FAILURE);
      return [];
    }
  }

  /**
   * Returns the messages that may still be submitted. Drops the messages of lost leases. A check younger than
   * `freshMs` is not repeated.
   */
  private async stillDue(
    route: Route,
    waiting: readonly Outgoing[],
    freshMs: number,
  ): Promise<readonly Outgoing[]> {
    const { clock, hold } = this.deps;
    const now = clock.now();
    const expired = { status: "expired", at: now, error: VALIDITY_OVER } as const;
    const held = waiting.filter(({ batch }) => this.stages.leased.holds(batch));
    const valid = partitionDue(held, (one) => {
      const { job } = one.batch;
      if (stops(hold.current, job.createdAt)) return deferredOutcome(one);
      return isOver(job, now) ? { type: "step", step: expired } : null;
    });
    const isFresh = valid.due.every(({ checkedAt }) => now - checkedAt < freshMs);
    const running = isFresh ? null : await checkAgain(this.deps, route, valid.due);
    const { due, decided } = divideByHours(running?.due ?? valid.due, clock.now());
    return this.settleDecided(route, {
      due,
      decided: [...valid.decided, ...(running?.decided ?? []), ...decided],
    });
  }

  /** Returns the messages that the caps of their rules allow. Blocks the other messages. */
  private async withinCaps(route: Route, outgoing: readonly Outgoing[]): Promise<readonly Outgoing[]> {
    // Writing a reservation may seem to fail after its commit. The messages therefore count as reserved from
    // now on, so that their release also ends the reservations.
    return this.orRelease(route, markReserved(outgoing), async () =>
      this.settleDecided(route, await this.reserveCaps(outgoing)),
    );
  }

  /** Returns the messages of leases that outlast the submission. Renews leases that may end before. */
  private async withinLease(route: Route, outgoing: readonly Outgoing[]): Promise<readonly Outgoing[]> {
    const { leased } = this.stages;
    return this.orRelease(route, outgoing, async () => {
      await leased.keepFor(batchesOf(outgoing), route.carrier.deadlineMs ?? DEFAULT_DEADLINE_MS);
      return outgoing.filter(({ batch }) => leased.holds(batch));
    });
  }

  /** Checks many queued messages at once. Most submissions then need no separate check. */
  private checkAhead(queue: SenderQueue): void {
    const { db, clock } = this.deps;
    const [first] = queue.peek(1);
    if (queue.isBeingChecked || !first || clock.now() - first.checkedAt < CHECK_AGAIN_AFTER / 2) return;
    const { route } = queue;
    const some = queue.peek(messagesAtOnce(db));
    const check = async () => {
      const { decided, ...checked } = await checkAgain(this.deps, route, some);
      // A message that left the queue during the check is checked by its submission.
      this.settle(route, queue.take(decided));
      queue.markChecked(some, checked);
    };
    queue.isBeingChecked = true;
    this.stages.track(check().finally(() => (queue.isBeingChecked = false)));
  }

  /**
   * Returns the messages that the rate limits allow now. If a limit is reached, pauses the sender and
   * releases all other messages of the sender that wait in this process.
   */
  private async withinRate(
    queue: SenderQueue,
    route: Route,
    outgoing: readonly Outgoing[],
  ): Promise<readonly Outgoing[]> {
    if (outgoing.length === 0) return outgoing;
    const { granted, nextAt } = await this.rate.grant(route, {
      needed: outgoing.length,
      waiting: queue.length,
    });
    if (nextAt === null) return outgoing;
    this.release(route, outgoing.slice(granted), nextAt);
    this.pause(queue, route, nextAt);
    return outgoing.slice(0, granted);
  }

  private pause(queue: SenderQueue, route: Route, until: Instant): void {
    this.stages.pause(route.sender.id, until);
    setTimeout(() => this.stages.notify(), Math.max(0, until - this.deps.clock.now())).unref();
    this.release(route, queue.takeAll(), until);
  }

  private release(route: Route, outgoing: readonly Outgoing[], dueAt: Instant): void {
    const outcome = { type: "deferred", dueAt } as const;
    this.settle(
      route,
      outgoing.map((one) => ({ outcome, ...one })),
    );
  }

  private settleDecided(route: Route, { due, decided }: Checked): readonly Outgoing[] {
    this.settle(route, decided);
    return due;
  }

  private settle(route: Route, results: readonly Result[]): void {
    if (results.length === 0) return;
    this.stages.track(this.stages.settle({ route, batches: batchesOf(results), results }));
  }
}
