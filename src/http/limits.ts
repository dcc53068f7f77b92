/** Limits of the server per process. */
export interface HttpLimits {
  /** Maximum connections; beyond it the connection that has been idle longest is ended. */
  connections: number;
  /** Maximum waiting requests per connection. Browsers and most clients do not send requests ahead. */
  waitingPerConnection: number;
  /** Maximum waiting requests on all connections together; each holds up to 16 KiB of headers. */
  waiting: number;
  /** Maximum unread bytes of written responses, on all connections together. */
  untakenBytes: number;
  /** Longest time for the headers of a request to arrive, in milliseconds. */
  headersMs: number;
  /** Longest idle time of a connection between requests, in milliseconds. */
  restMs: number;
  /**
   * Longest time without progress of a response, in milliseconds, plus the time by `slowestBytesPerSecond`.
   */
  stallMs: number;
  /** Bytes per additional second of `stallMs`: a large write shows no progress before its end. */
  slowestBytesPerSecond: number;
  /** Interval over which the progress of bodies is measured, in milliseconds. */
  bodyWindowMs: number;
  /** Minimum bytes of a body per interval, unless the body ends. */
  bodyWindowBytes: number;
  /** Longest time that a client may keep an ended connection open, in milliseconds. */
  lingerMs: number;
  /** Interval of these checks, in milliseconds. */
  checkEveryMs: number;
  /** Longest wait of a stop for clients to finish a request or read a response, in milliseconds. */
  stopClientsMs: number;
  /** Longest wait of a stop for running handlers, in milliseconds. */
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
