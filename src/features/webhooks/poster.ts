import { Agent, type Dispatcher } from "undici";
import { SECOND } from "../../platform/time";
import { guardedConnector, type Resolve } from "../../platform/public-addresses";
import { postError } from "../../messaging/post-error";
import type { PostResult } from "./delivery";

export interface Poster {
  /** Posts once and never throws. Redirects are answers like any other: nobody follows them. */
  post(url: URL, headers: Record<string, string>, body: Buffer): Promise<PostResult>;
  /** Closes every connection, requests under way included. */
  close(): Promise<void>;
}

export interface PosterOptions {
  allowPrivate: boolean;
  /** How long a request may take in all, from the name's lookup to the status, in milliseconds. */
  timeoutMs?: number;
  resolve?: Resolve;
}

export const POST_TIMEOUT_MS = 10 * SECOND;

/** Answers count by their status. A short body is read away, so that the connection can serve again; no more of it. */
const BODY_LIMIT_BYTES = 16 * 1024;
const BODY_TIMEOUT_MS = SECOND;

/** A client for endpoints of strangers: its connections go to public addresses only, unless told otherwise. */
export function webhookPoster({ allowPrivate, timeoutMs = POST_TIMEOUT_MS, resolve }: PosterOptions): Poster {
  // An endpoint may have been registered while the operator allowed more than now.
  const connect = guardedConnector({ allowPrivate, timeoutMs, resolve });
  // No bound on connections: they are bounded for each endpoint, so that none can use up another's.
  const agent = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
  return {
    post: (url, headers, body) =>
      new Promise((done) => new Exchange(agent, timeoutMs, done).begin(url, headers, body)),
    close: () => agent.destroy(),
  };
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private retryAfter: string | null = null;
  private received = 0;
  private ended = false;

  constructor(
    private readonly agent: Agent,
    private readonly timeoutMs: number,
    private readonly done: (result: PostResult) => void,
  ) {
    // Where this process was busy until now, the answer may have come and is yet to be read: that comes first.
    this.timer = setTimeout(() => setImmediate(() => this.cutOff()), timeoutMs);
  }

  begin(url: URL, headers: Record<string, string>, body: Buffer): void {
    const path = `${url.pathname}${url.search}`;
    try {
      this.agent.dispatch({ origin: url.origin, path, method: "POST", headers, body }, this);
    } catch (error) {
      this.end(postError(error, this.timeoutMs));
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The time ran out while the connection was made.
    if (this.ended) controller.abort(new Error("timeout"));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // An interim answer (1xx) comes before the real one.
    if (status < 200) return;
    this.status = status;
    const retryAfter = headers["retry-after"];
    if (typeof retryAfter === "string") this.retryAfter = retryAfter;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cutOff(), BODY_TIMEOUT_MS);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.received += chunk.length;
    if (this.received > BODY_LIMIT_BYTES) this.cutOff();
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(this.status === null ? postError(error, this.timeoutMs) : null);
  }

  private cutOff(): void {
    this.end(this.status === null ? postError({ code: "TIMEOUT" }, this.timeoutMs) : null);
    this.controller?.abort(new Error("cut off"));
  }

  private end(error: string | null): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    const { status, retryAfter } = this;
    const durationMs = Math.round(performance.now() - this.startedAt);
    this.done({ status, error, retryAfter, durationMs });
  }
}
