import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const SENDS_PER_SECOND = 80;
const LISTS_PER_SECOND = 20;
const TICK_MS = 10;
/** Pause before a request without a response is repeated, in milliseconds. */
const REPEAT_AFTER_MS = 2_000;
/** Maximum open requests, as of a limited number of clients. More repeats would overload the service. */
const MAX_OPEN = 500;

interface Response {
  /** 0 if the connection failed. */
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/**
 * Sends single messages with idempotency keys and reads lists at 100 requests a second. Repeats each send
 * until the service accepts it.
 */
export class SteadyLoad {
  /** Ids of accepted messages, by phone number. Each send has its own number. */
  readonly accepted = new Map<string, string>();
  /** Number of responses by status; 0 for a failed connection. */
  readonly statuses = new Map<number, number>();
  /** Number of responses with 429 or 5xx without `Retry-After`. */
  withoutRetryAfter = 0;
  longestMs = 0;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly running = new Set<Promise<unknown>>();
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private isAbandoned = false;
  private sends = 0;
  private lists = 0;

  constructor(
    private readonly port: number,
    private readonly key: string,
  ) {
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  get requests(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  countOf(status: number): number {
    return this.statuses.get(status) ?? 0;
  }

  /** Begins no further request, and waits until every send is accepted. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.running);
  }

  /** Ends at once, without waiting for open sends. */
  abandon(): void {
    clearInterval(this.timer);
    this.isAbandoned = true;
    this.agent.destroy();
  }

  private tick(): void {
    const seconds = (performance.now() - this.startedAt) / 1_000;
    for (; this.sends < seconds * SENDS_PER_SECOND; this.sends++) this.begin(() => this.send(this.sends));
    for (; this.lists < seconds * LISTS_PER_SECOND; this.lists++) this.begin(() => this.list());
  }

  private begin(work: () => Promise<unknown>): void {
    if (this.running.size >= MAX_OPEN) return;
    const done = work().finally(() => this.running.delete(done));
    this.running.add(done);
  }

  private list(): Promise<unknown> {
    return this.ask("GET", "/v3/messages?limit=10");
  }

  private async send(index: number): Promise<void> {
    const to = `+55119${80_000_000 + index}`;
    const recipients = [{ to, client_reference: String(index) }];
    const body = JSON.stringify({ channel: "sms", content: { type: "text", text: "Oi" }, recipients });
    while (!this.isAbandoned) {
      const response = await this.ask("POST", "/v3/messages", body, { "idempotency-key": `send-${index}` });
      if (response.status === 202) {
        const { data } = JSON.parse(response.body) as { data: { message_id: string }[] };
        this.accepted.set(to, data[0]?.message_id ?? "");
        return;
      }
      const seconds = Number(response.retryAfter ?? 0);
      await pause(seconds * 1_000 || REPEAT_AFTER_MS);
    }
  }

  private async ask(method: string, path: string, body?: string, more = {}): Promise<Response> {
    const since = performance.now();
    const response = await this.respond(method, path, body, more);
    this.longestMs = Math.max(this.longestMs, performance.now() - since);
    this.statuses.set(response.status, this.countOf(response.status) + 1);
    if (response.status >= 429 && !response.retryAfter) this.withoutRetryAfter += 1;
    return response;
  }

  private respond(method: string, path: string, body: string | undefined, more: object): Promise<Response> {
    return new Promise((resolve) => {
      const failed = () => resolve({ status: 0, retryAfter: undefined, body: "" });
      const headers = { "x-api-key": this.key, "content-type": "application/json", ...more };
      const { port, agent } = this;
      const req = request({ host: "127.0.0.1", port, method, path, agent, headers }, (res) => {
        let text = "";
        res.setEncoding("utf8");
        res.on("data", (part: string) => (text += part));
        res.once("error", failed);
        res.once("end", () =>
          resolve({ status: res.statusCode ?? 0, retryAfter: res.headers["retry-after"], body: text }),
        );
      });
      req.once("error", failed);
      req.end(body);
    });
  }
}
