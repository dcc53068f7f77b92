import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { components } from "../../generated/schema";
import { type ArrivalPeer, arrivalPeer } from "./arrivals";
import { runCommand } from "./command";
import { openTestDatabase, type OpenTestDatabase, settingsOf, type TestDatabase } from "./databases";
import { type Entry, freePort, ServiceProcess } from "./process";

export type Message = components["schemas"]["Message"];
/** RECADO_TEST_SEED repeats the random moments of an earlier run. */
export const SEED = Number(process.env.RECADO_TEST_SEED ?? Date.now() % 2 ** 31);

/** Returns `count` mobile numbers of Sao Paulo, from the one with the index `first`. */
export const numbersFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+55119${80_000_000 + first + index}`);

type Page = components["schemas"]["MessagePage"];
type SentBatch = { batch_id: string; data: { message_id: string; to: string }[] };

const KEY = `st_${"5e".repeat(32)}`;
/** Time limit of a request, in milliseconds. A killed process closes its connections at once. */
const REQUEST_MS = 60_000;
const PAGE = 1_000;
/** RECADO_TEST_KILLS=50 kills the processes more often, without the time limit of `KILLING_MS`. */
const KILLS = process.env.RECADO_TEST_KILLS;
const DEFAULT_KILLS = 20;
/** Least number of kills on a machine on which starts take long. */
const LEAST_KILLS = 3;
/** Time after which a machine on which starts take long gets no more kills, in milliseconds. */
const KILLING_MS = 75_000;

interface RuleRunOptions {
  /** Settings of each process. SQLite has one process. */
  processes: readonly { roles?: string; entry?: Entry; settings?: Readonly<Record<string, string>> }[];
  /** How long the carrier takes for a submission, in milliseconds. */
  responseMs: number;
  /** Settings of the connection, such as `window=4`. */
  connection: readonly string[];
}

interface Reply<T> {
  status: number;
  body: T;
}

export class RuleRun {
  /** Times of the kills, in milliseconds since 1970. */
  readonly kills: number[] = [];
  private isClosed = false;
  private preferred = 0;

  private constructor(
    private readonly database: OpenTestDatabase,
    private readonly processes: readonly ServiceProcess[],
    private readonly api: readonly ServiceProcess[],
    /** Processes that submit messages. */
    readonly workers: readonly ServiceProcess[],
    readonly peer: ArrivalPeer,
  ) {}

  static async start(kind: TestDatabase, options: RuleRunOptions): Promise<RuleRun> {
    const { processes, responseMs, connection } = options;
    const database = await openTestDatabase(kind);
    // Only the service may use the database while it runs.
    if (kind === "SQLite") await database.db.destroy();
    const env = {
      ...settingsOf(database),
      RECADO_API_KEY: KEY,
      RECADO_RATE_LIMIT: "1000000",
      RECADO_LOG_LEVEL: "warn",
    };
    const [all, api, workers]: [ServiceProcess[], ServiceProcess[], ServiceProcess[]] = [[], [], []];
    for (const { roles = "api,worker", entry, settings = {} } of processes) {
      const own = { ...env, RECADO_ROLES: roles, PORT: String(await freePort()), ...settings };
      const process = new ServiceProcess(own, entry);
      all.push(process);
      if (roles.includes("api")) api.push(process);
      if (roles.includes("worker")) workers.push(process);
    }
    const run = new RuleRun(database, all, api, workers, await arrivalPeer(responseMs));
    try {
      // The first start creates the account.
      await api[0]?.start();
      await run.addConnection(env, connection);
      await Promise.all(all.filter((one) => one !== api[0]).map((one) => one.start()));
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  private async addConnection(env: Record<string, string>, connection: readonly string[]): Promise<void> {
    const set = [`url=${this.peer.url}`, ...connection].flatMap((setting) => ["--set", setting]);
    const secrets = ["--secret", "token=outwards", "--secret", "callback_token=inwards"];
    const sender = ["--account", "default", "--channel", "sms", "--address", "28000", "--default"];
    for (const args of [
      ["carriers", "add", "test", "--kind", "http", ...set, ...secrets],
      ["senders", "add", ...sender, "--carrier", "test", "--max-per-second", "1000"],
    ]) {
      const { exitCode, err } = await runCommand(env, ...args);
      if (exitCode !== 0) throw new Error(`${args.join(" ")}: ${err}`);
    }
  }

  /** Kills a process and starts it again. */
  async kill(process: ServiceProcess): Promise<void> {
    this.kills.push(Date.now());
    await process.stop("SIGKILL");
    await process.start();
  }

  /** Kills one worker at each call, in turn. */
  killNext = () => this.kill(this.workers[this.kills.length % this.workers.length] as ServiceProcess);

  /** Runs `next`, which kills a worker, 20 times, or fewer times on a slow machine. */
  async killRepeatedly(next: (kill: number) => Promise<void>): Promise<void> {
    const endsAt = KILLS === undefined ? Date.now() + KILLING_MS : Infinity;
    const most = Number(KILLS ?? DEFAULT_KILLS);
    for (let kill = 1; kill <= most && (kill <= LEAST_KILLS || Date.now() < endsAt); kill += 1) {
      await next(kill);
    }
  }

  /** Repeats a request until a process responds to it. */
  async ask<T>(method: string, path: string, body?: object): Promise<Reply<T>> {
    const headers = {
      "X-API-Key": KEY,
      "Content-Type": "application/json",
      ...(method === "POST" && path === "/messages" ? { "Idempotency-Key": randomUUID() } : {}),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    while (!this.isClosed) {
      const process = this.api[this.preferred % this.api.length] as ServiceProcess;
      try {
        const signal = AbortSignal.timeout(REQUEST_MS);
        const response = await fetch(`${process.baseUrl}/v3${path}`, { ...init, signal });
        const text = await response.text();
        const { status } = response;
        if (status < 500) return { status, body: (text === "" ? undefined : JSON.parse(text)) as T };
      } catch {
        // The process was killed.
      }
      this.preferred += 1;
      await pause(50);
    }
    throw new Error("the run is closed");
  }

  /** As `ask`, for a request that must succeed. */
  async request<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await this.ask<T>(method, path, body);
    if (reply.status < 300) return reply.body;
    throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }

  send = (recipients: readonly string[], text: string, more: object = {}) =>
    this.request<SentBatch>("POST", "/messages", {
      channel: "sms",
      content: { type: "text", text },
      ...more,
      recipients: recipients.map((to) => ({ to })),
    });

  count = async (query: string) =>
    (await this.request<Page>("GET", `/messages?limit=1&${query}`)).pagination.total;

  async messages(): Promise<Message[]> {
    const all: Message[] = [];
    for (let total = 1; all.length < total;) {
      const page = await this.request<Page>("GET", `/messages?limit=${PAGE}&offset=${all.length}`);
      if (page.data.length === 0) break;
      all.push(...page.data);
      total = page.pagination.total;
    }
    return all;
  }

  /** Kills every process and deletes its files. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.processes.map((process) => process.stop("SIGKILL")));
    await this.peer.close();
    await this.database.close();
  }
}
