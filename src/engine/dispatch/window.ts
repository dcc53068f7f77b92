import { type Carrier, DEFAULT_WINDOW } from "../../carriers/carrier";

/** Weight of the jobs that a process holds for one carrier at most, so that their messages fit into memory. */
const MOST_HELD = 4_000;

/** A sender begins with this share of the window, and gains or loses by how promptly the carrier answers. */
const FIRST_SHARE = 1 / 4;
const GAIN = 1 / 8;

/** Submissions that are read ahead, by the window: many end in one moment, and the next must not wait for the database. */
const AHEAD = 1;

interface Load {
  underWay: number;
  held: number;
  heldUrgent: number;
  share: number;
  /** When it was served last. */
  turn: number;
}

/** How much one sender may be given to hold. */
export interface Room {
  weight: number;
  /** Only jobs of the first priority, which go before what is held of others. */
  urgentOnly: boolean;
}

/**
 * What a process has under way with one carrier: as many submissions at once as the carrier's window allows, shared out
 * among senders. Who is answered promptly may use all of it; who is not, a part, so that a sender whose messages hang
 * leaves room for the others.
 */
export class SubmissionWindow {
  private underWay = 0;
  private held = 0;
  private turns = 0;
  private readonly loads = new Map<string, Load>();

  constructor(
    private size: number,
    private batchSize: number,
  ) {}

  /** Goes by another size from now on; what is under way beyond it ends by itself. */
  resize(size: number, batchSize: number): this {
    this.size = size;
    this.batchSize = batchSize;
    return this;
  }

  /** The sender may begin one more submission now. */
  mayBegin(senderId: string): boolean {
    const { underWay, share } = this.loadOf(senderId);
    return this.underWay < this.size && underWay < Math.max(1, Math.floor(this.size * share));
  }

  get isFull(): boolean {
    return this.underWay >= this.size;
  }

  begin(senderId: string): void {
    const load = this.loadOf(senderId);
    load.underWay += 1;
    load.turn = ++this.turns;
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
      Math.min(MOST_HELD * share, this.size * this.batchSize * Math.max(share, 1 / this.size) * (1 + AHEAD)),
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

  of({ name, window: size = DEFAULT_WINDOW, batchSize }: Carrier): SubmissionWindow {
    const known = this.byCarrier.get(name);
    if (known) return known.resize(size, batchSize);
    const window = new SubmissionWindow(size, batchSize);
    this.byCarrier.set(name, window);
    return window;
  }

  all(): Iterable<[carrier: string, window: SubmissionWindow]> {
    return this.byCarrier;
  }
}
