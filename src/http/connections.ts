import type { Socket } from "node:net";
import { acceptFirst } from "./accept-first";
import { Connection, type Exchange, type Refusal } from "./connection";
import type { HttpLimits } from "./limits";
import { TaskScheduler } from "./task-scheduler";

/** Paths of probes, which bypass the scheduler. */
const PROBES: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"]);

/**
 * All connections of a server. A connection begins its next request only after the previous response is sent,
 * so a client that does not read holds at most one response. Waiting requests are limited, and connections
 * without progress are ended.
 */
export class Connections {
  private readonly all = new Map<Socket, Connection>();
  /** Connections without a current request, longest idle first. */
  private readonly resting = new Set<Connection>();
  private readonly scheduler = new TaskScheduler();
  private unbegun = 0;
  accepted = 0;
  private isDraining = false;
  private stoppedAt: number | null = null;

  constructor(
    private readonly limits: HttpLimits,
    private readonly refuse: (socket: Socket, refusal: Refusal) => void,
  ) {}

  open(socket: Socket): void {
    this.accepted += 1;
    acceptFirst.accepted();
    if (this.all.size >= this.limits.connections && !this.makeRoom()) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, performance.now());
    this.all.set(socket, connection);
    this.resting.add(connection);
    // `cut` must run before Node's own listener, which would create an error for each waiting request.
    socket.prependOnceListener("close", () => {
      connection.cut();
      this.forget(connection);
    });
  }

  /** Begins or queues the request. A request beyond the limits never begins, and its connection ends. */
  take(exchange: Exchange): void {
    const connection = this.all.get(exchange.req.socket);
    if (connection === undefined || connection.socket.destroyed) exchange.req.destroy();
    else if (connection.current === null && !connection.isEnding) {
      this.begin(connection, exchange, (task) => this.scheduler.run(task));
    } else this.line(connection, exchange);
  }

  /**
   * Ends the connection because of unreadable input or a stalled body. Sends the refusal after the responses
   * to earlier requests, or as the response to the incomplete request.
   */
  fail(socket: Socket, refusal: Refusal): void {
    const connection = this.all.get(socket);
    if (connection === undefined || connection.refusal !== null) return;
    const { incomplete, current, waiting } = connection;
    connection.isEnding = true;
    connection.refusal = refusal;
    if (incomplete !== null && waiting.at(-1)?.req === incomplete) {
      connection.abandoned.push(...waiting.splice(-1));
    } else if (incomplete !== null && incomplete === current?.req) {
      // A response that has begun cannot be replaced by a refusal, so the connection ends.
      if (current.res.headersSent) connection.cut();
      else this.refuse(socket, refusal);
    } else if (incomplete !== null) connection.cut();
    else if (current === null) this.refuse(socket, refusal);
  }

  /**
   * Ends connections that stall or are left open. Beyond `untakenBytes`, also ends the connections whose
   * clients have not read for the longest time.
   */
  check(now: number): void {
    const slow: Connection[] = [];
    let untaken = 0;
    for (const connection of this.all.values()) {
      const fault = connection.check(now, this.limits);
      const isRefusable = fault === "stalled body" && connection.refusal === null;
      if (this.isOverdue(connection, now) || (fault !== null && fault !== "stalled body")) connection.cut();
      else if (isRefusable)
        this.fail(connection.socket, { status: 408, message: "The request body was not received in time" });
      else if (connection.socket.writableLength > 0) {
        slow.push(connection);
        untaken += connection.socket.writableLength;
      }
    }
    if (untaken <= this.limits.untakenBytes) return;
    for (const connection of slow.sort((a, b) => a.lastTakenAt - b.lastTakenAt)) {
      untaken -= connection.socket.writableLength;
      connection.cut();
      if (untaken <= this.limits.untakenBytes) return;
    }
  }

  /** Ends each connection with its next response that can still carry `Connection: close`. */
  drain(): void {
    this.isDraining = true;
    for (const connection of this.all.values()) {
      if (connection.canAnnounceEnd) connection.endAfterLast();
    }
  }

  /** Ends idle connections now and busy ones after their current response. Drops waiting requests. */
  stop(now: number): void {
    this.stoppedAt = now;
    for (const connection of this.all.values()) {
      connection.abandonWaiting();
      if (connection.current !== null) connection.endAfterLast();
      else if (!connection.isMidHeaders) connection.cut();
    }
  }

  private begin(connection: Connection, exchange: Exchange, run: (task: () => void) => void): void {
    this.resting.delete(connection);
    connection.begin(exchange);
    exchange.res.once("close", () => this.finish(connection));
    if (this.isDraining || this.stoppedAt !== null) connection.endAfterLast();
    const handle = () => {
      if (!connection.socket.destroyed) exchange.handle();
    };
    if (PROBES.has(exchange.req.url)) handle();
    else run(handle);
  }

  private line(connection: Connection, exchange: Exchange): void {
    const hasRoom = !connection.isEnding && connection.waiting.length < this.limits.waitingPerConnection;
    if (hasRoom) connection.waiting.push(exchange);
    else {
      if (!connection.isEnding) connection.endAfterLast();
      connection.abandoned.push(exchange);
    }
    this.unbegun += 1;
    if (this.unbegun > this.limits.waiting) connection.cut();
  }

  /** Begins the next request. Called when a response is fully sent or its client has disconnected. */
  private finish(connection: Connection): void {
    const { socket } = connection;
    connection.current = null;
    if (socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) {
      this.unbegun -= 1;
      this.begin(connection, next, (task) => this.scheduler.runLater(task));
    } else if (connection.refusal !== null) this.refuse(socket, connection.refusal);
    else if (connection.isEnding) socket.destroySoon();
    else {
      connection.rest();
      this.resting.add(connection);
    }
  }

  private forget(connection: Connection): void {
    if (!this.all.delete(connection.socket)) return;
    this.resting.delete(connection);
    this.unbegun -= connection.unbegun;
  }

  /** Ends the longest idle connection, or else the slowest reader. Returns false if neither exists. */
  private makeRoom(): boolean {
    const [longest] = this.resting;
    const victim = longest ?? this.slowest();
    if (victim === null) return false;
    this.forget(victim);
    victim.cut();
    return true;
  }

  private slowest(): Connection | null {
    let slowest: Connection | null = null;
    for (const connection of this.all.values()) {
      if (connection.socket.writableLength === 0) continue;
      if (slowest === null || connection.lastTakenAt < slowest.lastTakenAt) slowest = connection;
    }
    return slowest;
  }

  private isOverdue(connection: Connection, now: number): boolean {
    if (this.stoppedAt === null) return false;
    const { stopClientsMs, stopHandlersMs } = this.limits;
    return now - this.stoppedAt >= (connection.isProcessing ? stopHandlersMs : stopClientsMs);
  }
}
