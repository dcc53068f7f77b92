import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "./limits";

/** A request, its answer, and what makes the one of the other. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  handle(): void;
}

/** An answer that is written by hand, where no response object is to be had. */
export interface Refusal {
  status: number;
  message: string;
}

/** What a connection does that it should not go on with. */
export type Fault = "stalled answer" | "stalled body" | "left open";

/** One client's connection: the request that is worked on, those behind it, and how its bytes move. */
export class Connection {
  /** With its handler, or answered and not all taken yet. */
  current: Exchange | null = null;
  readonly waiting: Exchange[] = [];
  /** Read, and never to be begun: the connection ends before. */
  readonly abandoned: Exchange[] = [];
  /** No further request is taken from it. */
  isEnding = false;
  /** Written when everything before it is answered; the connection ends with it. */
  refusal: Refusal | null = null;

  /** The newest request that was begun: its body may still be on its way when it is answered. */
  private newest: IncomingMessage | null = null;
  private readAtRest = 0;
  private taken = 0;
  private takenAt: number;
  private bodyAt: number;
  private bodyRead = 0;
  private overAt: number | null = null;

  constructor(
    readonly socket: Socket,
    now: number,
  ) {
    this.takenAt = now;
    this.bodyAt = now;
  }

  begin(exchange: Exchange): void {
    this.current = exchange;
    this.newest = exchange.req;
  }

  rest(): void {
    this.readAtRest = this.socket.bytesRead;
  }

  /** How many requests are read and not begun. */
  get unbegun(): number {
    return this.waiting.length + this.abandoned.length;
  }

  /** Begins none of those that wait. */
  abandonWaiting(): void {
    this.abandoned.push(...this.waiting.splice(0));
  }

  /**
   * Ends the connection with all that it holds. Left to Node, each request that was not begun would be given an error,
   * with a stack to be written out: with thousands of them that takes longer than anything else here.
   */
  cut(): void {
    this.socket.destroy();
    this.abandonWaiting();
    for (const { req } of this.abandoned) req.destroy();
  }

  /** Whether some of a request has arrived, and not all of its headers. */
  get isMidHeaders(): boolean {
    return this.current === null && this.socket.bytesRead > this.readAtRest;
  }

  /** Whether all that is missing is the service's own doing. */
  get isProcessing(): boolean {
    const { current } = this;
    return (
      current !== null &&
      current.req.complete &&
      !current.res.writableEnded &&
      this.socket.writableLength === 0
    );
  }

  /** The request whose end has not arrived yet, wherever it stands. */
  get incomplete(): IncomingMessage | null {
    const last = this.waiting.at(-1)?.req ?? this.newest;
    return last !== null && !last.complete ? last : null;
  }

  /** When some of what is written was last taken; the present if all is. */
  get lastTakenAt(): number {
    return this.takenAt;
  }

  /** Whether the last answer can still announce that the connection ends with it. */
  get canAnnounceEnd(): boolean {
    return this.last?.res.headersSent === false;
  }

  /** Ends the connection with the last answer, which announces the end if it still can. */
  endAfterLast(): void {
    this.isEnding = true;
    if (this.canAnnounceEnd) this.last?.res.setHeader("Connection", "close");
  }

  private get last(): Exchange | null {
    return this.waiting.at(-1) ?? this.current;
  }

  /** Notes how far its bytes have come since the last look, and answers what is wrong with that. */
  look(now: number, limits: HttpLimits): Fault | null {
    // What is over is never anything else: a body that stalled has been answered, and its client may not hang up.
    return this.lookAtEnd(now, limits) ?? this.lookAtAnswer(now, limits) ?? this.lookAtBody(now, limits);
  }

  private lookAtAnswer(now: number, limits: HttpLimits): Fault | null {
    const untaken = this.socket.writableLength;
    const taken = this.socket.bytesWritten - untaken;
    if (untaken === 0 || taken > this.taken) {
      this.taken = taken;
      this.takenAt = now;
      return null;
    }
    const patienceMs = limits.stallMs + (untaken / limits.slowestBytesPerSecond) * 1_000;
    return now - this.takenAt > patienceMs ? "stalled answer" : null;
  }

  private lookAtBody(now: number, limits: HttpLimits): Fault | null {
    const { bytesRead } = this.socket;
    const { newest } = this;
    // A body that nobody reads, or that is read more slowly than it comes, waits for the service.
    const isAwaited =
      newest !== null && !newest.complete && newest.readableFlowing !== null && newest.readableLength === 0;
    if (!isAwaited || bytesRead - this.bodyRead >= limits.bodyWindowBytes) {
      this.bodyAt = now;
      this.bodyRead = bytesRead;
      return null;
    }
    return now - this.bodyAt > limits.bodyWindowMs ? "stalled body" : null;
  }

  private lookAtEnd(now: number, limits: HttpLimits): Fault | null {
    if (!this.socket.writableFinished) return null;
    this.overAt ??= now;
    return now - this.overAt > limits.lingerMs ? "left open" : null;
  }
}
