import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";
import { signatureOf } from "../../src/carriers/twilio/signature";
import { built } from "../support/build";
import { runCommand } from "../support/command";
import { freePort, ServiceProcess } from "../support/process";
import { RawClient } from "../support/raw-client";
import { temporaryFolder } from "../support/temporary-folder";

/** Maximum data segment of the process, in KiB. */
const DATA_KIB = 900_000;
/** Maximum resident memory of the process, in MiB. */
const MEMORY_MIB = 450;
/** Duration of an attack, in milliseconds: longer than the deadline of a body, so that slots are reused. */
const ATTACK_MS = 7_000;
/** Interval in which an attacker sends a part of a slow body and reopens connections, in milliseconds. */
const EVERY_MS = 100;
/**
 * Maximum 90th percentile of responses, in milliseconds: six times the percentile of a quiet machine, so that
 * a busy machine passes. Callbacks that wait behind attackers take 10 s.
 */
const RESPONSE_MS = 3_000;
/** Maximum rounds of an attack. A round is repeated after late responses: the machine itself may pause. */
const ROUNDS = 3;
/** Number of probes. */
const PROBES = 4;
const MIB = 1_024 * 1_024;
const PUBLIC_URL = "https://recado.example";
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

interface ProbeResult {
  name: string;
  status: number | string;
  ms: number;
}

interface ProbeFigures {
  what: string;
  statuses: (number | string)[];
  p90: number;
  max: number;
  count: number;
}

/** What an attacker's connection sends when it opens, and every `EVERY_MS` after that. */
interface Attack {
  first(path: string, type: string): string | Buffer;
  then?: string;
}

interface Case {
  name: string;
  attack: Attack;
  connections: number;
}

const head = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Twilio-Signature: AAAA\r\n${headers}\r\n\r\n`;
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;
const bomb = brotliCompressSync(Buffer.alloc(16 * MIB));

/** Attacks by name. No connection sends a valid key, token or signature. */
const attacks: Record<string, Attack> = {
  "bodies that inflate to 16 MiB": {
    first: (path, type) =>
      Buffer.concat([
        Buffer.from(
          head(path, `Content-Type: ${type}\r\nContent-Encoding: br\r\nContent-Length: ${bomb.length}`),
        ),
        bomb,
      ]),
  },
  "chunked bodies that never end": {
    first: (path, type) => head(path, `Content-Type: ${type}\r\nTransfer-Encoding: chunked`) + chunk(60_000),
    then: chunk(60_000),
  },
  "slow bodies that announce 16 MiB": {
    first: (path, type) => head(path, `Content-Type: ${type}\r\nContent-Length: ${16 * MIB}`),
    then: "x".repeat(120),
  },
  "slow bodies that announce the maximum size": {
    first: (path, type) => head(path, `Content-Type: ${type}\r\nContent-Length: 65000`),
    then: "x".repeat(120),
  },
};

describe("callbacks of a service with little memory under attack", () => {
  const dataDir = temporaryFolder("callbacks");
  let service: ServiceProcess;
  let port: number;
  let targets: { path: string; type: string }[];
  let probe: Worker;

  beforeAll(async () => {
    port = await freePort();
    const env = {
      PORT: String(port),
      RECADO_DATA_DIR: dataDir,
      RECADO_PUBLIC_URL: PUBLIC_URL,
      RECADO_LOG_LEVEL: "error",
    };
    const limited = `ulimit -d ${DATA_KIB}; exec "$0" "$@"`;
    service = new ServiceProcess(env, {
      program: "bash",
      command: ["-c", limited, process.execPath, "--enable-source-maps", built("src/main.ts")],
    });
    await service.start();
    const add = async (name: string, kind: string, ...settings: string[]) => {
      const { exitCode, err } = await runCommand(env, "carriers", "add", name, "--kind", kind, ...settings);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    };
    const account = `account_sid=AC${"0".repeat(32)}`;
    await add("signed", "twilio", "--set", account, "--secret", "auth_token=secret");
    const url = "url=http://127.0.0.1:9/v1";
    await add("bearer", "http", "--set", url, "--secret", "token=out", "--secret", "callback_token=in");
    targets = [
      { path: "/carriers/signed/status", type: FORM },
      { path: "/carriers/bearer/replies", type: JSON_TYPE },
    ];
    const form = new URLSearchParams({ MessageSid: `SM${"1".repeat(32)}`, MessageStatus: "sent" });
    const path = "/carriers/signed/status";
    const signature = signatureOf(PUBLIC_URL + path, form, "secret");
    const post = { port, method: "POST" };
    const probes = [
      { name: "/healthz", port, path: "/healthz" },
      { name: "/readyz", port, path: "/readyz" },
      {
        name: "signed callback",
        ...post,
        path,
        body: form.toString(),
        headers: { "Content-Type": FORM, "X-Twilio-Signature": signature },
      },
      {
        name: "callback with a bearer token",
        ...post,
        path: "/carriers/bearer/reports",
        body: JSON.stringify({ reports: [] }),
        headers: { "Content-Type": JSON_TYPE, Authorization: "Bearer in" },
      },
    ];
    probe = new Worker(join(__dirname, "..", "support", "request-probe.mjs"), { workerData: probes });
  });
  afterAll(async () => {
    await probe?.terminate();
    await service.stop("SIGKILL");
  });

  async function probeResults(): Promise<ProbeResult[]> {
    probe.postMessage("report");
    const [seen] = (await once(probe, "message")) as [ProbeResult[]];
    return seen;
  }

  /** Attacks on `connections` connections, and reopens connections that the service closes. */
  async function attackWith({ first, then }: Attack, connections: number): Promise<void> {
    const open = (index: number) => {
      const { path, type } = targets[index % targets.length] as (typeof targets)[number];
      const client = new RawClient(port).read().send(first(path, type));
      const slot = { client, isClosed: false };
      void client.closed.then(() => (slot.isClosed = true));
      return slot;
    };
    const slots = Array.from({ length: connections }, (_, index) => open(index));
    const until = performance.now() + ATTACK_MS;
    while (performance.now() < until) {
      await pause(EVERY_MS);
      slots.forEach(({ client, isClosed }, index) => {
        if (isClosed) slots[index] = open(index);
        else if (then !== undefined) client.send(then);
      });
    }
    for (const { client } of slots) client.end();
  }

  /**
   * Attacks once, and returns the statuses and durations of each probe. Expects bounded memory, and no status
   * of a failure except 408.
   */
  async function figuresUnder({ name, attack, connections }: Case): Promise<ProbeFigures[]> {
    await probeResults();
    await attackWith(attack, connections);
    const seen = await probeResults();
    const figures = [...new Set(seen.map((one) => one.name))].map((what) => {
      const own = seen.filter((one) => one.name === what);
      const durations = own.map(({ ms }) => ms).sort((a, b) => a - b);
      const statuses = [...new Set(own.map(({ status }) => status))].sort();
      const p90 = durations[Math.ceil(durations.length * 0.9) - 1] ?? Infinity;
      return { what, statuses, p90, max: durations.at(-1) ?? Infinity, count: own.length };
    });
    if (process.env.RECADO_TEST_FIGURES) {
      const lines = figures.map(
        ({ what, statuses, p90, max, count }) =>
          `${what}: ${statuses.join()} × ${count}, p90 ${p90.toFixed(0)} ms, max ${max.toFixed(0)} ms`,
      );
      process.stderr.write(
        `${connections} × ${name}: peak ${service.peakMemory().toFixed(0)} MiB\n  ${lines.join("\n  ")}\n`,
      );
    }
    expect(service.peakMemory()).toBeLessThan(MEMORY_MIB);
    const statuses = new Set(figures.flatMap((probe) => probe.statuses));
    expect([200, 204, 408]).toEqual(expect.arrayContaining([...statuses]));
    return figures;
  }

  /** Returns whether a probe has no result, a slow 90th percentile, or a 408, the status of a late body. */
  const isLate = (figures: readonly ProbeFigures[]) =>
    figures.length < PROBES ||
    figures.some(({ statuses, p90 }) => p90 >= RESPONSE_MS || statuses.includes(408));

  const cases: Case[] = Object.entries(attacks).flatMap(([name, attack]) =>
    [80, 400].map((connections) => ({ name, attack, connections })),
  );
  it.each(cases)("handles genuine callbacks promptly during $connections × $name", async (one) => {
    let figures = await figuresUnder(one);
    for (let round = 2; round <= ROUNDS && isLate(figures); round += 1) {
      figures = await figuresUnder(one);
    }
    expect(figures).toHaveLength(PROBES);
    for (const { what, statuses, p90 } of figures) {
      expect({ what, statuses, isPrompt: p90 < RESPONSE_MS }).toEqual({
        what,
        isPrompt: true,
        statuses: [what.startsWith("/") ? 200 : 204],
      });
    }
  });
});
