import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "./limits";

export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  handle(): void;
}

/** An error response that the server sends without calling the application. */
export interface Refusal {
  status: number;
  message: string;
}

type Fault = "stalled response" | "stalled body" | "left open";

/** Connection of one client: its requests, and its progress in sending and reading bytes. */
export class Connection {
  /** The request whose handler is running, or whose response is not fully sent. */
  current: Exchange | null = null;
  readonly waiting: Exchange[] = [];
  /** Requests that were read but never begin, because the connection ends first. */
  readonly abandoned: Exchange[] = [];
  /** Whether the connection accepts no further requests. */
  isEnding = false;
  /** Refusal that is sent after all earlier responses and ends the connection. */
  refusal: Refusal | null = null;

  /** Newest request that has begun. Its body may still be arriving after its response. */
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

  get unbegun(): number {
    return this.waiting.length + this.abandoned.length;
  }

  abandonWaiting(): void {
    this.abandoned.push(...this.waiting.splice(0));
  }

  /**
   * Closes the socket and destroys all requests that have not begun. Otherwise Node would create an error
   * with a stack trace for each request, which is slow for thousands of requests.
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

  /** Whether the connection waits only for the handler, and not for the client. */
  get isProcessing(): boolean {
    const { current } = this;
    return (
      current !== null &&
      current.req.complete &&
      !current.res.writableEnded &&
      this.socket.writableLength === 0
    );
  }

  /** Current or waiting request that has not arrived completely, or null. */
  get incomplete(): IncomingMessage | null {
    const last = this.waiting.at(-1)?.req ?? this.newest;
    return last !== null && !last.complete ? last : null;
  }

  /** Time of the last check that found progress: bytes had left the send buffer, or the buffer was empty. */
  get lastTakenAt(): number {
    return this.takenAt;
  }

  /** Whether the last response can still carry `Connection: close`, because its headers are not sent yet. */
  get canAnnounceEnd(): boolean {
    return this.last?.res.headersSent === false;
  }

  /** Ends the connection after the last response, with `Connection: close` if the response can carry it. */
  endAfterLast(): void {
    this.isEnding = true;
    if (this.canAnnounceEnd) this.last?.res.setHeader("Connection", "close");
  }

  private get last(): Exchange | null {
    return this.waiting.at(-1) ?? this.current;
  }

  /** Records the progress since the last check and returns the fault of the connection, or null. */
  check(now: number, limits: HttpLimits): Fault | null {
    // If the server has ended the connection, report `left open` rather than a stall.
    return this.checkEnd(now, limits) ?? this.checkResponse(now, limits) ?? this.checkBody(now, limits);
  }

  private checkResponse(now: number, limits: HttpLimits): Fault | null {
    const untaken = this.socket.writableLength;
    const taken = this.socket.bytesWritten - untaken;
    if (untaken === 0 || taken > this.taken) {
      this.taken = taken;
      this.takenAt = now;
      return null;
    }
    const timeoutMs = limits.stallMs + (untaken / limits.slowestBytesPerSecond) * 1_000;
    return now - this.takenAt > timeoutMs ? "stalled response" : null;
  }

  private checkBody(now: number, limits: HttpLimits): Fault | null {
    const { bytesRead } = this.socket;
    const { newest } = this;
    // A body that the service does not read, or reads slowly, has not stalled.
    const isAwaited =
      newest !== null && !newest.complete && newest.readableFlowing !== null && newest.readableLength === 0;
    if (!isAwaited || bytesRead - this.bodyRead >= limits.bodyWindowBytes) {
      this.bodyAt = now;
      this.bodyRead = bytesRead;
      return null;
    }
    return now - this.bodyAt > limits.bodyWindowMs ? "stalled body" : null;
  }

  private checkEnd(now: number, limits: HttpLimits): Fault | null {
    if (!this.socket.writableFinished) return null;
    this.overAt ??= now;
    return now - this.overAt > limits.lingerMs ? "left open" : null;
  }
}
