import type { JobKey } from "../../queue/job";
import { releaseJobs } from "../../queue/leases.store";
import type { Sender } from "../senders/sender";
import { type Instant, SECOND } from "../../platform/time";
import { DueSenders, type LeasedOfSenders, LOOK_EVERY } from "./due-senders";
import { UnconfirmedSubmissions } from "./unconfirmed-submissions";
import type { InFlightSubmission } from "./in-flight";
import { HeldJobs } from "./leased-jobs";
import { Loop } from "./loop";
import { fewAndMany, prepare, type Prepared } from "./prepare";
import { park, Recheck } from "./recheck";
import { settlements } from "./settlement";
import { type DispatchParts, submit } from "./submission";
import { SubmissionRateLimiter } from "./rate-limiter";
import { takeAll, takeBatch, type Waiting, WaitingMessages } from "./waiting";
import { type SubmissionWindow, SubmissionWindows } from "./window";
import {
  type LeasedSubmission,
  type MessageOutcome,
  type Outgoing,
  resultOf,
  type Route,
  type Work,
} from "./leased-batch";

export interface Dispatcher {
  /** There may be something to submit: of these senders, or, without keys, of any. */
  notify(keys?: readonly JobKey[]): void;
  /** Takes up work until it is stopped. */
  start(): void;
  /** Submits all that is due now and waits for its end; true when there was anything. */
  workOff(): Promise<boolean>;
  /** Takes up no more, waits for what is under way, and gives back what was not begun. */
  stop(): Promise<void>;
}

/** An answer that took longer than this, in milliseconds, is not prompt. */
const PROMPT = 5 * SECOND;
/** What could not be handed over on account of a fault of ours is tried again after this, in milliseconds. */
const AFTER_FAILURE = 5 * SECOND;
/** Jobs of senders that are gone are ended by so many messages at a time. */
const UNROUTED = 1_000;

/**
 * Submits what is queued. Leased are as many messages as the carriers' windows can take, of all senders in turn; each
 * submission then goes its own way, so that none waits for another.
 */
export function createDispatcher(parts: DispatchParts): Dispatcher {
  const { db, clock, carriers, log } = parts;
  const throttle = new SubmissionRateLimiter(parts);
  const handOvers = new UnconfirmedSubmissions(parts);
  const windows = new SubmissionWindows();
  const running = new Set<Promise<unknown>>();
  /** Jobs with many messages are being read: meanwhile only urgent ones are leased, which wait for nobody's thousands. */
  let reading: Promise<unknown> | null = null;
  /** Why they could not be; the loop rests then, as after a round that failed. */
  let readFailure: { error: unknown } | null = null;
  const loop = new Loop({
    round: takeUp,
    // Whatever was hinted at may have been missed.
    failed: () => senders.hintAll(),
    everyMs: LOOK_EVERY,
    log,
  });

  const held = new HeldJobs(parts, settlements(parts, track), windows);
  const waiting = new WaitingMessages();
  const senders = new DueSenders(parts, (sender, senderId) => {
    const route = routeTo(sender);
    // What cannot be submitted only has to be ended.
    const room = route ? windows.of(route.carrier).room(senderId) : { weight: UNROUTED, urgentOnly: false };
    return room && reading !== null ? { ...room, urgentOnly: true } : room;
  });
  const recheck = new Recheck(parts, {
    stopped: putBack,
    blocked(route, outgoing, at) {
      if (outgoing.length > 0) {
        track(writeAll(route, outgoing, { type: "step", step: { status: "blocked", at } }));
      }
    },
    track,
  });
  function track(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, "messages under way were given up"))
      .finally(() => {
        running.delete(done);
        loop.notify();
      });
    running.add(done);
  }

  /** Leases what there is room for; false where nothing was leased. Where it is much, the next round begins before it is read. */
  async function takeUp(): Promise<boolean> {
    if (readFailure !== null) {
      const { error } = readFailure;
      readFailure = null;
      throw error;
    }
    const leased = await senders.lease();
    if (leased.jobs.length === 0) return false;
    const { few, many } = fewAndMany(leased.jobs);
    if (many.length > 0) {
      reading = admitAll(many, leased)
        .catch((error: unknown) => void (readFailure = { error }))
        .finally(() => (reading = null));
      track(reading);
    }
    await admitAll(few, leased);
    return true;
  }

  /** Reads what the jobs are for, and begins what may be begun. */
  async function admitAll(jobs: readonly LeasedSubmission[], leased: LeasedOfSenders): Promise<void> {
    const routeOf = ({ key }: { key: string }) => routeTo(leased.senders.get(key));
    const unprepared = new Set(jobs);
    const ready = (prepared: readonly Prepared[]) => {
      for (const one of prepared) {
        unprepared.delete(one.work.job);
        admit(one, routeOf(one.work.job));
      }
      begin();
    };
    await prepare(parts, jobs, { routeOf, ready }).catch(async (error: unknown) => {
      await giveBack([...unprepared]);
      throw error;
    });
  }

  /** Nothing of these was begun. Where that cannot be written either, their leases run out. */
  async function giveBack(jobs: readonly LeasedSubmission[]): Promise<void> {
    const dueAt = clock.now();
    await releaseJobs(
      db,
      jobs.map((job) => ({ job, dueAt, counted: "not-begun" })),
    ).catch((error: unknown) => log.warn({ err: error }, "jobs could not be given back"));
  }

  function routeTo(sender: Sender | undefined): Route | null {
    const carrier = sender && carriers.get(sender.carrier);
    return sender && carrier ? { sender, carrier } : null;
  }

  function admit(one: Prepared, route: Route | null): void {
    if (one.kind === "park") return track(park(parts, one.work.job));
    held.add(route, one.work);
    if (one.decided.length > 0 || one.kind === "end") {
      track(
        held.write(
          route,
          [one.work],
          one.decided.map(({ message, outcome }) =>
            resultOf({ work: one.work, message, unknownBefore: 0, isNoted: false }, outcome),
          ),
        ),
      );
    }
    if (one.kind === "end" || route === null) return;
    waiting.add(route, one.outgoing, { urgent: one.work.job.priority === 0 });
  }

  /** Begins as many submissions as the windows allow, of the senders in turn. */
  function begin(): void {
    for (const [name, window] of windows.all()) {
      for (let left = waiting.of(name); !window.isFull;) {
        left = left.filter(({ urgent, others }) => urgent.length + others.length > 0);
        const queue = window.next(left);
        if (!queue) break;
        recheck.lookAhead(queue);
        window.begin(queue.senderId);
        track(submitNext(queue, window));
      }
    }
  }

  /** One submission, from the queue to what came of it. */
  async function submitNext(queue: Waiting, window: SubmissionWindow): Promise<void> {
    const route: Route = { sender: queue.sender, carrier: queue.carrier };
    let prompt = true;
    let ended = false;
    let behind = 0;
    const end = () => {
      if (ended) return;
      ended = true;
      window.end(queue.senderId, { prompt });
      begin();
      loop.notify();
    };
    try {
      const begun = await withTurn(window, route, await cleared(queue, route, takeBatch(queue)));
      if (begun === null) return;
      const { outgoing, outcomes, inFlight } = begun;
      prompt = begun.tookMs < PROMPT;
      const left = Math.max(0, ...outcomes.map((outcome) => (outcome.type === "left" ? outcome.dueAt : 0)));
      if (left > 0) rest(queue, route, left);
      // Where ids tell the carrier what it has already, the next need not wait. Elsewhere all that is not written down comes
      // a second time after a crash: that is kept to the window and a little.
      if (window.mayLeaveBehind(outgoing.length)) {
        behind = outgoing.length;
        end();
      }
      try {
        const results = outgoing.map((one, index) => {
          const outcome = outcomes[index] as MessageOutcome;
          const reports = outcome.type === "accepted" ? inFlight.reportsOf(one.message.id) : [];
          return { ...resultOf(one, outcome), reports };
        });
        const lost = await held.write(route, worksOf(outgoing), results);
        const written = results.filter(({ work }) => !lost.has(work));
        await inFlight.close(new Map(written.map((one) => [one.message.id, one.reportsWritten])));
      } catch (error) {
        inFlight.fail(error);
        throw error;
      }
    } finally {
      window.caughtUp(behind);
      end();
    }
  }

  /** Those that may go out now, noted where their carrier does not go by our ids; none where that could not be seen to. */
  function cleared(queue: Waiting, route: Route, taken: readonly Outgoing[]): Promise<readonly Outgoing[]> {
    return orPutBack(
      route,
      taken.filter(({ work }) => !work.lost),
      async (some) => {
        const due = await recheck.stillDue(route, some);
        const outgoing = await withinSpeed(queue, route, due);
        if (outgoing.length > 0 && !route.carrier.idempotent) await handOvers.note(outgoing);
        return outgoing;
      },
    );
  }

  /** Submits what may go out when its turn with the carrier has come; null where nothing was submitted. */
  async function withTurn(
    window: SubmissionWindow,
    route: Route,
    ready: readonly Outgoing[],
  ): Promise<{
    outgoing: readonly Outgoing[];
    outcomes: readonly MessageOutcome[];
    inFlight: InFlightSubmission;
    tookMs: number;
  } | null> {
    if (ready.length === 0) return null;
    if (!(await window.turn())) {
      putBack(route, ready, clock.now());
      return null;
    }
    const underWayAt = parts.metrics.submissionsUnderWay.labels({ carrier: route.carrier.name });
    underWayAt.inc();
    try {
      // Whoever had the turn before may have kept it for as long as the carrier's deadline.
      const outgoing = await orPutBack(route, ready, (some) => recheck.stillDue(route, some, PROMPT));
      if (outgoing.length === 0) return null;
      const inFlight = parts.deliveryReports.inFlight.begin(outgoing.map(({ message }) => message.id));
      const begun = performance.now();
      const outcomes = await submit(parts, route, outgoing);
      return { outgoing, outcomes, inFlight, tookMs: performance.now() - begun };
    } finally {
      underWayAt.dec();
      window.endTurn();
    }
  }

  /** Those that are left over by what is seen to; all go back where that fails. */
  async function orPutBack(
    route: Route,
    outgoing: readonly Outgoing[],
    seeTo: (outgoing: readonly Outgoing[]) => Promise<readonly Outgoing[]>,
  ): Promise<readonly Outgoing[]> {
    try {
      return await seeTo(outgoing);
    } catch (error) {
      log.error({ err: error, messages: outgoing.length }, "messages could not be handed over");
      putBack(route, outgoing, clock.now() + AFTER_FAILURE);
      return [];
    }
  }

  /** Those that the sender's speed allows now; the others, and all that wait behind them, go back until it does. */
  async function withinSpeed(
    queue: Waiting,
    route: Route,
    outgoing: readonly Outgoing[],
  ): Promise<readonly Outgoing[]> {
    if (outgoing.length === 0) return outgoing;
    const { granted, nextAt } = await throttle.grant(route, {
      wanted: outgoing.length,
      behind: queue.urgent.length + queue.others.length,
    });
    if (nextAt === null) return outgoing;
    putBack(route, outgoing.slice(granted), nextAt);
    rest(queue, route, nextAt);
    return outgoing.slice(0, granted);
  }

  /** Nothing of the sender goes out before then: what waits goes back. */
  function rest(queue: Waiting, route: Route, until: Instant): void {
    senders.restUntil(route.sender.id, until);
    setTimeout(() => loop.notify(), Math.max(0, until - clock.now())).unref();
    putBack(route, takeAll(queue), until);
  }

  function putBack(route: Route, outgoing: readonly Outgoing[], dueAt: number): void {
    if (outgoing.length > 0) track(writeAll(route, outgoing, { type: "left", dueAt }));
  }

  const writeAll = (route: Route, outgoing: readonly Outgoing[], outcome: MessageOutcome) =>
    held.write(
      route,
      worksOf(outgoing),
      outgoing.map((one) => resultOf(one, outcome)),
    );

  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  let stopBeat = () => {};

  return {
    notify(keys) {
      if (keys === undefined) senders.hintAll();
      else senders.hint(keys);
      loop.notify();
    },
    start() {
      stopBeat = held.beat();
      loop.start();
    },
    async workOff() {
      let any = false;
      const stop = held.beat();
      try {
        for (;;) {
          senders.hintAll();
          const took = await takeUp();
          any ||= took;
          await settled();
          if (!took) return any;
        }
      } finally {
        stop();
      }
    },
    async stop() {
      await loop.stop();
      await reading;
      windows.close();
      for (const queue of waiting.all()) putBack(queue, takeAll(queue), clock.now());
      await settled();
      stopBeat();
    },
  };
}

const worksOf = (outgoing: readonly Outgoing[]): Work[] => [...new Set(outgoing.map(({ work }) => work))];
