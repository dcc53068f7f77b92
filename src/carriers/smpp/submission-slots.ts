import type { Purpose } from "../../messaging/purpose";
import { SECOND } from "../../platform/time";
import type { Session } from "./session";

/** Pause of submissions after a throttling response, in milliseconds. */
const THROTTLE_MS = SECOND;

/** Maximum time that a message waits for a bind, in milliseconds. */
const BIND_WAIT = SECOND;

export type SlotRefusal = "not bound" | "throttled" | "expired";

/** Remaining time in milliseconds below which a waiting submission gets no slot, and expires. */
const TOO_LATE = 20;

interface Waiting {
  deadline: SubmissionDeadline;
  resolve: (turn: Session | SlotRefusal) => void;
  /** Whether part of the message was already sent. A pause then delays the message instead of refusing it. */
  mayWait: boolean;
}

/** Deadline of a caller, after which nothing is submitted. `endsAt` is a time of `performance.now()`. */
export interface SubmissionDeadline {
  readonly endsAt: number;
  readonly onExpired: Set<() => void>;
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
  private throttledUntil = 0;
  private wake: NodeJS.Timeout | undefined;
  private unbound: NodeJS.Timeout | undefined;

  constructor(
    readonly size: number,
    private readonly binds: number,
    private readonly sessions: () => Session[],
  ) {
    this.allowed = size;
  }

  get throttledForMs(): number {
    return Math.max(0, Math.ceil(this.throttledUntil - performance.now()));
  }

  /**
   * Waits for a slot. Returns the session, or why none is usable. The caller must free the slot with
   * `release`.
   */
  take(
    deadline: SubmissionDeadline,
    { purpose, mayWait }: { purpose: Purpose; mayWait: boolean },
  ): Promise<Session | SlotRefusal> {
    if (this.throttledForMs > 0 && !mayWait) return Promise.resolve("throttled");
    const waiting = mayWait || purpose === "otp" ? this.waiting.urgent : this.waiting.others;
    return new Promise((resolve) => {
      const expire = () => settle("expired");
      const settle = (turn: Session | SlotRefusal) => {
        waiting.delete(one);
        deadline.onExpired.delete(expire);
        resolve(turn);
      };
      const one: Waiting = { deadline, resolve: settle, mayWait };
      waiting.add(one);
      deadline.onExpired.add(expire);
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
  throttle(): boolean {
    const first = this.throttledForMs === 0;
    if (first) this.allowed = Math.max(1, this.allowed / 2);
    this.throttledUntil = performance.now() + THROTTLE_MS;
    this.refuseWaiting("throttled");
    clearTimeout(this.wake);
    this.wake = setTimeout(() => this.serve(), THROTTLE_MS + 1);
    return first;
  }

  /**
   * Refuses waiting parts. Parts of begun messages keep waiting, unless the reason is "expired": the carrier
   * stops.
   */
  refuseWaiting(why: SlotRefusal): void {
    for (const { resolve, mayWait } of [...this.inOrder()]) if (!mayWait || why === "expired") resolve(why);
  }

  /** Assigns free slots on the least busy session: to urgent parts first. */
  serve(): void {
    if (this.throttledForMs > 0 || this.inOrder().next().done) return;
    if (this.sessions().length === 0) {
      this.unbound ??= setTimeout(() => this.giveUpUnbound(), BIND_WAIT);
      return;
    }
    const tooLate = performance.now() + TOO_LATE;
    for (const { deadline, resolve } of this.inOrder()) {
      if (deadline.endsAt < tooLate) {
        resolve("expired");
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
