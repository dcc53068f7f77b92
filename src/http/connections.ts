import type { Socket } from "node:net";
import { Connection, type Exchange, type Refusal } from "./connection";
import type { HttpLimits } from "./limits";
import { Pace } from "./pace";

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
  private readonly pace = new Pace();
  private unbegun = 0;
  private stoppedAt: number | null = null;

  constructor(
    private readonly limits: HttpLimits,
    private readonly refuse: (socket: Socket, refusal: Refusal) => void,
  ) {}

  open(socket: Socket): void {
    if (this.all.size >= this.limits.connections && !this.makeRoom()) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, performance.now());
    this.all.set(socket, connection);
    this.resting.add(connection);
    socket.once("close", () => this.forget(connection));
  }

  /** Begins the request now or in its turn; what is beyond the bounds is never begun, and the connection ends. */
  take(exchange: Exchange): void {
    const connection = this.all.get(exchange.req.socket);
    if (connection === undefined || connection.socket.destroyed) return;
    if (connection.current === null && !connection.isEnding) this.begin(connection, exchange);
    else this.line(connection, exchange);
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
    if (incomplete !== null && waiting.at(-1)?.req === incomplete) waiting.pop();
    else if (incomplete !== null && incomplete === current?.req) {
      // Half an answer cannot be taken back.
      if (current.res.headersSent) socket.destroy();
      else this.refuse(socket, refusal);
    } else if (incomplete !== null) socket.destroy();
    else if (current === null) this.refuse(socket, refusal);
  }

  /** Ends what does not move, what is left open, and, where too much waits to be taken, what has waited longest. */
  check(now: number): void {
    const slow: Connection[] = [];
    let untaken = 0;
    for (const connection of this.all.values()) {
      const fault = connection.look(now, this.limits);
      if (fault === "stalled body")
        this.fail(connection.socket, { status: 408, message: "The body stalled" });
      else if (fault !== null || this.isOverdue(connection, now)) connection.socket.destroy();
      else if (connection.socket.writableLength > 0) {
        slow.push(connection);
        untaken += connection.socket.writableLength;
      }
    }
    if (untaken <= this.limits.untakenBytes) return;
    for (const { socket } of slow.sort((a, b) => a.lastTakenAt - b.lastTakenAt)) {
      untaken -= socket.writableLength;
      socket.destroy();
      if (untaken <= this.limits.untakenBytes) return;
    }
  }

  /** Ends what rests at once and everything else with the answer that it waits for, in bounded time. */
  stop(now: number): void {
    this.stoppedAt = now;
    for (const connection of this.all.values()) {
      connection.waiting.length = 0;
      if (connection.current !== null) connection.endAfterLast();
      else if (!connection.isMidHeaders) connection.socket.destroy();
    }
  }

  private begin(connection: Connection, exchange: Exchange): void {
    this.resting.delete(connection);
    connection.begin(exchange);
    exchange.res.once("close", () => this.finish(connection));
    if (this.stoppedAt !== null) connection.endAfterLast();
    if (PROBES.has(exchange.req.url)) exchange.handle();
    else
      this.pace.run(() => {
        if (!connection.socket.destroyed) exchange.handle();
      });
  }

  private line(connection: Connection, exchange: Exchange): void {
    connection.unbegun += 1;
    this.unbegun += 1;
    if (this.unbegun > this.limits.waiting) connection.socket.destroy();
    else if (connection.isEnding) return;
    else if (connection.waiting.length < this.limits.waitingPerConnection) connection.waiting.push(exchange);
    else connection.endAfterLast();
  }

  /** The answer is taken, or nobody is left to take it. */
  private finish(connection: Connection): void {
    const { socket } = connection;
    connection.current = null;
    if (socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) {
      connection.unbegun -= 1;
      this.unbegun -= 1;
      this.begin(connection, next);
    } else if (connection.refusal !== null) this.refuse(socket, connection.refusal);
    else if (connection.isEnding) socket.destroySoon();
    else {
      connection.rest();
      this.resting.add(connection);
    }
  }

  private forget(connection: Connection): void {
    this.all.delete(connection.socket);
    this.resting.delete(connection);
    connection.waiting.length = 0;
    this.unbegun -= connection.unbegun;
    connection.unbegun = 0;
  }

  /** Ends the connection that is missed least; false where all are busy and move. */
  private makeRoom(): boolean {
    const [longest] = this.resting;
    const victim = longest ?? this.slowest();
    if (victim === null) return false;
    this.forget(victim);
    victim.socket.destroy();
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
