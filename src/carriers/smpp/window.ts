import { SECOND } from "../../platform/time";
import type { Session } from "./session";

/** How long nothing is submitted after the carrier has asked for less, in milliseconds. */
export const REST = SECOND;

/** How long a message waits for a bind where there is none, in milliseconds. */
const BIND_WAIT = SECOND;

/** Why a message may not go out now. */
export type NotNow = "not bound" | "resting" | "over";

/** What would have less time than this to be answered does not go out any more, in milliseconds. */
const TOO_LATE = 20;

interface Waiting {
  call: Call;
  resolve: (turn: Session | NotNow) => void;
  /** It has gone out in part already: a rest only delays it. */
  patient: boolean;
}

/** What a caller waits with; nothing of it goes out once it is over. */
export interface Call {
  readonly endsAt: number;
  readonly onOver: Set<() => void>;
}

/**
 * How many submissions are under way over all binds, and over each its share. A carrier that asks for less gets half as
 * much after a rest, and more again with every window that it takes.
 */
export class SubmissionSlots {
  private readonly waiting = new Set<Waiting>();
  private readonly used = new Map<Session, number>();
  private total = 0;
  private allowed: number;
  private restsUntil = 0;
  private wake: NodeJS.Timeout | undefined;
  private unbound: NodeJS.Timeout | undefined;

  constructor(
    readonly size: number,
    private readonly binds: number,
    private readonly sessions: () => Session[],
  ) {
    this.allowed = size;
  }

  get restMs(): number {
    return Math.max(0, Math.ceil(this.restsUntil - performance.now()));
  }

  /** Waits for a turn, in order; answers the session to submit to, which has to be given back, or why there is none. */
  take(call: Call, { patient }: { patient: boolean }): Promise<Session | NotNow> {
    if (this.restMs > 0 && !patient) return Promise.resolve("resting");
    return new Promise((resolve) => {
      const over = () => settle("over");
      const settle = (turn: Session | NotNow) => {
        this.waiting.delete(one);
        call.onOver.delete(over);
        resolve(turn);
      };
      const one: Waiting = { call, resolve: settle, patient };
      this.waiting.add(one);
      call.onOver.add(over);
      this.serve();
    });
  }

  /** The answer is there, or nobody waits for it any longer. */
  giveBack(session: Session, { taken }: { taken: boolean }): void {
    this.total -= 1;
    const left = (this.used.get(session) ?? 1) - 1;
    if (left === 0) this.used.delete(session);
    else this.used.set(session, left);
    if (taken) this.allowed = Math.min(this.size, this.allowed + 1 / this.allowed);
    this.serve();
  }

  /** The carrier has asked for less. Several answers of the same moment say it once: true for the first. */
  rest(): boolean {
    const first = this.restMs === 0;
    if (first) this.allowed = Math.max(1, this.allowed / 2);
    this.restsUntil = performance.now() + REST;
    this.refuseWaiting("resting");
    clearTimeout(this.wake);
    this.wake = setTimeout(() => this.serve(), REST + 1);
    return first;
  }

  /** Nobody else is served: what waits has not gone out. */
  refuseWaiting(why: NotNow): void {
    for (const { resolve, patient } of [...this.waiting]) if (!patient || why === "over") resolve(why);
  }

  /** Gives turns to those who wait longest, each at the session with the least to do. */
  serve(): void {
    if (this.waiting.size === 0 || this.restMs > 0) return;
    if (this.sessions().length === 0) {
      this.unbound ??= setTimeout(() => this.giveUpUnbound(), BIND_WAIT);
      return;
    }
    const tooLate = performance.now() + TOO_LATE;
    for (const { call, resolve } of this.waiting) {
      if (call.endsAt < tooLate) {
        resolve("over");
        continue;
      }
      if (this.total >= Math.floor(this.allowed)) return;
      const session = this.leastUsed();
      if (session === null) return;
      this.total += 1;
      this.used.set(session, (this.used.get(session) ?? 0) + 1);
      resolve(session);
    }
  }

  private giveUpUnbound(): void {
    this.unbound = undefined;
    if (this.sessions().length === 0) this.refuseWaiting("not bound");
    this.serve();
  }

  private leastUsed(): Session | null {
    let best: Session | null = null;
    let least = Math.ceil(this.size / this.binds);
    for (const session of this.sessions()) {
      const used = this.used.get(session) ?? 0;
      if (used >= least) continue;
      best = session;
      least = used;
    }
    return best;
  }
}
