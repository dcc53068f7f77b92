import { Agent, type Dispatcher } from "undici";
import { SECOND } from "../../platform/time";
import { guardedConnector, type Resolve } from "../../platform/public-addresses";
import { postError } from "../../messaging/post-error";
import type { PostResult } from "./delivery";

export interface Poster {
  /** Posts once and never throws. Does not follow redirects. */
  post(url: URL, headers: Record<string, string>, body: Buffer): Promise<PostResult>;
  /** Closes all connections and aborts requests in flight. */
  close(): Promise<void>;
}

export interface PosterOptions {
  allowPrivate: boolean;
  /** Maximum time from the DNS lookup to the response's status, in milliseconds. */
  timeoutMs?: number;
  resolve?: Resolve;
}

export const POST_TIMEOUT_MS = 10 * SECOND;

/** Maximum response body to read, in bytes. A completely read response lets the connection be reused. */
const BODY_LIMIT_BYTES = 16 * 1024;
const BODY_TIMEOUT_MS = SECOND;

/** Returns an HTTP client for untrusted URLs. Refuses private addresses unless `allowPrivate` is set. */
export function webhookPoster({ allowPrivate, timeoutMs = POST_TIMEOUT_MS, resolve }: PosterOptions): Poster {
  // Check addresses on connection too: the URL may have been registered under a less strict setting.
  const connect = guardedConnector({ allowPrivate, timeoutMs, resolve });
  // The agent needs no connection limit, because each endpoint has a limit of concurrent requests.
  const agent = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
  return {
    post: (url, headers, body) =>
      new Promise((done) => new Exchange(agent, timeoutMs, done).begin(url, headers, body)),
    close: () => agent.destroy(),
  };
}

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
    // In a busy process, the response may have arrived unread. `setImmediate` lets the event loop read first.
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
    // The timeout passed while the connection was established.
    if (this.ended) controller.abort(new Error("timeout"));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Ignore an interim response (1xx), which precedes the final one.
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
