import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "./limits";

/** A request, its response, and the function that handles it. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  handle(): void;
}

/** A response that is written directly to the socket, where no response object exists. */
export interface Refusal {
  status: number;
  message: string;
}

/** Misbehaviour for which a connection is ended. */
export type Fault = "stalled answer" | "stalled body" | "left open";

/** One client's connection: the current request, the waiting requests, and the progress of its bytes. */
export class Connection {
  /** The request whose handler is running, or whose response is not fully sent. */
  current: Exchange | null = null;
  readonly waiting: Exchange[] = [];
  /** Requests that were read but will never begin, because the connection ends first. */
  readonly abandoned: Exchange[] = [];
  /** Whether no further request is accepted on it. */
  isEnding = false;
  /** Refusal that is written after all preceding responses; it ends the connection. */
  refusal: Refusal | null = null;

  /** The newest request that has begun: its body may still be arriving after its response. */
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

  /** Number of requests that were read but have not begun. */
  get unbegun(): number {
    return this.waiting.length + this.abandoned.length;
  }

  abandonWaiting(): void {
    this.abandoned.push(...this.waiting.splice(0));
  }

  /**
   * Ends the connection with all its requests. Node would give each request that has not begun an error with
   * a stack trace. With thousands of requests, that takes longer than anything else here.
   */
  cut(): void {
    this.socket.destroy();
    this.abandonWaiting();
    for (const { req } of this.abandoned) req.destroy();
  }

  /** Whether part of a request has arrived, but not all of its headers. */
  get isMidHeaders(): boolean {
    return this.current === null && this.socket.bytesRead > this.readAtRest;
  }

  /** Whether the connection only waits for the service. */
  get isProcessing(): boolean {
    const { current } = this;
    return (
      current !== null &&
      current.req.complete &&
      !current.res.writableEnded &&
      this.socket.writableLength === 0
    );
  }

  /** The request whose end has not arrived yet, current or waiting. */
  get incomplete(): IncomingMessage | null {
    const last = this.waiting.at(-1)?.req ?? this.newest;
    return last !== null && !last.complete ? last : null;
  }

  /** When the client last read written bytes; the time of the last check if nothing is unread. */
  get lastTakenAt(): number {
    return this.takenAt;
  }

  /** Whether the last response can still announce the end of the connection. */
  get canAnnounceEnd(): boolean {
    return this.last?.res.headersSent === false;
  }

  /** Ends the connection after the last response, which announces the end if it still can. */
  endAfterLast(): void {
    this.isEnding = true;
    if (this.canAnnounceEnd) this.last?.res.setHeader("Connection", "close");
  }

  private get last(): Exchange | null {
    return this.waiting.at(-1) ?? this.current;
  }

  /** Records the progress since the last check and returns the fault of the connection, or null. */
  look(now: number, limits: HttpLimits): Fault | null {
    // An ended connection has no other fault: a stalled body has been refused already, and its client may
    // keep the connection open.
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
    // If the body is not being read, or is read more slowly than it arrives, the connection waits for the
    // service.
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
