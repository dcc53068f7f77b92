import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { Problem, serviceUnavailable } from "../platform/problem";
import { toProblem } from "./envelope";
import { COMMON_HEADERS } from "./express-app";
import type { MetricsRequest, MetricsText, ReadMetrics } from "./metrics-access";
import type { ReadinessProbe } from "./readiness";

export interface AdminPortOptions {
  host: string;
  port: number;
  readiness: Pick<ReadinessProbe, "read">;
  log: Logger;
  silence?: Silence;
}

/** Durations without a reply of the main thread after which `/readyz`, and later `/healthz`, return 503. */
interface Silence {
  unavailableAfterMs: number;
  deadAfterMs: number;
}

const SILENCE: Silence = { unavailableAfterMs: 10_000, deadAfterMs: 30_000 };

type Query = { number: number } & (
  { about: "readiness"; details: undefined } | { about: "metrics"; details: MetricsRequest }
);
type Message =
  Query | { listening: true; failed?: undefined } | { failed: { code?: string; message: string } };

const RESTART_AFTER_MS = 1_000;

/**
 * Separate port and thread for `/healthz`, `/readyz` and `/metrics`, so a busy event loop does not delay
 * probes. The thread asks the main thread for its state. If the reply takes longer than 100 ms, a probe gets
 * the last known state.
 */
export class AdminPort {
  private thread: Worker | null = null;
  private restart: NodeJS.Timeout | null = null;
  private isStopping = false;
  private readMetrics: ReadMetrics = () => Promise.reject(serviceUnavailable("The service is starting"));

  private constructor(private readonly options: AdminPortOptions) {}

  /** Starts the thread and binds the port. Rejects with the system error if the port cannot be bound. */
  static async open(options: AdminPortOptions): Promise<AdminPort> {
    const opened = new AdminPort(options);
    await opened.start();
    return opened;
  }

  /** Sets the function that reads the metrics. Before this call, `/metrics` returns 503. */
  serveMetrics(readMetrics: ReadMetrics): void {
    this.readMetrics = readMetrics;
  }

  /** Closes the port and waits for the end of the thread, which takes at most about one second. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.restart) clearTimeout(this.restart);
    const { thread } = this;
    if (thread === null) return;
    const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
    thread.postMessage({});
    await ended;
  }

  private async start(): Promise<void> {
    const { host, port, log, silence = SILENCE } = this.options;
    const thread = new Worker(join(__dirname, "admin-port.thread.mjs"), {
      workerData: { host, port, silence, headers: COMMON_HEADERS },
    });
    this.thread = thread;
    thread.on("error", (error: Error) => log.error({ err: error }, "the thread of the admin port failed"));
    await new Promise<void>((resolve, reject) => {
      thread.on("message", (message: Message) => {
        if ("number" in message) void this.reply(thread, message);
        else if (message.failed) {
          reject(Object.assign(new Error(message.failed.message), { code: message.failed.code }));
        } else resolve();
      });
      thread.once("exit", () => reject(new Error("the thread of the admin port has ended")));
    });
    thread.once("exit", () => this.startAgain());
  }

  private startAgain(): void {
    this.thread = null;
    if (this.isStopping) return;
    this.restart = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.options.log.error({ err: error }, "the admin port cannot be bound again");
        this.startAgain();
      });
    }, RESTART_AFTER_MS).unref();
  }

  private async reply(thread: Worker, query: Query): Promise<void> {
    const { readiness } = this.options;
    const reply = query.about === "readiness" ? await readiness.read() : await this.metricsFor(query.details);
    thread.postMessage({ number: query.number, reply });
  }

  private async metricsFor(request: MetricsRequest): Promise<MetricsText | { problem: object }> {
    try {
      return await this.readMetrics(request);
    } catch (error) {
      const { status, code, message, headers } = toProblem(error);
      if (!(error instanceof Problem)) this.options.log.error({ err: error }, "failed to read metrics");
      return { problem: { status, code, message, headers } };
    }
  }
}
