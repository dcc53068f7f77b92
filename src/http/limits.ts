/** What the server holds for its clients at most. Every number is for one process. */
export interface HttpLimits {
  /** Connections at once; beyond it the one that has rested longest gives way. */
  connections: number;
  /** Requests that wait on one connection for the one before them. Browsers and most clients send none ahead. */
  waitingPerConnection: number;
  /** Requests that wait on all connections together; each holds up to 16 KiB of headers. */
  waiting: number;
  /** Bytes of answers that are written and not taken, on all connections together. */
  untakenBytes: number;
  /** How long a request's headers may take to arrive, in milliseconds. */
  headersMs: number;
  /** How long a connection may rest between requests, in milliseconds. */
  restMs: number;
  /** How long an answer may go without any of it being taken, in milliseconds, and on top of it … */
  stallMs: number;
  /** … a second for each so many bytes, since one large write shows no progress before its end. */
  slowestBytesPerSecond: number;
  /** Bodies are measured over so many milliseconds … */
  bodyWindowMs: number;
  /** … in which at least so many bytes of them must arrive, or their end. */
  bodyWindowBytes: number;
  /** How long a client may leave its side of a connection open that is over, in milliseconds. */
  lingerMs: number;
  /** How often all of this is looked at, in milliseconds. */
  checkEveryMs: number;
  /** What a stop waits for clients: to finish a request that has begun, or to take an answer. In milliseconds. */
  stopClientsMs: number;
  /** What a stop waits for handlers that are still at work, in milliseconds. */
  stopHandlersMs: number;
}

export const HTTP_LIMITS: HttpLimits = Object.freeze({
  connections: 2_000,
  waitingPerConnection: 32,
  waiting: 4_096,
  untakenBytes: 64 * 1024 * 1024,
  headersMs: 30_000,
  restMs: 65_000, // longer than the idle timeout of common load balancers (60 s)
  stallMs: 30_000,
  slowestBytesPerSecond: 8 * 1024,
  bodyWindowMs: 10_000,
  bodyWindowBytes: 10 * 1024,
  lingerMs: 5_000,
  checkEveryMs: 500,
  stopClientsMs: 5_000,
  stopHandlersMs: 15_000,
});
