import { DEFAULT_WINDOW, type DeliveryReportSink } from "../../carriers/carrier";
import { holdStatusOfCampaign } from "../../resources/campaigns/runs.store";
import type { SubmissionPayload } from "../../resources/messages/submission-job";
import { type JobKey, keyText, PARKED } from "../../queue/job";
import { leaseJobs, releaseJobs, renewLeases, type Want } from "../../queue/leases.store";
import { readyKeys } from "../../queue/ready-keys.store";
import type { Sender } from "../../resources/senders/sender";
import { sendersOfKeys } from "../../resources/senders/senders.store";
import { type Instant, latestPlausible, SECOND } from "../../platform/time";
import { deliveryReports } from "./delivery-reports";
import { type Decided, lookAgain, prepare, type Prepared } from "./prepare";
import { LEASE, type Settlement, settlements } from "./settlement";
import { type DispatchParts, submit } from "./submission";
import { Throttle } from "./throttle";
import { UnderWay } from "./under-way";
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

/** How often all senders are looked at: for what comes due by itself, and what no wake-up told of, in milliseconds. */
const LOOK_EVERY = SECOND / 4;
/** What waits here for its carrier is looked at again after this, in milliseconds. */
const LOOK_AGAIN_AFTER = SECOND;
/** An answer that took longer than this, in milliseconds, is not prompt. */
const PROMPT = 5 * SECOND;
/** Senders whose jobs are leased in one go. */
const SENDERS_AT_ONCE = 200;

/** Jobs of senders that are gone are ended by so many messages at a time. */
const UNROUTED = 1_000;

/** What waits in this process for one sender's carrier, what is urgent first. */
interface Waiting extends Route {
  senderId: string;
  urgent: Outgoing[];
  others: Outgoing[];
}

/**
 * Submits what is queued. Leased are as many messages as the carriers' windows can take, of all senders in turn; each
 * submission then goes its own way, so that none waits for another.
 */
export function createDispatcher(parts: DispatchParts): Dispatcher {
  const { db, clock, carriers, log } = parts;
  const reports = deliveryReports(parts);
  const settle = settlements(parts, reports);
  const throttle = new Throttle(parts);
  const underWay = new UnderWay();
  const windows = new Map(
    [...carriers.values()].map(({ name, window = DEFAULT_WINDOW, batchSize }) => [
      name,
      new SubmissionWindow(window, batchSize),
    ]),
  );
  const waiting = new Map<string, Waiting>();
  const works = new Set<Work>();
  /** Senders that may have jobs due; `news` where something was queued since they were leased from last. */
  const hints = new Map<string, JobKey & { news: boolean }>();
  /** Senders that are at their speed, and until when: of these nothing is leased that could only be put back. */
  const atSpeed = new Map<string, Instant>();
  const running = new Set<Promise<unknown>>();
  let lookedAt = -Infinity;
  let stopping = false;
  let wake: (() => void) | null = null;

  const notify = () => wake?.();
  const windowOf = ({ carrier }: Route) => windows.get(carrier.name) as SubmissionWindow;
  const track = (work: Promise<unknown>) => {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, "messages under way were given up"))
      .finally(() => {
        running.delete(done);
        notify();
      });
    running.add(done);
  };

  /** Leases what there is room for; false where nothing was leased. */
  async function takeUp(): Promise<boolean> {
    if (performance.now() - lookedAt >= LOOK_EVERY) {
      lookedAt = performance.now();
      hint(await allReadyKeys());
    }
    const keys = [...hints.values()];
    if (keys.length === 0) return false;
    const senders = await sendersOfKeys(db, keys);
    const wants = keys.flatMap((key) => wantOf(key, senders.get(key.key))).slice(0, SENDERS_AT_ONCE);
    if (wants.length === 0) return false;
    for (const want of wants) served(want);
    const jobs = await leaseJobs<SubmissionPayload>(db, "submission", wants, {
      now: clock.now(),
      leaseMs: LEASE,
    });
    forgetEmpty(wants, jobs);
    const routeOf = ({ key }: { key: string }) => routeTo(senders.get(key));
    const prepared = await prepare(parts, jobs, routeOf).catch(async (error: unknown) => {
      await giveBack(jobs);
      throw error;
    });
    for (const one of prepared) admit(one, routeOf(one.work.job));
    begin();
    return jobs.length > 0;
  }

  /** Nothing of these was begun. Where that cannot be written either, their leases run out. */
  async function giveBack(jobs: readonly LeasedSubmission[]): Promise<void> {
    const dueAt = clock.now();
    await releaseJobs(
      db,
      jobs.map((job) => ({ job, dueAt, counted: "not-begun" })),
    ).catch((error: unknown) => log.warn({ err: error }, "jobs could not be given back"));
  }

  /** Has the sender wait behind the others. */
  function served({ accountId, key }: Want): void {
    hints.delete(keyText({ accountId, key }));
    hints.set(keyText({ accountId, key }), { accountId, key, news: false });
  }

  async function allReadyKeys(): Promise<JobKey[]> {
    const all: JobKey[] = [];
    for (let after: JobKey | null = null; ;) {
      const some: JobKey[] = await readyKeys(db, "submission", clock.now(), {
        after,
        limit: SENDERS_AT_ONCE,
      });
      all.push(...some);
      after = some.at(-1) ?? null;
      if (some.length < SENDERS_AT_ONCE) return all;
    }
  }

  function hint(keys: readonly JobKey[]): void {
    for (const key of keys) hints.set(keyText(key), { ...key, news: true });
  }

  function routeTo(sender: Sender | undefined): Route | null {
    const carrier = sender && carriers.get(sender.carrier);
    return sender && carrier ? { sender, carrier } : null;
  }

  /** How much of a sender's jobs there is room for; none where it has to wait for its carrier. */
  function wantOf({ accountId, key, news }: JobKey & { news: boolean }, sender: Sender | undefined): Want[] {
    const route = routeTo(sender);
    // What cannot be submitted only has to be ended.
    if (route === null) return [{ accountId, key, weight: UNROUTED }];
    const until = atSpeed.get(key) ?? 0;
    // Tokens are awaited for a second at most: what is later was set by a clock that was ahead.
    if (until > clock.now() && until <= latestPlausible(clock.now(), SECOND)) return [];
    const room = windowOf(route).room(key);
    if (room === null || (room.urgentOnly && !news)) return [];
    return [{ accountId, key, weight: room.weight, ...(room.urgentOnly ? { priority: 0 } : {}) }];
  }

  /** A sender that had less than there was room for has nothing more due. */
  function forgetEmpty(wants: readonly Want[], jobs: readonly LeasedSubmission[]): void {
    const got = new Map<string, number>();
    for (const { key, weight } of jobs) got.set(key, (got.get(key) ?? 0) + weight);
    for (const { accountId, key, weight, priority } of wants) {
      const text = keyText({ accountId, key });
      const more = hints.get(text)?.news || (got.get(key) ?? 0) >= weight;
      if (priority === undefined && !more) hints.delete(text);
    }
  }

  function admit(one: Prepared, route: Route | null): void {
    if (one.kind === "park") return track(park(one.work.job));
    works.add(one.work);
    if (route) windowOf(route).hold(one.work.job.key, one.work.job);
    if (one.decided.length > 0 || one.kind === "end") {
      track(
        write(
          route,
          [one.work],
          one.decided.map(({ message, outcome }) => resultOf(one.work, message, outcome)),
        ),
      );
    }
    if (one.kind === "end" || route === null) return;
    const queue = queueOf(route);
    (one.work.job.priority === 0 ? queue.urgent : queue.others).push(...one.outgoing);
  }

  function queueOf(route: Route): Waiting {
    const senderId = route.sender.id;
    const known = waiting.get(senderId);
    const queue = known ? Object.assign(known, route) : { ...route, senderId, urgent: [], others: [] };
    waiting.set(senderId, queue);
    return queue;
  }

  /** Begins as many submissions as the windows allow, of the senders in turn. */
  function begin(): void {
    for (const [name, window] of windows) {
      const queues = [...waiting.values()].filter(({ carrier }) => carrier.name === name);
      for (let left = queues; !window.isFull;) {
        left = left.filter(({ urgent, others }) => urgent.length + others.length > 0);
        const queue = window.next(left);
        if (!queue) break;
        window.begin(queue.senderId);
        track(submitNext(queue, window));
      }
    }
    for (const [id, { urgent, others }] of waiting)
      if (urgent.length + others.length === 0) waiting.delete(id);
  }

  function takeFrom({ urgent, others, carrier }: Waiting): Outgoing[] {
    const some = urgent.splice(0, carrier.batchSize);
    if (some.length < carrier.batchSize) some.push(...others.splice(0, carrier.batchSize - some.length));
    return some;
  }

  /** One submission, from the queue to what came of it. */
  async function submitNext(queue: Waiting, window: SubmissionWindow): Promise<void> {
    const begun = performance.now();
    const route: Route = { sender: queue.sender, carrier: queue.carrier };
    let outgoing = takeFrom(queue).filter(({ work }) => !work.lost);
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      window.end(queue.senderId, { prompt: performance.now() - begun < PROMPT });
      begin();
      notify();
    };
    try {
      outgoing = await stillToSubmit(route, outgoing);
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

  /** What has waited here for long is looked at again: its campaign may have been stopped meanwhile. */
  async function stillToSubmit(route: Route, outgoing: Outgoing[]): Promise<Outgoing[]> {
    const now = clock.now();
    const [first] = outgoing;
    if (!first || outgoing.every(({ checkedAt }) => now - checkedAt < LOOK_AGAIN_AFTER)) return outgoing;
    const { go, stopped, blocked } = await lookAgain(parts, first.work.job.accountId, outgoing);
    putBack(route, stopped, now);
    const outcome: MessageOutcome = { type: "step", step: { status: "blocked", at: now } };
    if (blocked.length > 0) track(writeAll(route, blocked, outcome));
    return go;
  }

  /** Those that the sender's speed allows now; the others, and all that wait behind them, go back until it does. */
  async function withinSpeed(queue: Waiting, route: Route, outgoing: Outgoing[]): Promise<Outgoing[]> {
    if (outgoing.length === 0) return outgoing;
    const granted = await throttle.take(route.sender, outgoing.length);
    if (granted === outgoing.length) return outgoing;
    const rest = [...outgoing.slice(granted), ...queue.urgent.splice(0), ...queue.others.splice(0)];
    const next = await throttle.nextAt(route.sender, rest.length);
    atSpeed.set(route.sender.id, next);
    setTimeout(notify, Math.max(0, next - clock.now())).unref();
    putBack(route, rest, next);
    return outgoing.slice(0, granted);
  }

  function putBack(route: Route, outgoing: readonly Outgoing[], dueAt: number): void {
    if (outgoing.length > 0) track(writeAll(route, outgoing, { type: "left", dueAt }));
  }

  const writeAll = (route: Route, outgoing: readonly Outgoing[], outcome: MessageOutcome) =>
    write(
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
      const lost = await write(route, worksOf(outgoing), results);
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

  /** Writes results, and lets go of the jobs that have come to their end. */
  async function write(
    route: Route | null,
    of: readonly Work[],
    results: readonly Result[],
  ): Promise<ReadonlySet<Work>> {
    const settlement: Settlement = { route, works: of, results };
    try {
      return await settle(settlement);
    } catch (error) {
      // Their leases run out, and whoever takes them up then does not know what became of them.
      for (const work of of) work.lost = true;
      throw error;
    } finally {
      for (const work of of) if (work.open === 0 || work.lost) letGo(route, work);
    }
  }

  function letGo(route: Route | null, work: Work): void {
    if (works.delete(work) && route) windowOf(route).drop(work.job.key, work.job);
  }

  /** The campaign does not run: the job waits for its next launch. */
  async function park(job: LeasedSubmission): Promise<void> {
    await db.transaction(async (trx) => {
      // A launch waits for this transaction and then finds the job parked; one that came first is seen.
      const status = job.tag === null ? null : await holdStatusOfCampaign(trx, job.accountId, job.tag);
      const runs = status === null || status === "running";
      await releaseJobs(trx, [{ job, dueAt: runs ? clock.now() : PARKED, counted: "not-begun" }]);
    });
  }

  /** Signs of life for what is held. What is lost is somebody else's. */
  async function renew(): Promise<void> {
    const held = [...works].filter(({ lost }) => !lost);
    if (held.length === 0) return;
    try {
      const kept = await renewLeases(
        db,
        held.map(({ job }) => job),
        clock.now() + LEASE,
      );
      for (const work of held)
        if (!kept.has(work.job.id) && works.has(work) && work.open > 0) work.lost = true;
    } catch (error) {
      log.warn({ err: error }, "leases of submissions could not be renewed");
    }
  }

  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  let ended: Promise<void> = Promise.resolve();
  let heartbeat: NodeJS.Timeout | null = null;

  async function loop(): Promise<void> {
    let failures = 0;
    while (!stopping) {
      let woken = false;
      const pause = new Promise<void>((resolve) => {
        wake = () => {
          woken = true;
          resolve();
        };
      });
      try {
        const more = await takeUp();
        failures = 0;
        if (more || woken) {
          await new Promise((resolve) => setImmediate(resolve));
          continue;
        }
      } catch (error) {
        failures += 1;
        log.error({ err: error }, "submissions could not be taken up");
        lookedAt = -Infinity;
        await rest(Math.min(SECOND * 2 ** (failures - 1), 15 * SECOND));
        continue;
      }
      const timer = setTimeout(notify, LOOK_EVERY);
      await pause;
      clearTimeout(timer);
    }
  }

  const rest = async (ms: number) => {
    const until = performance.now() + ms;
    while (!stopping && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(50, ms)));
    }
  };

  return {
    async reports(some) {
      const { taken, rest } = underWay.take(some);
      await Promise.all([rest.length > 0 ? reports.store(rest) : null, taken]);
    },
    notify(keys) {
      if (keys === undefined) lookedAt = -Infinity;
      else hint(keys);
      notify();
    },
    start() {
      heartbeat = setInterval(() => void renew(), LEASE / 3);
      ended = loop();
    },
    async workOff() {
      let any = false;
      const beat = setInterval(() => void renew(), LEASE / 3);
      try {
        for (;;) {
          lookedAt = -Infinity;
          const took = await takeUp();
          any ||= took;
          await settled();
          if (!took) return any;
        }
      } finally {
        clearInterval(beat);
      }
    },
    async stop() {
      stopping = true;
      notify();
      await ended;
      for (const queue of waiting.values()) {
        putBack(queue, [...queue.urgent.splice(0), ...queue.others.splice(0)], clock.now());
      }
      await settled();
      if (heartbeat) clearInterval(heartbeat);
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
