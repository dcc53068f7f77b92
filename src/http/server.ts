import {
  type IncomingMessage,
  type RequestListener,
  Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { IdMaker } from "../platform/ids";
import { Problem } from "../platform/problem";
import { withTimeout } from "../platform/with-timeout";
import type { Exchange, Refusal } from "./connection";
import { Connections } from "./connections";
import { envelope } from "./envelope";
import { HTTP_LIMITS, type HttpLimits } from "./limits";

const OPTIONS = {
  // An upload may last as long as its URL is valid (15 minutes).
  requestTimeout: 15 * 60_000,
  connectionsCheckingInterval: 5_000,
  // `headerRefusal` checks the Host header. Node would refuse with an empty response.
  requireHostHeader: false,
};

/** Maximum time for which a stopping server still accepts connections, in milliseconds. */
const MAX_ACCEPT_MS = 1_000;

export const MAX_HEADERS = 1_000;

const NO_HOST: Refusal = { status: 400, message: "The request has no Host header" };
const TWO_HOSTS: Refusal = { status: 400, message: "The request has more than one Host header" };
const TOO_MANY_HEADERS: Refusal = {
  status: 431,
  message: `The request has more than ${MAX_HEADERS} headers`,
};
const UNKNOWN_EXPECTATION: Refusal = {
  status: 417,
  message: "The only supported expectation is: Expect: 100-continue",
};

/** Node's HTTP server with connection limits. Parser errors are sent as error envelopes too. */
export class HttpServer extends Server {
  private readonly clients: Connections;

  constructor(
    listener: RequestListener,
    private readonly ids: IdMaker,
    limits: HttpLimits,
  ) {
    super({ ...OPTIONS, headersTimeout: limits.headersMs, keepAliveTimeout: limits.restMs });
    // 0 disables Node's maximum, beyond which Node silently drops headers. `headerRefusal` checks the number.
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

  /** Ends connections after their next response, so clients reconnect, possibly to another process. */
  drain(): void {
    this.clients.drain();
  }

  /**
   * Stops accepting connections and resolves when none is left. Ends idle connections after the grace period,
   * and busy connections after their current response.
   *
   * Closing a server resets connections that are not accepted and requests that are not read. Each step
   * therefore first accepts everything that has arrived.
   */
  async stop(graceMs = 0): Promise<void> {
    this.drain();
    await this.takeArrived();
    const closed = new Promise<void>((resolve) => this.close(() => resolve()));
    if (graceMs > 0) {
      await withTimeout(graceMs, closed).catch(() => {});
      await this.takeArrived();
    }
    this.clients.stop(performance.now());
    await closed;
  }

  /** Resolves after a turn of the event loop that accepts no connection, or after `MAX_ACCEPT_MS`. */
  private async takeArrived(): Promise<void> {
    const until = performance.now() + MAX_ACCEPT_MS;
    let before: number;
    do {
      before = this.clients.accepted;
      await nextTurn();
    } while (this.clients.accepted !== before && performance.now() < until);
  }

  /** Does nothing. Node calls this method on close, but idle connections stay open for the grace period. */
  override closeIdleConnections(): void {}

  /**
   * Returns headers and body of a refusal. The connection closes, because unread bytes may not begin with a
   * request.
   */
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

/** Returns the refusal for too many headers or a wrong number of Host headers (RFC 9112, 3.2), or null. */
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

export const httpServer = (
  listener: RequestListener,
  ids: IdMaker,
  limits: HttpLimits = HTTP_LIMITS,
): HttpServer => new HttpServer(listener, ids, limits);

export const closeServer = (server: HttpServer, graceMs = 0): Promise<void> => server.stop(graceMs);
