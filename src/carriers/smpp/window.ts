import type { Purpose } from "../../messaging/purpose";
import { SECOND } from "../../platform/time";
import type { Session } from "./session";

/** Pause of submissions after a throttling response, in milliseconds. */
const REST = SECOND;

/** Maximum time that a message waits for a bind, in milliseconds. */
const BIND_WAIT = SECOND;

export type NotNow = "not bound" | "resting" | "over";

/** Minimum remaining time for a submission, in milliseconds. */
const TOO_LATE = 20;

interface Waiting {
  call: Call;
  resolve: (turn: Session | NotNow) => void;
  /** Whether part of the message was already sent. A pause then delays the message instead of refusing it. */
  mayWait: boolean;
}

/** Deadline of a caller, after which nothing is submitted. `endsAt` is a time of `performance.now()`. */
export interface Call {
  readonly endsAt: number;
  readonly onOver: Set<() => void>;
}

/**
 * Limits the submissions in flight, in total and per bind. A throttling response pauses submissions and
 * halves the limit. Each accepted part then raises the limit by the fraction `1 / limit`, up to `size`.
 */
export class SubmissionSlots {
  /**
   * Waiting parts in order of arrival. One-time codes are urgent, and so are further parts of begun messages,
   * because an incomplete message is useless.
   */
  private readonly waiting = { urgent: new Set<Waiting>(), others: new Set<Waiting>() };
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
   * Waits for a slot. Returns the session, or why none is usable. The caller must free the slot with
   * `release`.
   */
  take(call: Call, { purpose, mayWait }: { purpose: Purpose; mayWait: boolean }): Promise<Session | NotNow> {
    if (this.restMs > 0 && !mayWait) return Promise.resolve("resting");
    const waiting = mayWait || purpose === "otp" ? this.waiting.urgent : this.waiting.others;
    return new Promise((resolve) => {
      const over = () => settle("over");
      const settle = (turn: Session | NotNow) => {
        waiting.delete(one);
        call.onOver.delete(over);
        resolve(turn);
      };
      const one: Waiting = { call, resolve: settle, mayWait };
      waiting.add(one);
      call.onOver.add(over);
      this.serve();
    });
  }

  release(session: Session, { taken }: { taken: boolean }): void {
    this.total -= 1;
    const left = (this.used.get(session) ?? 1) - 1;
    if (left === 0) this.used.delete(session);
    else this.used.set(session, left);
    if (taken) this.allowed = Math.min(this.size, this.allowed + 1 / this.allowed);
    this.serve();
  }

  /** Pauses submissions after a throttling response. Returns true for the first of simultaneous responses. */
  rest(): boolean {
    const first = this.restMs === 0;
    if (first) this.allowed = Math.max(1, this.allowed / 2);
    this.restsUntil = performance.now() + REST;
    this.refuseWaiting("resting");
    clearTimeout(this.wake);
    this.wake = setTimeout(() => this.serve(), REST + 1);
    return first;
  }

  /** Refuses waiting parts. A part of a begun message is refused only for "over", when the carrier stops. */
  refuseWaiting(why: NotNow): void {
    for (const { resolve, mayWait } of [...this.inOrder()]) if (!mayWait || why === "over") resolve(why);
  }

  /** Assigns free slots on the least busy session: to urgent parts first. */
  serve(): void {
    if (this.restMs > 0 || this.inOrder().next().done) return;
    if (this.sessions().length === 0) {
      this.unbound ??= setTimeout(() => this.giveUpUnbound(), BIND_WAIT);
      return;
    }
    const tooLate = performance.now() + TOO_LATE;
    for (const { call, resolve } of this.inOrder()) {
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

  private *inOrder(): Generator<Waiting> {
    yield* this.waiting.urgent;
    yield* this.waiting.others;
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
