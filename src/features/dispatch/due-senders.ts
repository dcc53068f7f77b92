import { LEASE_MS } from "../../queue/lease-lengths";
import { isDatabaseAway } from "../../platform/db/errors";
import { type Instant, latestPlausible, SECOND } from "../../platform/time";
import { leasable } from "../../queue/hold";
import { type JobKey, keyText } from "../../queue/job";
import { leaseJobs, type LeaseRequest } from "../../queue/leases.store";
import { nearestTick, Polls } from "../../queue/polls";
import type { Leasable } from "../../queue/ready-keys.store";
import type { SubmissionPayload } from "../messages/submission-job";
import type { Sender } from "../senders/sender";
import { type QueuedSender, sendersOfKeys } from "../senders/queued-senders.store";
import type { LeasedSubmission } from "./leased-batch";
import { type DispatchDeps, MAX_PAUSE } from "./submit";
import type { Room } from "./window";

/** Polling interval for jobs that became due or whose wake-up was lost, in milliseconds. */
export const POLL_MS = SECOND / 4;
/**
 * Time after a database failure in which this process does not lease jobs with expired leases, in
 * milliseconds. Longer than the longest pause of this process plus the longest pause of a lease holder
 * between attempts to reach the database.
 */
const LEFT_TO_HOLDERS_MS = 10 * SECOND;
const SENDERS_AT_ONCE = 200;

interface Hint extends JobKey {
  /** Whether a job was queued since the last lease from the sender. */
  isNew: boolean;
  /** Whether a lease that was limited to some priorities may have left jobs of these priorities. */
  hasMore?: boolean;
}

export interface LeasedFromSenders {
  jobs: LeasedSubmission[];
  /** Senders by id, including removed senders. Unknown senders are absent. */
  senders: ReadonlyMap<string, Sender>;
}

/** Senders that may have due jobs, the longest unserved first. */
export class DueSenders {
  private readonly hints = new Map<string, Hint>();
  /** End of each sender's pause. A job leased during the pause would be released at once. */
  private readonly paused = new Map<string, Instant>();
  /** Senders read since the last poll. The cache saves a query when the room of a sender is checked. */
  private readonly known = new Map<string, QueuedSender>();
  private readonly polls: Polls;
  /** Tick of the last poll; null to poll at the next lease. */
  private polledAt: number | null = null;
  /** Time of `performance.now()` until which expired leases are left to the processes that renew them. */
  private leftToHoldersUntil = -Infinity;

  constructor(
    private readonly deps: Pick<DispatchDeps, "db" | "clock" | "hold" | "polls" | "carriers" | "connections">,
    /** Returns how much work may be leased from a sender; null if none. */
    private readonly roomOf: (sender: Sender | undefined, senderId: string) => Room | null,
    /** Renews the leases of this process where necessary, before further jobs are leased at `now`. */
    private readonly keepLeases: (now: Instant) => Promise<void>,
  ) {
    this.polls = deps.polls ?? new Polls(deps.db);
  }

  hint(keys: readonly JobKey[]): void {
    for (const key of keys) this.hints.set(keyText(key), { ...key, isNew: true });
  }

  /** Makes the next lease poll all senders for due jobs. */
  hintAll(): void {
    this.polledAt = null;
  }

  /**
   * Makes the next lease poll all senders, because the failed round may have consumed their notifications.
   * After a database outage, also leaves expired leases to their holders for a while. Processes notice the
   * end of the outage at different times, and a second lease would submit messages twice.
   */
  afterFailure(error: unknown): void {
    this.hintAll();
    if (isDatabaseAway(error)) this.leftToHoldersUntil = performance.now() + LEFT_TO_HOLDERS_MS;
  }

  /** Pauses a sender. A longer pause stays: submissions in flight may request shorter pauses later. */
  pauseUntil(senderId: string, until: Instant): void {
    const before = this.isPaused(senderId) ? this.paused.get(senderId) : undefined;
    this.paused.set(senderId, Math.max(until, before ?? 0));
  }

  /** Leases due jobs of the senders in turn, up to the free room in the carriers' submission windows. */
  async lease(): Promise<LeasedFromSenders> {
    const { db, clock, hold } = this.deps;
    const allowed = leasable(hold, "submission");
    if (allowed === null) return { jobs: [], senders: new Map() };
    const tick = nearestTick(POLL_MS);
    if (tick !== this.polledAt) {
      this.polledAt = tick;
      this.known.clear();
      this.hint(await this.allReady(allowed));
    }
    const hints = [...this.hints.values()].filter((hint) => {
      const sender = this.known.get(hint.key);
      return sender === undefined || this.requestsFor(hint, sender).length > 0;
    });
    if (hints.length === 0) return { jobs: [], senders: new Map() };
    const senders = await sendersOfKeys(db, hints);
    for (const [id, sender] of senders) this.known.set(id, sender);
    await this.ensureCarriers(senders.values());
    const requests = hints
      .flatMap((hint) => this.requestsFor(hint, senders.get(hint.key)))
      .slice(0, SENDERS_AT_ONCE);
    if (requests.length === 0) return { jobs: [], senders };
    for (const request of requests) this.moveToEnd(request);
    const now = clock.now();
    await this.keepLeases(now);
    const skipsExpired = performance.now() < this.leftToHoldersUntil;
    const options = { now, leaseMs: LEASE_MS.submission, skipsExpired, ...allowed };
    const jobs = await leaseJobs<SubmissionPayload>(db, "submission", requests, options);
    this.updateHints(requests, jobs);
    return { jobs, senders };
  }

  private async ensureCarriers(senders: Iterable<Sender>): Promise<void> {
    const { carriers, connections } = this.deps;
    const unknown = new Set([...senders].map(({ carrier }) => carrier).filter((name) => !carriers.has(name)));
    if (unknown.size > 0) await connections?.ensure(unknown);
  }

  private async allReady(allowed: Leasable): Promise<JobKey[]> {
    const all: JobKey[] = [];
    for (;;) {
      const options = { after: all.at(-1) ?? null, limit: SENDERS_AT_ONCE, ...allowed };
      const { keys } = await this.polls.readyKeys("submission", this.deps.clock.now(), options);
      all.push(...keys);
      if (keys.length < SENDERS_AT_ONCE) return all;
    }
  }

  private requestsFor(
    { accountId, key, isNew, hasMore }: Hint,
    sender: QueuedSender | undefined,
  ): LeaseRequest[] {
    if (this.isPaused(key) || sender?.isHeld) return [];
    const room = this.roomOf(sender, key);
    if (room === null) return [];
    const { weight, priority, onlyNew } = room;
    const isLimited = priority !== undefined;
    if (isLimited && !isNew && (onlyNew || !hasMore)) return [];
    return [{ accountId, key, weight, ...(isLimited ? { priority } : {}) }];
  }

  private isPaused(senderId: string): boolean {
    const until = this.paused.get(senderId);
    if (until === undefined) return false;
    const now = this.deps.clock.now();
    // Ignore an implausibly long pause, which results from a clock correction.
    if (until > now && until <= latestPlausible(now, MAX_PAUSE)) return true;
    this.paused.delete(senderId);
    return false;
  }

  private moveToEnd({ accountId, key }: JobKey): void {
    const text = keyText({ accountId, key });
    this.hints.delete(text);
    this.hints.set(text, { accountId, key, isNew: false });
  }

  /**
   * Removes the hints of senders whose leased jobs weigh less than requested: no more jobs are due. Keeps the
   * hint after a request for some priorities only, because jobs of other priorities may be due.
   */
  private updateHints(requests: readonly LeaseRequest[], jobs: readonly LeasedSubmission[]): void {
    const leased = new Map<string, number>();
    for (const { key, weight } of jobs) leased.set(key, (leased.get(key) ?? 0) + weight);
    for (const { accountId, key, weight, priority } of requests) {
      const text = keyText({ accountId, key });
      const hint = this.hints.get(text);
      const isMet = (leased.get(key) ?? 0) >= weight;
      if (priority === undefined && !hint?.isNew && !isMet) this.hints.delete(text);
      else if (hint) hint.hasMore = isMet;
    }
  }
}
