import { type Carrier, DEFAULT_WINDOW } from "../../carriers/carrier";

/** Weight of the jobs that a process holds for one carrier at most, so that their messages fit into memory. */
const MOST_HELD = 4_000;

/** A sender begins with this share of the window, and gains or loses by how promptly the carrier answers. */
const FIRST_SHARE = 1 / 4;
const GAIN = 1 / 8;

/** Submissions that are read ahead, by the window: many end in one moment, and the next must not wait for the database. */
const AHEAD = 1;

/**
 * Messages that the carrier has answered for and that give up their place before it is written down, where they are noted
 * one by one: a small window must not stand still for the database. All of them come a second time after a crash.
 */
export const MOST_BEHIND = 64;

interface Load {
  underWay: number;
  held: number;
  heldUrgent: number;
  share: number;
  /** When it was served last. */
  turn: number;
}

interface Limits {
  /** Submissions that the carrier takes at once. */
  size: number;
  /** Messages of one submission. */
  batchSize: number;
  /** Messages are noted before they go out, and keep their place until what came of them is written down. */
  noted: boolean;
}

/** How much one sender may be given to hold. */
export interface Room {
  weight: number;
  /** Only jobs of the first priority, which go before what is held of others. */
  urgentOnly: boolean;
}

/**
 * What a process has under way with one carrier: as many submissions at once as there are places, shared out among
 * senders. Who is answered promptly may use all of them; who is not, a part, so that a sender whose messages hang leaves
 * room for the others. Of those under way, as many as the carrier's window allows have their turn with it.
 */
export class SubmissionWindow {
  private underWay = 0;
  private held = 0;
  private served = 0;
  private readonly loads = new Map<string, Load>();
  private withCarrier = 0;
  /** Messages that have given up their place, and of which what came is being written down. */
  private behind = 0;
  private readonly queue: ((isTheirs: boolean) => void)[] = [];
  private closed = false;

  constructor(private limits: Limits) {}

  /** Goes by other limits from now on; what is under way beyond them ends by itself. */
  resize(limits: Limits): this {
    this.limits = limits;
    this.callUp();
    return this;
  }

  /**
   * Where messages are noted before they go out, and written down before the next, others are with the carrier meanwhile:
   * as many messages as it takes submissions, since small submissions need it most and large ones would leave much unsure.
   */
  private get places(): number {
    const { size, batchSize, noted } = this.limits;
    return noted ? size + Math.ceil(size / batchSize) : size;
  }

  /** The sender may begin one more submission now. */
  mayBegin(senderId: string): boolean {
    const { underWay, share } = this.loadOf(senderId);
    return !this.isFull && underWay < Math.max(1, Math.floor(this.places * share));
  }

  get isFull(): boolean {
    return this.underWay >= this.places;
  }

  /**
   * Resolves when a submission under way may go to the carrier, in order: then `endTurn` once it has answered. False
   * where its turn will not come any more.
   */
  async turn(): Promise<boolean> {
    if (this.closed) return false;
    if (this.withCarrier >= this.limits.size) return new Promise((resolve) => this.queue.push(resolve));
    this.withCarrier += 1;
    return true;
  }

  endTurn(): void {
    this.withCarrier -= 1;
    this.callUp();
  }

  private callUp(): void {
    while (this.withCarrier < this.limits.size) {
      const next = this.queue.shift();
      if (!next) return;
      this.withCarrier += 1;
      next(true);
    }
  }

  /** Nobody gets a turn any more; who has one keeps it. */
  close(): void {
    this.closed = true;
    for (const next of this.queue.splice(0)) next(false);
  }

  /** Whether so many messages may give up their place with the carrier's answer; then `caughtUp` once it is written. */
  mayLeaveBehind(messages: number): boolean {
    if (this.limits.noted && this.behind + messages > MOST_BEHIND) return false;
    this.behind += messages;
    return true;
  }

  caughtUp(messages: number): void {
    this.behind -= messages;
  }

  begin(senderId: string): void {
    const load = this.loadOf(senderId);
    load.underWay += 1;
    load.turn = ++this.served;
    this.underWay += 1;
  }

  /** A submission is over. `prompt`: it was answered within a time that leaves room for others. */
  end(senderId: string, { prompt }: { prompt: boolean }): void {
    const load = this.loadOf(senderId);
    load.underWay -= 1;
    this.underWay -= 1;
    load.share = prompt ? Math.min(1, load.share + GAIN) : Math.max(FIRST_SHARE / 2, load.share / 2);
    this.forget(senderId, load);
  }

  hold(senderId: string, { weight, priority }: { weight: number; priority: number }): void {
    this.change(senderId, weight, priority);
  }

  drop(senderId: string, { weight, priority }: { weight: number; priority: number }): void {
    this.change(senderId, -weight, priority);
  }

  private change(senderId: string, weight: number, priority: number): void {
    const load = this.loadOf(senderId);
    load.held += weight;
    if (priority === 0) load.heldUrgent += weight;
    this.held += weight;
    this.forget(senderId, load);
  }

  /** What the sender may be given now; null: nothing. */
  room(senderId: string): Room | null {
    const { held, heldUrgent, share } = this.loadOf(senderId);
    const most = Math.ceil(
      Math.min(
        MOST_HELD * share,
        this.places * this.limits.batchSize * Math.max(share, 1 / this.places) * (1 + AHEAD) +
          (this.limits.noted ? MOST_BEHIND * share : 0),
      ),
    );
    const weight = Math.min(most - held, MOST_HELD - this.held);
    if (weight > 0) return { weight, urgentOnly: false };
    return most > heldUrgent && heldUrgent < MOST_HELD
      ? { weight: most - heldUrgent, urgentOnly: true }
      : null;
  }

  /** Whose turn it is among those: who was served longest ago. */
  next<T extends { senderId: string }>(senders: Iterable<T>): T | undefined {
    let best: { sender: T; turn: number } | undefined;
    for (const sender of senders) {
      if (!this.mayBegin(sender.senderId)) continue;
      const { turn } = this.loadOf(sender.senderId);
      if (best === undefined || turn < best.turn) best = { sender, turn };
    }
    return best?.sender;
  }

  private loadOf(senderId: string): Load {
    const known = this.loads.get(senderId);
    if (known) return known;
    const fresh = { underWay: 0, held: 0, heldUrgent: 0, share: FIRST_SHARE, turn: 0 };
    this.loads.set(senderId, fresh);
    return fresh;
  }

  /** Senders without any work begin anew; there may be many over time. */
  private forget(senderId: string, { underWay, held }: Load): void {
    if (underWay === 0 && held === 0 && this.loads.size > MOST_IDLE) this.loads.delete(senderId);
  }
}

const MOST_IDLE = 1_000;

/** The windows of all carriers. Connections come, and change, while the process lives. */
export class SubmissionWindows {
  private readonly byCarrier = new Map<string, SubmissionWindow>();

  of({ name, window: size = DEFAULT_WINDOW, batchSize, idempotent }: Carrier): SubmissionWindow {
    const limits: Limits = { size, batchSize, noted: !idempotent };
    const known = this.byCarrier.get(name);
    if (known) return known.resize(limits);
    const window = new SubmissionWindow(limits);
    this.byCarrier.set(name, window);
    return window;
  }

  close(): void {
    for (const window of this.byCarrier.values()) window.close();
  }

  all(): Iterable<[carrier: string, window: SubmissionWindow]> {
    return this.byCarrier;
  }
}
