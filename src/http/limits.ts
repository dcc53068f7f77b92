export interface HttpLimits {
  /**
   * Maximum connections. A further connection ends the longest idle connection, or else the slowest reader.
   */
  connections: number;
  /** Maximum pipelined requests that wait on one connection. Browsers and most clients do not pipeline. */
  waitingPerConnection: number;
  /** Maximum waiting requests on all connections together. Each request holds up to 16 KiB of headers. */
  waiting: number;
  /** Maximum response bytes that clients have not read yet, on all connections together. */
  untakenBytes: number;
  /** Longest time for the headers of a request to arrive, in milliseconds. */
  headersMs: number;
  /** Longest idle time of a connection between requests, in milliseconds. */
  restMs: number;
  /** Longest time in which a client may read nothing of its response, in milliseconds. */
  stallMs: number;
  /** Unread response bytes that extend `stallMs` by one second, because large writes show no progress. */
  slowestBytesPerSecond: number;
  /** Interval over which the progress of bodies is measured, in milliseconds. */
  bodyWindowMs: number;
  /** Minimum bytes of an unfinished request body per `bodyWindowMs`. */
  bodyWindowBytes: number;
  /** Longest time that a client may keep a connection open after the server has ended it, in milliseconds. */
  lingerMs: number;
  checkEveryMs: number;
  /** Longest time that a stop waits for clients to send a request or read a response, in milliseconds. */
  stopClientsMs: number;
  /** Longest time that a stop waits for running handlers, in milliseconds. */
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
