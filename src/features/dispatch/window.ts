import { type Carrier, DEFAULT_WINDOW } from "../../carriers/carrier";
import { AdaptiveLimit } from "../../platform/concurrency/adaptive-limit";
import { PRIORITIES } from "../../queue/job";
import { PRIORITY } from "../messages/submission-job";

/**
 * Maximum weight of the jobs that a process holds for one carrier, apart from jobs that overtake held jobs.
 * Bounds the memory for their messages.
 */
const MAX_HELD = 4_000;

/** Bounds of a sender's share of the window, which prompt submissions increase and slow submissions halve. */
const SHARE = { first: 1 / 4, min: 1 / 8, max: 1, step: 1 / 8 };

/**
 * Work to lease beyond the present window, in windows. Submissions end in waves, and the next wave must not
 * wait for the database.
 */
const AHEAD = 1;

/**
 * Maximum messages that free their slot before their outcome is written, for carriers with recorded intents.
 * If every slot were held until the write, a small window would wait for the database. After a crash, all
 * these messages may be submitted a second time.
 */
export const MAX_UNWRITTEN = 64;

/** Number of known senders above which an idle sender's share is forgotten. */
const MAX_IDLE = 1_000;

interface Load {
  slots: number;
  held: number;
  /** Held weight by priority. */
  heldOf: Map<number, number>;
  share: AdaptiveLimit;
  /** Sequence number of the last slot that the sender took; 0 before the first. */
  servedAt: number;
}

interface Limits {
  /** Maximum submissions at the carrier at once. */
  size: number;
  batchSize: number;
  /**
   * Whether intents are recorded before a submission. A slot is then held until the outcomes are written,
   * except for up to `MAX_UNWRITTEN` messages.
   */
  recordsIntents: boolean;
}

/** Amount of work that one sender may lease. */
export interface Room {
  weight: number;
  /** Least urgent priority that may be leased beyond the usual room. Absent: any priority. */
  priority?: number;
  /** Whether to lease only if a job was queued since the last lease. */
  onlyNew?: boolean;
}

/** Priorities that can overtake held jobs, the least urgent priority first. */
const OVERTAKING = PRIORITIES.slice(0, -1).reverse();

/**
 * Bounds the submissions to one carrier. Each submission takes a slot. A sender with prompt responses may use
 * all slots; a sender with slow responses uses a part, which leaves slots to other senders. `acquire` further
 * limits the submissions at the carrier itself to its window.
 */
export class SubmissionWindow {
  private taken = 0;
  private held = 0;
  private served = 0;
  private readonly loads = new Map<string, Load>();
  private atCarrier = 0;
  private unwrittenOutcomes = 0;
  private readonly waiting: {
    senderId: string;
    priority: number;
    resolve: (isAcquired: boolean) => void;
  }[] = [];
  private isClosed = false;

  constructor(private limits: Limits) {}

  /** Changes the limits. Running submissions beyond the new limits are not interrupted. */
  resize(limits: Limits): this {
    this.limits = limits;
    this.grant();
    return this;
  }

  /**
   * Number of submissions that may hold a slot. With recorded intents, there are slots for about `size` more
   * messages, whose intents and outcomes are written while other submissions are at the carrier. There are no
   * further slots, because the outcomes of all these messages are uncertain after a crash.
   */
  private get slots(): number {
    const { size, batchSize, recordsIntents } = this.limits;
    return recordsIntents ? size + Math.ceil(size / batchSize) : size;
  }

  get isFull(): boolean {
    return this.taken >= this.slots;
  }

  mayTakeSlot(senderId: string, { precedesAll = false } = {}): boolean {
    const { slots, share } = this.loadOf(senderId);
    const reserved = precedesAll ? this.reserved : 0;
    const max = Math.max(1, Math.floor(this.slots * share.value));
    return this.taken < this.slots + reserved && slots < max + reserved;
  }

  /**
   * Number of extra slots for messages of the first priority. With recorded intents, submissions may hold a
   * slot while they still wait for the carrier. The extra slot lets urgent messages overtake them.
   */
  private get reserved(): number {
    return this.limits.recordsIntents ? 1 : 0;
  }

  takeSlot(senderId: string): void {
    const load = this.loadOf(senderId);
    load.slots += 1;
    load.servedAt = ++this.served;
    this.taken += 1;
  }

  /** Ends a submission. A prompt submission increases the sender's share; a slow submission halves it. */
  freeSlot(senderId: string, { prompt }: { prompt: boolean }): void {
    const load = this.loadOf(senderId);
    load.slots -= 1;
    this.taken -= 1;
    if (prompt) load.share.increase();
    else load.share.halve();
    this.forget(senderId, load);
  }

  /**
   * Waits for a free place at the carrier, in the order of the calls. A submission overtakes submissions of
   * its sender with a later priority. With the first priority, it overtakes all submissions with a later
   * priority. Returns false after `close`.
   */
  async acquire(senderId: string, priority = 0): Promise<boolean> {
    if (this.isClosed) return false;
    if (this.atCarrier >= this.limits.size) {
      const place = this.waiting.findIndex(
        (other) => other.priority > priority && (other.senderId === senderId || priority === PRIORITIES[0]),
      );
      return new Promise((resolve) =>
        this.waiting.splice(place < 0 ? this.waiting.length : place, 0, { senderId, priority, resolve }),
      );
    }
    this.atCarrier += 1;
    return true;
  }

  release(): void {
    this.atCarrier -= 1;
    this.grant();
  }

  private grant(): void {
    while (this.atCarrier < this.limits.size) {
      const next = this.waiting.shift();
      if (!next) return;
      this.atCarrier += 1;
      next.resolve(true);
    }
  }

  /** Refuses all waiting and later submissions. */
  close(): void {
    this.isClosed = true;
    for (const { resolve } of this.waiting.splice(0)) resolve(false);
  }

  /**
   * Returns whether messages may free their slot now. If so, counts them as unwritten: `outcomesWritten` must
   * follow.
   */
  mayDeferOutcomes(messages: number): boolean {
    if (this.limits.recordsIntents && this.unwrittenOutcomes + messages > MAX_UNWRITTEN) return false;
    this.unwrittenOutcomes += messages;
    return true;
  }

  outcomesWritten(messages: number): void {
    this.unwrittenOutcomes -= messages;
  }

  hold(senderId: string, { weight, priority }: { weight: number; priority: number }): void {
    const load = this.loadOf(senderId);
    load.held += weight;
    load.heldOf.set(priority, (load.heldOf.get(priority) ?? 0) + weight);
    this.held += weight;
    this.forget(senderId, load);
  }

  drop(senderId: string, { weight, priority }: { weight: number; priority: number }): void {
    this.hold(senderId, { weight: -weight, priority });
  }

  room(senderId: string): Room | null {
    const { held, heldOf, share: limit } = this.loadOf(senderId);
    const share = limit.value;
    const { batchSize, recordsIntents } = this.limits;
    const slots = this.slots * Math.max(share, 1 / this.slots);
    const deferred = recordsIntents ? MAX_UNWRITTEN * share : 0;
    const max = Math.ceil(Math.min(MAX_HELD * share, slots * batchSize * (1 + AHEAD) + deferred));
    const weight = Math.min(max - held, MAX_HELD - this.held);
    if (weight > 0) return { weight };
    for (const priority of OVERTAKING) {
      let notLater = 0;
      for (const [other, some] of heldOf) if (other <= priority) notLater += some;
      // Jobs of campaigns may go beyond the maximum only to overtake jobs that the process holds.
      const mayOvertake = priority <= PRIORITY.transactional || notLater < held;
      if (mayOvertake && notLater < max) return { weight: max - notLater, priority };
    }
    return null;
  }

  /** Returns the least recently served sender that may take a slot; undefined if none may. */
  next<T extends { senderId: string; precedesAll?: boolean }>(senders: Iterable<T>): T | undefined {
    let best: { sender: T; servedAt: number } | undefined;
    for (const sender of senders) {
      if (!this.mayTakeSlot(sender.senderId, sender)) continue;
      const { servedAt } = this.loadOf(sender.senderId);
      if (best === undefined || servedAt < best.servedAt) best = { sender, servedAt };
    }
    return best?.sender;
  }

  private loadOf(senderId: string): Load {
    const known = this.loads.get(senderId);
    if (known) return known;
    const fresh = {
      slots: 0,
      held: 0,
      heldOf: new Map<number, number>(),
      share: new AdaptiveLimit(SHARE),
      servedAt: 0,
    };
    this.loads.set(senderId, fresh);
    return fresh;
  }

  private forget(senderId: string, { slots, held }: Load): void {
    if (slots === 0 && held === 0 && this.loads.size > MAX_IDLE) this.loads.delete(senderId);
  }
}

/** The windows of all carriers. Connections can be added and changed while the process runs. */
export class SubmissionWindows {
  private readonly byCarrier = new Map<string, SubmissionWindow>();

  of({ name, window: size = DEFAULT_WINDOW, batchSize, idempotent }: Carrier): SubmissionWindow {
    const limits: Limits = { size, batchSize, recordsIntents: !idempotent };
    const known = this.byCarrier.get(name);
    if (known) return known.resize(limits);
    const window = new SubmissionWindow(limits);
    this.byCarrier.set(name, window);
    return window;
  }

  all(): Iterable<[carrier: string, window: SubmissionWindow]> {
    return this.byCarrier;
  }

  close(): void {
    for (const window of this.byCarrier.values()) window.close();
  }
}
