import { lockSharedCampaignStatus, runsById } from "../campaigns/runs.store";
import { suppressedPhones } from "../contact-lists/suppression.store";
import { messagesAtOnce } from "../../platform/db/limits";
import { groupBy } from "../../platform/group-by";
import type { Channel } from "../../messaging/channel";
import type { OutgoingMessage } from "../messages/outgoing.store";
import { type Instant, SECOND } from "../../platform/time";
import { PARKED } from "../../queue/job";
import { releaseJobs } from "../../queue/leases.store";
import type { DispatchParts } from "./submission";
import { nextOf, takeOut, type Waiting } from "./waiting";
import type { LeasedSubmission, Outgoing, Route } from "./leased-batch";

/** What waits here for its carrier is looked at again after this, in milliseconds. */
const LOOK_AGAIN_AFTER = SECOND;

/** What is done with those that may not go out any more. */
export interface Withdrawals {
  /** Their campaign was stopped. */
  stopped(route: Route, outgoing: readonly Outgoing[], now: Instant): void;
  /** Their recipients were suppressed. */
  blocked(route: Route, outgoing: readonly Outgoing[], now: Instant): void;
  /** Work that nobody waits for. */
  track(work: Promise<unknown>): void;
}

/** Looks again at what has waited here for long: its campaign may have been stopped meanwhile. */
export class Recheck {
  constructor(
    private readonly parts: Pick<DispatchParts, "db" | "clock">,
    private readonly withdrawals: Withdrawals,
  ) {}

  /** Those that may still go out; who was looked at within `fresh` milliseconds may. */
  async stillDue(
    route: Route,
    outgoing: readonly Outgoing[],
    fresh = LOOK_AGAIN_AFTER,
  ): Promise<readonly Outgoing[]> {
    const { clock } = this.parts;
    if (outgoing.every(({ checkedAt }) => clock.now() - checkedAt < fresh)) return outgoing;
    return this.look(route, outgoing, (gone) => gone);
  }

  /** Looks at many of a queue at once, before each would have to be looked at by itself when its turn comes. */
  lookAhead(queue: Waiting): void {
    const { db, clock } = this.parts;
    const [first] = nextOf(queue, 1);
    if (queue.looking || !first || clock.now() - first.checkedAt < LOOK_AGAIN_AFTER / 2) return;
    queue.looking = true;
    const { sender, carrier } = queue;
    // What was taken meanwhile is looked at by who has it.
    const looked = this.look({ sender, carrier }, nextOf(queue, messagesAtOnce(db)), (gone) =>
      takeOut(queue, gone),
    );
    this.withdrawals.track(looked.finally(() => (queue.looking = false)));
  }

  /** Answers those that may still go out, and withdraws what `take` says of the others. */
  private async look(
    route: Route,
    some: readonly Outgoing[],
    take: (gone: readonly Outgoing[]) => readonly Outgoing[],
  ): Promise<readonly Outgoing[]> {
    const [first] = some;
    if (!first) return [];
    const now = this.parts.clock.now();
    const { go, stopped, blocked } = await lookAgain(this.parts, first.work.job.accountId, some);
    for (const one of go) one.checkedAt = now;
    this.withdrawals.stopped(route, take(stopped), now);
    this.withdrawals.blocked(route, take(blocked), now);
    return go;
  }
}

/** Its campaign does not run: the job waits for the next launch. */
export async function park(
  { db, clock }: Pick<DispatchParts, "db" | "clock">,
  job: LeasedSubmission,
): Promise<void> {
  await db.transaction(async (trx) => {
    // A launch waits for this transaction and then finds the job parked; one that came first is seen.
    const status = job.tag === null ? null : await lockSharedCampaignStatus(trx, job.accountId, job.tag);
    const runs = status === null || status === "running";
    await releaseJobs(trx, [{ job, dueAt: runs ? clock.now() : PARKED, counted: "not-begun" }]);
  });
}

/** What has become meanwhile of messages of one account. */
async function lookAgain(
  { db }: Pick<DispatchParts, "db">,
  accountId: string,
  waiting: readonly Outgoing[],
): Promise<{ go: Outgoing[]; stopped: Outgoing[]; blocked: Outgoing[] }> {
  const runs = await runsById(db, accountId, [...new Set(waiting.flatMap(({ work }) => work.job.tag ?? []))]);
  const suppressed = await suppressedOf(
    { db },
    accountId,
    waiting.map(({ message }) => message),
  );
  const isStopped = ({ work: { job } }: Outgoing) =>
    job.tag !== null && runs.get(job.tag)?.status !== "running";
  const isBlocked = ({ work: { job }, message: { channel, recipient } }: Outgoing) =>
    job.payload.exempt !== true && suppressed(channel, recipient);
  const running = waiting.filter((one) => !isStopped(one));
  return {
    go: running.filter((one) => !isBlocked(one)),
    stopped: waiting.filter(isStopped),
    blocked: running.filter(isBlocked),
  };
}

/** Whether a number gets nothing on a channel. */
export type Suppressed = (channel: Channel, phone: string) => boolean;

/** Who of the recipients has come onto a blacklist since. */
export async function suppressedOf(
  { db }: Pick<DispatchParts, "db">,
  accountId: string,
  messages: readonly OutgoingMessage[],
): Promise<Suppressed> {
  const byChannel = new Map<Channel, ReadonlySet<string>>();
  for (const [channel, some] of groupBy(messages, (message) => message.channel)) {
    const numbers = some.map(({ recipient }) => recipient);
    byChannel.set(channel, await suppressedPhones(db, accountId, channel, numbers));
  }
  return (channel, phone) => byChannel.get(channel)?.has(phone) ?? false;
}
