import type { Socket } from "node:net";
import { acceptFirst } from "./accept-first";
import { Connection, type Exchange, type Refusal } from "./connection";
import type { HttpLimits } from "./limits";
import { TaskScheduler } from "./task-scheduler";

/** Watchers of the process ask these: they come before what waits for its turn. */
const PROBES: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"]);

/**
 * Every connection of a server. Each has one request worked on at a time: the next begins when the answer before it is
 * made and taken, so that what a client can have made without reading is one answer. All that waits is bounded, and
 * what does not move is ended.
 */
export class Connections {
  private readonly all = new Map<Socket, Connection>();
  /** Those without a request that is worked on, in the order in which they came to rest. */
  private readonly resting = new Set<Connection>();
  private readonly scheduler = new TaskScheduler();
  private unbegun = 0;
  /** Number of all connections so far. */
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
    // Before Node's own listener, for the reason that `cut` tells.
    socket.prependOnceListener("close", () => {
      connection.cut();
      this.forget(connection);
    });
  }

  /** Begins the request now or in its turn; what is beyond the bounds is never begun, and the connection ends. */
  take(exchange: Exchange): void {
    const connection = this.all.get(exchange.req.socket);
    if (connection === undefined || connection.socket.destroyed) exchange.req.destroy();
    else if (connection.current === null && !connection.isEnding) {
      this.begin(connection, exchange, (task) => this.scheduler.run(task));
    } else this.line(connection, exchange);
  }

  /**
   * Answers what cannot be read, after the requests before it, and ends the connection. Where the fault lies within a
   * request, that one is not answered otherwise.
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
      // Half an answer cannot be taken back.
      if (current.res.headersSent) connection.cut();
      else this.refuse(socket, refusal);
    } else if (incomplete !== null) connection.cut();
    else if (current === null) this.refuse(socket, refusal);
  }

  /** Ends what does not move, what is left open, and, where too much waits to be taken, what has waited longest. */
  check(now: number): void {
    const slow: Connection[] = [];
    let untaken = 0;
    for (const connection of this.all.values()) {
      const fault = connection.look(now, this.limits);
      const isRefusable = fault === "stalled body" && connection.refusal === null;
      if (this.isOverdue(connection, now) || (fault !== null && fault !== "stalled body")) connection.cut();
      else if (isRefusable) this.fail(connection.socket, { status: 408, message: "The body stalled" });
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

  /**
   * Ends each connection with the next answer that can announce it. An answer whose headers are sent has announced
   * nothing: its client may already be sending the next request, which gets the announcement instead.
   */
  drain(): void {
    this.isDraining = true;
    for (const connection of this.all.values()) {
      if (connection.canAnnounceEnd) connection.endAfterLast();
    }
  }

  /** Ends what rests at once and everything else with the answer that it waits for, in bounded time. */
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

  /** The answer is taken, or nobody is left to take it. */
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

  /** Ends the connection that is missed least; false where all are busy and move. */
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

  /** Whether a stop has waited for it long enough. */
  private isOverdue(connection: Connection, now: number): boolean {
    if (this.stoppedAt === null) return false;
    const { stopClientsMs, stopHandlersMs } = this.limits;
    return now - this.stoppedAt >= (connection.isProcessing ? stopHandlersMs : stopClientsMs);
  }
}
