import type { Logger } from "pino";
import WebSocket from "ws";
import { causeOf } from "../http-client";

/** Maximum frame size. A larger frame, which cannot be an event, closes the connection. */
const MAX_FRAME_BYTES = 1_024 * 1_024;

/** Time for which a replaced connection still receives events in transit, in milliseconds. */
const LINGER_MS = 1_000;

/** Timing, in milliseconds. */
export interface LinkTiming {
  /** First and longest pause between connection attempts. The pause doubles after each failure. */
  firstPause: number;
  longestPause: number;
  /** Connect timeout, including the WebSocket handshake. */
  connect: number;
  /** Ping interval. A peer without a frame for one interval counts as lost. */
  ping: number;
  /** Maximum time until this process replaces another listener. */
  standby: number;
}

/** Defaults with which events resume within ten seconds of Asterisk's recovery. */
export const LINK_TIMING: LinkTiming = {
  firstPause: 250,
  longestPause: 3_000,
  connect: 4_000,
  ping: 4_000,
  standby: 8_000,
};

interface LinkOptions {
  url: string;
  authorization: string;
  log: Logger;
  timing: LinkTiming;
  opened(): void;
  received(frame: string): void;
}

export interface Link {
  /**
   * - `open`: this process receives events.
   * - `standby`: another process receives events.
   * - `down`: no process is known to receive events.
   */
  readonly state: "open" | "standby" | "down";
  start(): void;
  /** Returns true once any process receives events, or false after `withinMs` or on `stop`. */
  usable(withinMs: number): Promise<boolean>;
  /** Yields to another listening process. Reconnects after `standby`, which replaces that listener. */
  yield(): void;
  stop(): void;
}

export function eventLink(options: LinkOptions): Link {
  const { log, timing } = options;
  const waiting = new Set<() => void>();
  let state: Link["state"] = "down";
  let socket: WebSocket | null = null;
  let leaving: { socket: WebSocket; timer: NodeJS.Timeout } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pause = timing.firstPause;
  let complaint: string | null = null;
  let stopped = true;

  const become = (next: Link["state"]) => {
    state = next;
    if (next === "down") return;
    for (const wake of waiting) wake();
  };
  const complain = (reason: string) => {
    if (reason === complaint) return;
    complaint = reason;
    log.error({ reason }, "Asterisk's events cannot be received; calls wait");
  };

  function connect(): void {
    const mine = openEvents(options.url, options.authorization, timing.connect);
    socket = mine;
    let reason = "the connection was closed";
    let beat: NodeJS.Timeout | undefined;
    mine.on("open", () => {
      if (complaint !== null) log.info("Asterisk's events are received again");
      complaint = null;
      pause = timing.firstPause;
      beat = keepAlive(mine, timing.ping, () => (reason = "the connection was dead"));
      become("open");
      options.opened();
    });
    mine.on("message", (data: Buffer) => options.received(data.toString("utf8")));
    mine.on("error", (error) => (reason = closeReasonOf(error)));
    mine.on("close", () => {
      clearInterval(beat);
      if (socket !== mine) return;
      socket = null;
      if (stopped) return;
      become("down");
      complain(reason);
      timer = setTimeout(connect, pause);
      pause = Math.min(2 * pause, timing.longestPause);
    });
  }

  /** Closes the connection after a delay, because events in transit may still arrive. */
  function drop(afterMs: number): void {
    const old = socket;
    socket = null;
    if (old) leaving = { socket: old, timer: setTimeout(() => old.terminate(), afterMs) };
  }

  function endLeaving(): void {
    clearTimeout(leaving?.timer);
    leaving?.socket.terminate();
    leaving = null;
  }

  return {
    get state() {
      return state;
    },
    start() {
      stopped = false;
      connect();
    },
    usable(withinMs) {
      if (state !== "down") return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (is: boolean) => {
          waiting.delete(wake);
          clearTimeout(late);
          resolve(is);
        };
        const wake = () => end(state !== "down");
        const late = setTimeout(end, withinMs, false);
        waiting.add(wake);
      });
    },
    yield() {
      endLeaving();
      drop(Math.min(LINGER_MS, timing.standby / 2));
      become("standby");
      log.debug("another process receives Asterisk's events");
      // The random delay keeps several processes from connecting at once.
      timer = setTimeout(connect, timing.standby * (0.75 + Math.random() / 4));
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      endLeaving();
      socket?.terminate();
      socket = null;
      state = "down";
      for (const wake of waiting) wake();
    },
  };
}

export const openEvents = (url: string, authorization: string, connectMs: number): WebSocket =>
  new WebSocket(url, {
    headers: { authorization },
    handshakeTimeout: connectMs,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });

/** Returns why the connection failed, without secrets. */
export function closeReasonOf(error: Error): string {
  const status = /^Unexpected server response: (\d{3})$/.exec(error.message)?.[1];
  if (status === "401") return "it refuses the user name or the password (401)";
  if (status !== undefined) return `it returned ${status}`;
  const code = causeOf(error);
  return code === "Error" ? error.message : code;
}

function keepAlive(socket: WebSocket, everyMs: number, dead: () => void): NodeJS.Timeout {
  let alive = true;
  const markAlive = () => (alive = true);
  socket.on("pong", markAlive).on("message", markAlive);
  return setInterval(() => {
    if (!alive) {
      dead();
      socket.terminate();
      return;
    }
    alive = false;
    socket.ping();
  }, everyMs);
}
