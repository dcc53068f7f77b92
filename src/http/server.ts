import {
  type IncomingMessage,
  type RequestListener,
  Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { IdMaker } from "../platform/ids";
import { Problem } from "../platform/problem";
import type { Exchange, Refusal } from "./connection";
import { Connections } from "./connections";
import { envelope } from "./envelope";
import { HTTP_LIMITS, type HttpLimits } from "./limits";

const OPTIONS = {
  // An upload may take as long as its URL lives.
  requestTimeout: 15 * 60_000,
  connectionsCheckingInterval: 5_000,
  // Node would refuse with an empty answer.
  requireHostHeader: false,
};

/** How long a stop accepts connections that wait, in milliseconds. */
const MAX_ACCEPT_MS = 1_000;

/** Maximum headers of a request. */
export const MAX_HEADERS = 1_000;

const NO_HOST: Refusal = { status: 400, message: "The request has no Host header" };
const TWO_HOSTS: Refusal = { status: 400, message: "The request has more than one Host header" };
const TOO_MANY_HEADERS: Refusal = {
  status: 431,
  message: `The request has more than ${MAX_HEADERS} headers`,
};
const UNKNOWN_EXPECTATION: Refusal = {
  status: 417,
  message: "The only expectation that can be met is: Expect: 100-continue",
};

/** Node's server, within bounds. What its parser refuses never reaches the listener, and gets the same envelope. */
export class HttpServer extends Server {
  private readonly clients: Connections;

  constructor(
    listener: RequestListener,
    private readonly ids: IdMaker,
    limits: HttpLimits,
  ) {
    super({ ...OPTIONS, headersTimeout: limits.headersMs, keepAliveTimeout: limits.restMs });
    // Node would drop headers beyond its own maximum without a word. Their bytes are bounded anyway.
    this.maxHeadersCount = 0;
    this.clients = new Connections(limits, (socket, refusal) => this.refuseByHand(socket, refusal));
    const exchange = (req: IncomingMessage, res: ServerResponse, handle: Exchange["handle"]) =>
      this.clients.take({ req, res, handle });
    this.on("connection", (socket: Socket) => this.clients.open(socket));
    this.on("request", (req: IncomingMessage, res: ServerResponse) => {
      const refusal = headerRefusal(req);
      exchange(req, res, () => (refusal === null ? listener(req, res) : this.refuse(res, refusal)));
    });
    this.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => {
      const refusal = headerRefusal(req);
      exchange(req, res, () => {
        if (refusal !== null) return this.refuse(res, refusal);
        res.writeContinue();
        listener(req, res);
      });
    });
    this.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) =>
      exchange(req, res, () => this.refuse(res, UNKNOWN_EXPECTATION)),
    );
    this.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
      else this.clients.fail(socket, refusalOf(error));
    });
    const timer = setInterval(() => this.clients.check(performance.now()), limits.checkEveryMs).unref();
    this.once("close", () => clearInterval(timer));
  }

  /** Announces with each answer from now on that the connection ends, so that its client opens the next one elsewhere. */
  drain(): void {
    this.clients.drain();
  }

  /**
   * Takes no more connections, and ends those that rest after the grace; the others end with the answer that they wait
   * for. Resolves when none is left, which takes no longer than the grace and the limits say.
   *
   * A client cannot know that its connection is about to end, so connections may wait to be accepted, and requests to be
   * read. The system resets both when they are closed, so each step first takes what has arrived.
   */
  async stop(graceMs = 0): Promise<void> {
    this.drain();
    await this.takeArrived();
    const closed = new Promise<void>((resolve) => this.close(() => resolve()));
    if (graceMs > 0) {
      const patience = new AbortController();
      await Promise.race([closed, pause(graceMs, undefined, { signal: patience.signal }).catch(() => {})]);
      patience.abort();
      await this.takeArrived();
    }
    this.clients.stop(performance.now());
    await closed;
  }

  /** Resolves after a turn of the event loop that accepts no connection, or when connections do not cease to arrive. */
  private async takeArrived(): Promise<void> {
    const until = performance.now() + MAX_ACCEPT_MS;
    let before: number;
    do {
      before = this.clients.accepted;
      await nextTurn();
    } while (this.clients.accepted !== before && performance.now() < until);
  }

  /** Does nothing: Node calls this when the server closes, but connections that rest have a grace. */
  override closeIdleConnections(): void {}

  /** Headers and body of a refusal. The connection ends: what else it holds may be no request. */
  private written({ status, message }: Refusal) {
    const requestId = this.ids.next();
    const body = JSON.stringify(envelope(new Problem(status, "validation_failed", message), requestId));
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      "X-Request-Id": requestId,
      "Cache-Control": "no-store",
      Connection: "close",
    };
    return { headers, body };
  }

  private refuse(res: ServerResponse, refusal: Refusal): void {
    const { headers, body } = this.written(refusal);
    res.writeHead(refusal.status, headers).end(body);
  }

  private refuseByHand(socket: Socket, refusal: Refusal): void {
    const { headers, body } = this.written(refusal);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const { status } = refusal;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  }
}

/** What is wrong with the headers of a readable request (RFC 9112, 3.2); null if nothing is. */
function headerRefusal({ rawHeaders, httpVersion }: IncomingMessage): Refusal | null {
  if (rawHeaders.length > 2 * MAX_HEADERS) return TOO_MANY_HEADERS;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1) return TWO_HOSTS;
  return hosts === 0 && httpVersion === "1.1" ? NO_HOST : null;
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, message: "The request's headers are larger than 16 KiB" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, message: "The request did not arrive in time" };
    default:
      return { status: 400, message: "The request is not readable as HTTP" };
  }
}

/** A server for the listener, within the limits. */
export const httpServer = (
  listener: RequestListener,
  ids: IdMaker,
  limits: HttpLimits = HTTP_LIMITS,
): HttpServer => new HttpServer(listener, ids, limits);

/** Stops taking connections, lets running requests finish, and resolves when the last is answered. */
export const closeServer = (server: HttpServer, graceMs = 0): Promise<void> => server.stop(graceMs);
