import { SECOND } from "../../platform/time";
import type { Session } from "./session";

/** Pause of submissions after the carrier throttled, in milliseconds. */
export const REST = SECOND;

/** Longest wait of a message for a bind, in milliseconds. */
const BIND_WAIT = SECOND;

/** Reason why a message cannot be submitted now. */
export type NotNow = "not bound" | "resting" | "over";

/** Minimum time left for a response, in milliseconds; with less time a message is not submitted. */
const TOO_LATE = 20;

interface Waiting {
  call: Call;
  resolve: (turn: Session | NotNow) => void;
  /** Whether part of the message was already sent, so that a pause only delays it. */
  patient: boolean;
}

/** A caller's deadline. Nothing is submitted after it. */
export interface Call {
  readonly endsAt: number;
  readonly onOver: Set<() => void>;
}

/**
 * Limits the submissions in flight, over all binds and per bind. When the carrier throttles, the limit is
 * halved after a pause. It grows again by one with each accepted window.
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

  /**
   * Waits for a slot, in order. Returns the session to submit to, or why there is none. The caller must free
   * the slot with `giveBack`.
   */
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

  /** Frees the slot after the response or the deadline. */
  giveBack(session: Session, { taken }: { taken: boolean }): void {
    this.total -= 1;
    const left = (this.used.get(session) ?? 1) - 1;
    if (left === 0) this.used.delete(session);
    else this.used.set(session, left);
    if (taken) this.allowed = Math.min(this.size, this.allowed + 1 / this.allowed);
    this.serve();
  }

  /**
   * Pauses because the carrier throttled. Several responses at the same moment count once; returns true for
   * the first one.
   */
  rest(): boolean {
    const first = this.restMs === 0;
    if (first) this.allowed = Math.max(1, this.allowed / 2);
    this.restsUntil = performance.now() + REST;
    this.refuseWaiting("resting");
    clearTimeout(this.wake);
    this.wake = setTimeout(() => this.serve(), REST + 1);
    return first;
  }

  /**
   * Ends the waits of messages that have not been sent. Partly sent messages keep waiting, unless `why` is
   * "over".
   */
  refuseWaiting(why: NotNow): void {
    for (const { resolve, patient } of [...this.waiting]) if (!patient || why === "over") resolve(why);
  }

  /** Gives slots to the longest waiting messages, each on the least busy session. */
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
