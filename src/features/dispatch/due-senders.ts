import type { SubmissionPayload } from "../messages/submission-job";
import type { Sender } from "../senders/sender";
import { sendersOfKeys } from "../senders/senders.store";
import { type JobKey, keyText } from "../../queue/job";
import { leaseJobs, type Want } from "../../queue/leases.store";
import { readyKeys } from "../../queue/ready-keys.store";
import { type Instant, latestPlausible, SECOND } from "../../platform/time";
import { LEASE } from "./settlement";
import type { DispatchParts } from "./submission";
import type { Room } from "./window";
import type { LeasedSubmission } from "./leased-batch";

/** How often all senders are looked at: for what comes due by itself, and what no wake-up told of, in milliseconds. */
export const LOOK_EVERY = SECOND / 4;
/** Senders whose jobs are leased in one go. */
const SENDERS_AT_ONCE = 200;

interface Hint extends JobKey {
  /** Something was queued since the sender was leased from last. */
  news: boolean;
}

export interface LeasedOfSenders {
  jobs: LeasedSubmission[];
  /** The senders that they are of, by id, as far as they are still there. */
  senders: ReadonlyMap<string, Sender>;
}

const NOTHING: LeasedOfSenders = { jobs: [], senders: new Map() };

/** The senders that may have jobs due, whose turns come in the order in which they were served last. */
export class DueSenders {
  private readonly hints = new Map<string, Hint>();
  /** Senders that are at their speed, and until when: of these nothing is leased that could only be put back. */
  private readonly atSpeed = new Map<string, Instant>();
  /** The senders as they were read since all were looked at last: they tell whose carrier has no room. */
  private readonly known = new Map<string, Sender>();
  private lookedAt = -Infinity;

  constructor(
    private readonly parts: Pick<DispatchParts, "db" | "clock" | "carriers" | "connections">,
    /** How much of a sender's jobs there is room for; null where it has to wait for its carrier. */
    private readonly roomOf: (sender: Sender | undefined, senderId: string) => Room | null,
  ) {}

  /** These may have something due. */
  hint(keys: readonly JobKey[]): void {
    for (const key of keys) this.hints.set(keyText(key), { ...key, news: true });
  }

  /** Any may have. */
  hintAll(): void {
    this.lookedAt = -Infinity;
  }

  /** Until then the sender is not served. */
  restUntil(senderId: string, until: Instant): void {
    this.atSpeed.set(senderId, until);
  }

  /** Leases what there is room for, of all senders in turn. */
  async lease(): Promise<LeasedOfSenders> {
    const { db, clock } = this.parts;
    if (performance.now() - this.lookedAt >= LOOK_EVERY) {
      this.lookedAt = performance.now();
      this.known.clear();
      this.hint(await this.allReady());
    }
    const hints = [...this.hints.values()].filter((hint) => {
      const sender = this.known.get(hint.key);
      return sender === undefined || this.wantOf(hint, sender).length > 0;
    });
    if (hints.length === 0) return NOTHING;
    const senders = await sendersOfKeys(db, hints);
    for (const [id, sender] of senders) this.known.set(id, sender);
    await this.ensureCarriers(senders.values());
    const wants = hints.flatMap((hint) => this.wantOf(hint, senders.get(hint.key))).slice(0, SENDERS_AT_ONCE);
    if (wants.length === 0) return { jobs: [], senders };
    for (const want of wants) this.served(want);
    const options = { now: clock.now(), leaseMs: LEASE };
    const jobs = await leaseJobs<SubmissionPayload>(db, "submission", wants, options);
    this.forgetEmpty(wants, jobs);
    return { jobs, senders };
  }

  private async ensureCarriers(senders: Iterable<Sender>): Promise<void> {
    const { carriers, connections } = this.parts;
    const unknown = new Set([...senders].map(({ carrier }) => carrier).filter((name) => !carriers.has(name)));
    if (unknown.size > 0) await connections?.ensure(unknown);
  }

  private async allReady(): Promise<JobKey[]> {
    const { db, clock } = this.parts;
    const all: JobKey[] = [];
    for (let after: JobKey | null = null; ;) {
      const options = { after, limit: SENDERS_AT_ONCE };
      const some: JobKey[] = await readyKeys(db, "submission", clock.now(), options);
      all.push(...some);
      after = some.at(-1) ?? null;
      if (some.length < SENDERS_AT_ONCE) return all;
    }
  }

  private wantOf({ accountId, key, news }: Hint, sender: Sender | undefined): Want[] {
    if (this.isAtSpeed(key)) return [];
    const room = this.roomOf(sender, key);
    if (room === null || (room.urgentOnly && !news)) return [];
    return [
      {
        accountId,
        key,
        weight: room.weight,
        ...(room.urgentOnly ? { priority: 0 } : {}),
      },
    ];
  }

  private isAtSpeed(senderId: string): boolean {
    const until = this.atSpeed.get(senderId);
    if (until === undefined) return false;
    const now = this.parts.clock.now();
    // Tokens are awaited for a second at most: what is later was set by a clock that was ahead.
    if (until > now && until <= latestPlausible(now, SECOND)) return true;
    this.atSpeed.delete(senderId);
    return false;
  }

  /** Has the sender wait behind the others. */
  private served({ accountId, key }: JobKey): void {
    const text = keyText({ accountId, key });
    this.hints.delete(text);
    this.hints.set(text, { accountId, key, news: false });
  }

  /** A sender that had less than there was room for has nothing more due. */
  private forgetEmpty(wants: readonly Want[], jobs: readonly LeasedSubmission[]): void {
    const got = new Map<string, number>();
    for (const { key, weight } of jobs) got.set(key, (got.get(key) ?? 0) + weight);
    for (const { accountId, key, weight, priority } of wants) {
      const text = keyText({ accountId, key });
      const more = this.hints.get(text)?.news || (got.get(key) ?? 0) >= weight;
      if (priority === undefined && !more) this.hints.delete(text);
    }
  }
}
