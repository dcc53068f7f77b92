import type { Logger } from "pino";
import WebSocket from "ws";
import { causeOf } from "../http-client";

/** Events are small; more than this in one frame is not an event. */
const MAX_FRAME_BYTES = 1_024 * 1_024;

/** How long a connection is heard that another has taken over from, in milliseconds. */
const LINGER_MS = 1_000;

/** In milliseconds. */
export interface LinkTiming {
  /** Between tries to connect: the first, and the longest after doubling. */
  firstPause: number;
  longestPause: number;
  /** To connect, the WebSocket's handshake included. */
  connect: number;
  /** Between pings; a peer that says nothing from one to the next is dead. */
  ping: number;
  /** How long another listener is left alone. */
  standby: number;
}

/** Adds up to less than ten seconds from the return of a peer to its first event. */
export const LINK_TIMING: LinkTiming = {
  ...{ firstPause: 250, longestPause: 3_000, connect: 4_000 },
  ...{ ping: 4_000, standby: 8_000 },
};

interface LinkOptions {
  /** Of the events, with the application in its query. */
  url: string;
  authorization: string;
  log: Logger;
  timing: LinkTiming;
  opened(): void;
  heard(frame: string): void;
}

export interface Link {
  /**
   * - `open`: we hear events.
   * - `standby`: another process does.
   * - `down`: nobody, as far as we know.
   */
  readonly state: "open" | "standby" | "down";
  start(): void;
  /** Resolves true as soon as somebody hears events, false after so many milliseconds. */
  usable(withinMs: number): Promise<boolean>;
  /** Another process listens now. We try again later: it may be gone by then, and takes over in turn if it is not. */
  yield(): void;
  stop(): void;
}

/** Keeps listening to the events of an application. */
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
  /** One line for as long as the reason is the same. */
  const complain = (reason: string) => {
    if (reason === complaint) return;
    complaint = reason;
    log.error({ reason }, "Asterisk's events cannot be heard: no calls are made until they are");
  };

  function connect(): void {
    const mine = openEvents(options.url, options.authorization, timing.connect);
    socket = mine;
    let reason = "the connection was closed";
    let beat: NodeJS.Timeout | undefined;
    mine.on("open", () => {
      if (complaint !== null) log.info("Asterisk's events are heard again");
      complaint = null;
      pause = timing.firstPause;
      beat = keepAlive(mine, timing.ping, () => (reason = "the connection was dead"));
      become("open");
      options.opened();
    });
    mine.on("message", (data: Buffer) => options.heard(data.toString("utf8")));
    mine.on("error", (error) => (reason = reasonOf(error)));
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

  /** Ends the connection. What is on its way still comes: events may be sent after those of another listener. */
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
      log.debug("another process hears Asterisk's events");
      // Not all at the same moment, where there are several.
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

/** Opens the WebSocket; whoever calls it listens to `open`, `error` and `close`. */
export const openEvents = (url: string, authorization: string, connectMs: number): WebSocket =>
  new WebSocket(url, {
    headers: { authorization },
    handshakeTimeout: connectMs,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });

/** Why it was not opened, or broke, in a few words without anything secret. */
export function reasonOf(error: Error): string {
  const status = /^Unexpected server response: (\d{3})$/.exec(error.message)?.[1];
  if (status === "401") return "it refuses the user name or the password (401)";
  if (status !== undefined) return `it answered ${status}`;
  const code = causeOf(error);
  return code === "Error" ? error.message : code;
}

/** Pings, and ends the connection of a peer that is silent. */
function keepAlive(socket: WebSocket, everyMs: number, dead: () => void): NodeJS.Timeout {
  let alive = true;
  const heard = () => (alive = true);
  socket.on("pong", heard).on("message", heard);
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
