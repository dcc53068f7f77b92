import type { JobKey } from "../../queue/job";
import { PRIORITY } from "../messages/submission-job";
import { park } from "./due-check";
import { DueSenders, POLL_MS } from "./due-senders";
import { Intake } from "./intake";
import type { Route } from "./leased-batch";
import { LeasedJobs } from "./leased-jobs";
import { Loop } from "./loop";
import type { Prepared } from "./prepare";
import { settleStage } from "./settle";
import type { DispatchDeps } from "./submit";
import { Submitter } from "./submitter";
import { type Room, SubmissionWindows } from "./window";
import type { Sender } from "../senders/sender";

export interface Dispatcher {
  /**
   * Starts a dispatch round for the senders `keys`, which may have due messages. Without `keys`, polls all
   * senders.
   */
  notify(keys?: readonly JobKey[]): void;
  start(): void;
  /** Submits all due messages and waits until their outcomes are written. Returns whether any job was due. */
  workOff(): Promise<boolean>;
  /** Stops leasing, waits for submissions in flight, and releases the messages that were not submitted. */
  stop(): Promise<void>;
}

/**
 * Weight of the jobs to lease together for an unknown sender, or for a sender without a carrier connection.
 * Dispatch fails their messages without a submission.
 */
const NO_SENDER: Room = { weight: 1_000 };

/** Connects the stages lease → prepare → submit → settle. The README of this folder describes the stages. */
export function createDispatcher(deps: DispatchDeps): Dispatcher {
  const { carriers, log } = deps;
  const running = new Set<Promise<unknown>>();
  const windows = new SubmissionWindows();
  const leased = new LeasedJobs(deps);
  const senders = new DueSenders(deps, roomOf, (now) => leased.keepBefore(now));
  const loop = new Loop({
    round: () => {
      submitter.offerWaiting();
      return intake.round();
    },
    failed: (error) => senders.afterFailure(error),
    everyMs: POLL_MS,
    log,
  });
  const notify = () => loop.notify();
  const settle = settleStage(deps, leased, track);
  const pause = senders.pauseUntil.bind(senders);
  const submitter = new Submitter(deps, { windows, leased, settle, pause, track, notify });
  const intake = new Intake(deps, { lease: () => senders.lease(), routeOf, admit, track });

  function routeOf(sender: Sender | undefined): Route | null {
    const carrier = sender && carriers.get(sender.carrier);
    return sender && carrier ? { sender, carrier } : null;
  }

  function roomOf(sender: Sender | undefined, senderId: string): Room | null {
    const route = routeOf(sender);
    const room = route ? windows.of(route.carrier).room(senderId) : NO_SENDER;
    if (room === null || !intake.isReadingMany) return room;
    const { weight, priority = PRIORITY.transactional } = room;
    return { weight, priority: Math.min(priority, PRIORITY.transactional), onlyNew: true };
  }

  function admit(prepared: readonly Prepared[]): void {
    for (const { batch, route, isParked, outgoing, decided } of prepared) {
      if (isParked) {
        track(park(deps, batch.job));
        continue;
      }
      leased.add(batch, route && windows.of(route.carrier));
      if (decided.length > 0 || outgoing.length === 0) {
        track(settle({ route, batches: [batch], results: decided }));
      }
      if (route !== null) submitter.add(route, outgoing);
    }
    submitter.startNext();
  }

  function track(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, "dispatch work failed"))
      .finally(() => {
        running.delete(done);
        notify();
      });
    running.add(done);
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  let stopHeartbeat = () => {};

  return {
    notify(keys) {
      if (keys === undefined) senders.hintAll();
      else senders.hint(keys);
      notify();
    },
    start() {
      stopHeartbeat = leased.startHeartbeat();
      loop.start();
    },
    async workOff() {
      const stop = leased.startHeartbeat();
      try {
        for (let any = false; ; any = true) {
          senders.hintAll();
          const hasLeased = await intake.round();
          await idle();
          if (!hasLeased) return any;
        }
      } finally {
        stop();
      }
    },
    async stop() {
      await loop.stop();
      await intake.idle();
      windows.close();
      submitter.releaseAll();
      await idle();
      stopHeartbeat();
    },
  };
}
