import { AMBIGUOUS } from "../../../src/features/dispatch/resubmission-policy";
import { countingHttp } from "../../carriers/support/counting-http";
import type { CountingPeer } from "../../carriers/support/counting-peer";
import { runCommand } from "../../support/command";
import { type Entry, fetchServed, freePort, ServiceProcess } from "../../support/process";
import { SteadyLoad } from "./steady-load";
import { until } from "../../support/until";

const KEY = `st_${"fa".repeat(32)}`;
/** Accepted sends before the fault. */
const WARM_UP = 150;
/** Accepted sends after the first submission that follows the fault. */
const AFTERWARDS = 200;

export interface FaultFigures {
  fault: string;
  requests: number;
  /** Responses with 503 or 429, which say when to retry. */
  refused: number;
  /** Requests whose connection failed. */
  cut: number;
  accepted: number;
  /** Accepted messages that the carrier did not receive, unless their outcome is stored as unknown. */
  lost: number;
  /** Messages whose stored failure says that their outcome is unknown. */
  unknown: number;
  /** Messages with another stored failure. */
  failed: number;
  /** Phone numbers that the carrier received more than once. */
  doubled: number;
  /** Statuses other than 200, 202, 429 and 503. */
  otherStatuses: number[];
  withoutRetryAfter: number;
  /** Milliseconds from the database's return until the service was ready. */
  readyMs: number;
  /** Milliseconds from the database's return until the next message reached the carrier. */
  submissionMs: number;
  longestMs: number;
}

interface ListedMessage {
  id: string;
  to: string;
  status: string;
  error: { message: string } | null;
}

/** A service with a counting carrier and a steady load, for tests that cause faults. */
export class FaultRun {
  private constructor(
    readonly service: ServiceProcess,
    private readonly port: number,
    private readonly peer: CountingPeer,
  ) {}

  static async start(settings: Readonly<Record<string, string>>, entry?: Entry): Promise<FaultRun> {
    const port = await freePort();
    const env = {
      PORT: String(port),
      RECADO_API_KEY: KEY,
      RECADO_RATE_LIMIT: "1000000",
      RECADO_LOG_LEVEL: "error",
      ...settings,
    };
    const service = new ServiceProcess(env, entry);
    await service.start();
    const peer = await countingHttp(`${service.baseUrl}/carriers/counting`);
    const set = peer.settings.flatMap((setting) => ["--set", setting]);
    const secrets = peer.secrets.flatMap((secret) => ["--secret", secret]);
    const sender = ["--account", "default", "--channel", "sms", "--address", "28000", "--default"];
    for (const args of [
      ["carriers", "add", "counting", "--kind", "http", ...set, ...secrets],
      ["senders", "add", ...sender, "--carrier", "counting"],
    ]) {
      const { exitCode, err } = await runCommand(env, ...args);
      if (exitCode !== 0) throw new Error(`${args.join(" ")}: ${err}`);
    }
    return new FaultRun(service, port, peer);
  }

  /** Runs a fault under load. `act` resolves once the database can be used again. */
  async suffers(fault: string, act: () => Promise<void>): Promise<FaultFigures> {
    const load = new SteadyLoad(this.port, KEY);
    try {
      return await this.measure(fault, load, act);
    } finally {
      load.abandon();
    }
  }

  private async measure(fault: string, load: SteadyLoad, act: () => Promise<void>): Promise<FaultFigures> {
    await until("the load is accepted", 60, async () => load.accepted.size >= WARM_UP);
    await until("messages are submitted", 60, async () => this.peer.received.size > 0);
    await act();
    const [readyMs, submissionMs] = await Promise.all([this.untilReady(), this.untilSubmission()]);
    const enough = load.accepted.size + AFTERWARDS;
    await until("the load is accepted again", 60, async () => load.accepted.size >= enough);
    await load.end();
    await this.settled();
    const { requests, accepted, statuses, withoutRetryAfter, longestMs } = load;
    return {
      fault,
      requests,
      refused: load.countOf(503) + load.countOf(429),
      cut: load.countOf(0),
      accepted: accepted.size,
      ...(await this.outcomes(accepted)),
      otherStatuses: [...statuses.keys()].filter((status) => ![0, 200, 202, 429, 503].includes(status)),
      withoutRetryAfter,
      readyMs,
      submissionMs,
      longestMs,
    };
  }

  async close(): Promise<void> {
    await this.service.stop("SIGKILL");
    await this.peer.close();
  }

  async metrics(): Promise<string> {
    return (await fetch(`${this.service.baseUrl}/metrics`)).text();
  }

  private async untilReady(): Promise<number> {
    const since = performance.now();
    const isReady = async () => (await fetch(`${this.service.baseUrl}/readyz`)).ok;
    await until("the service is ready", 60, () => isReady().catch(() => false), 20);
    return performance.now() - since;
  }

  /** Waits until a new message reaches the carrier. Returns the duration in milliseconds. */
  async untilSubmission(): Promise<number> {
    const { received } = this.peer;
    const [since, before] = [performance.now(), received.size];
    await until("a message is submitted", 60, async () => received.size > before, 10);
    return performance.now() - since;
  }

  private async settled(): Promise<void> {
    await until("every report is stored", 120, async () => {
      const open = await this.page("status=pending&status=sent&limit=1");
      return open.pagination.total === 0 && this.peer.unreported === 0;
    });
  }

  private async outcomes(accepted: ReadonlyMap<string, string>) {
    const stored: ListedMessage[] = [];
    for (let total = 1; stored.length < total;) {
      const page = await this.page(`limit=1000&offset=${stored.length}`);
      stored.push(...page.data);
      total = page.pagination.total;
    }
    const { received } = this.peer;
    const byId = new Map(stored.map((message) => [message.id, message]));
    const failed = stored.filter(({ status }) => status === "failed");
    const unknown = new Set(
      failed.filter(({ error }) => error?.message === AMBIGUOUS.message).map(({ id }) => id),
    );
    const isLost = ([to, id]: [string, string]) =>
      byId.get(id)?.to !== to || (!received.has(to) && !unknown.has(id));
    return {
      lost: [...accepted].filter(isLost).length,
      unknown: unknown.size,
      failed: failed.length - unknown.size,
      doubled: [...received.values()].filter((times) => times > 1).length + stored.length - accepted.size,
    };
  }

  private async page(query: string) {
    const response = await fetchServed(`${this.service.baseUrl}/v3/messages?${query}`, {
      headers: { "X-API-Key": KEY },
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as { data: ListedMessage[]; pagination: { total: number } };
  }
}
