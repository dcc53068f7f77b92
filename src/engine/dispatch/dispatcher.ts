import { DEFAULT_WINDOW, type DeliveryReportSink } from "../../carriers/carrier";
import { lockSharedCampaignStatus } from "../../resources/campaigns/runs.store";
import { type JobKey, PARKED } from "../../queue/job";
import { releaseJobs } from "../../queue/leases.store";
import type { Sender } from "../../resources/senders/sender";
import { SECOND } from "../../platform/time";
import { deliveryReports } from "./delivery-reports";
import { DueSenders, type LeasedOfSenders, LOOK_EVERY } from "./due-senders";
import { HeldJobs } from "./held-jobs";
import { Loop } from "./loop";
import { byMuch, type Decided, prepare, type Prepared } from "./prepare";
import { Recheck } from "./recheck";
import { settlements } from "./settlement";
import { type DispatchParts, submit } from "./submission";
import { Throttle } from "./throttle";
import { UnderWay } from "./under-way";
import { takeAll, takeBatch, type Waiting, WaitingMessages } from "./waiting";
import { SubmissionWindow } from "./window";
import type { LeasedSubmission, MessageOutcome, Outgoing, Result, Route, Work } from "./work";

export interface Dispatcher {
  /** Where carriers put their reports: resolves once they are stored, or known to change nothing. */
  reports: DeliveryReportSink;
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
/** Jobs of senders that are gone are ended by so many messages at a time. */
const UNROUTED = 1_000;

/**
 * Submits what is queued. Leased are as many messages as the carriers' windows can take, of all senders in turn; each
 * submission then goes its own way, so that none waits for another.
 */
export function createDispatcher(parts: DispatchParts): Dispatcher {
  const { db, clock, carriers, log } = parts;
  const reports = deliveryReports(parts);
  const throttle = new Throttle(parts);
  const underWay = new UnderWay();
  const windows = new Map(
    [...carriers.values()].map(({ name, window = DEFAULT_WINDOW, batchSize }) => [
      name,
      new SubmissionWindow(window, batchSize),
    ]),
  );
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

  const windowOf = ({ carrier }: Route) => windows.get(carrier.name) as SubmissionWindow;
  const held = new HeldJobs(parts, settlements(parts, reports), windowOf);
  const waiting = new WaitingMessages();
  const senders = new DueSenders(parts, (sender, senderId) => {
    const route = routeTo(sender);
    // What cannot be submitted only has to be ended.
    const room = route ? windowOf(route).room(senderId) : { weight: UNROUTED, urgentOnly: false };
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

  /** Leases what there is room for; false where nothing was leased. What is much is read behind its back. */
  async function takeUp(): Promise<boolean> {
    if (readFailure !== null) {
      const { error } = readFailure;
      readFailure = null;
      throw error;
    }
    const leased = await senders.lease();
    if (leased.jobs.length === 0) return false;
    const { few, many } = byMuch(leased.jobs);
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
    if (one.kind === "park") return track(park(one.work.job));
    held.add(route, one.work);
    if (one.decided.length > 0 || one.kind === "end") {
      track(
        held.write(
          route,
          [one.work],
          one.decided.map(({ message, outcome }) => resultOf(one.work, message, outcome)),
        ),
      );
    }
    if (one.kind === "end" || route === null) return;
    waiting.add(route, one.outgoing, { urgent: one.work.job.priority === 0 });
  }

  /** Begins as many submissions as the windows allow, of the senders in turn. */
  function begin(): void {
    for (const [name, window] of windows) {
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
    const begun = performance.now();
    const route: Route = { sender: queue.sender, carrier: queue.carrier };
    let outgoing: readonly Outgoing[] = takeBatch(queue).filter(({ work }) => !work.lost);
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      window.end(queue.senderId, { prompt: performance.now() - begun < PROMPT });
      begin();
      loop.notify();
    };
    try {
      outgoing = await recheck.stillDue(route, outgoing);
      outgoing = await withinSpeed(queue, route, outgoing);
      if (outgoing.length === 0) return;
      underWay.begin(outgoing);
      const outcomes = await submit(parts, route, outgoing);
      end();
      await settleSubmission(route, outgoing, outcomes);
    } finally {
      end();
    }
  }

  /** Those that the sender's speed allows now; the others, and all that wait behind them, go back until it does. */
  async function withinSpeed(
    queue: Waiting,
    route: Route,
    outgoing: readonly Outgoing[],
  ): Promise<readonly Outgoing[]> {
    if (outgoing.length === 0) return outgoing;
    const granted = await throttle.take(route.sender, outgoing.length);
    if (granted === outgoing.length) return outgoing;
    const rest = [...outgoing.slice(granted), ...takeAll(queue)];
    const next = await throttle.nextAt(route.sender, rest.length);
    senders.restUntil(route.sender.id, next);
    setTimeout(() => loop.notify(), Math.max(0, next - clock.now())).unref();
    putBack(route, rest, next);
    return outgoing.slice(0, granted);
  }

  function putBack(route: Route, outgoing: readonly Outgoing[], dueAt: number): void {
    if (outgoing.length > 0) track(writeAll(route, outgoing, { type: "left", dueAt }));
  }

  const writeAll = (route: Route, outgoing: readonly Outgoing[], outcome: MessageOutcome) =>
    held.write(
      route,
      worksOf(outgoing),
      outgoing.map(({ work, message }) => resultOf(work, message, outcome)),
    );

  async function settleSubmission(
    route: Route,
    outgoing: readonly Outgoing[],
    outcomes: readonly MessageOutcome[],
  ): Promise<void> {
    const results = outgoing.map(({ work, message }, index): Result => {
      const outcome = outcomes[index] as MessageOutcome;
      const early = outcome.type === "accepted" ? [...underWay.reportsOf(message.id)] : [];
      return { work, message, outcome, reports: early };
    });
    try {
      const lost = await held.write(route, worksOf(outgoing), results);
      // What came since, and what came of messages that were not accepted or are somebody else's by now.
      const written = new Map(
        results.map(({ message, work, reports: early }) => [message.id, lost.has(work) ? 0 : early.length]),
      );
      const ended = underWay.end(outgoing);
      await reports.store(ended.flatMap((entry) => entry.reports.slice(written.get(entry.messageId) ?? 0)));
      for (const entry of ended) for (const { resolve } of entry.waiting) resolve();
    } catch (error) {
      for (const entry of underWay.end(outgoing)) for (const { reject } of entry.waiting) reject(error);
      throw error;
    }
  }

  /** The campaign does not run: the job waits for its next launch. */
  async function park(job: LeasedSubmission): Promise<void> {
    await db.transaction(async (trx) => {
      // A launch waits for this transaction and then finds the job parked; one that came first is seen.
      const status = job.tag === null ? null : await lockSharedCampaignStatus(trx, job.accountId, job.tag);
      const runs = status === null || status === "running";
      await releaseJobs(trx, [{ job, dueAt: runs ? clock.now() : PARKED, counted: "not-begun" }]);
    });
  }

  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  let stopBeat = () => {};

  return {
    async reports(some) {
      const { taken, rest } = underWay.take(some);
      await Promise.all([rest.length > 0 ? reports.store(rest) : null, taken]);
    },
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
      for (const queue of waiting.all()) putBack(queue, takeAll(queue), clock.now());
      await settled();
      stopBeat();
    },
  };
}

const worksOf = (outgoing: readonly Outgoing[]): Work[] => [...new Set(outgoing.map(({ work }) => work))];

const resultOf = (work: Work, message: Decided["message"], outcome: MessageOutcome): Result => ({
  work,
  message,
  outcome,
  reports: [],
});
