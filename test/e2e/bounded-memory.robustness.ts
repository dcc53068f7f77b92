import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { built } from "../support/build";
import { fetchServed, freePort, ServiceProcess } from "../support/process";
import { RawClient } from "../support/raw-client";
import { temporaryFolder } from "../support/temporary-folder";
import { times } from "../support/times";
import { until } from "../support/until";

/** Maximum resident memory of the process, in MiB. */
const MEMORY_MIB = 600;
/** Maximum JavaScript heap, in MiB. */
const HEAP_MIB = 256;
/** Maximum by which the 90th percentile of `/healthz` may exceed that of an idle server, in milliseconds. */
const HEALTH_MS = 200;
/** Consecutive responses of `/healthz` that must be prompt. */
const PROBES = 40;
/** Time in which prompt responses must occur, in seconds: the machine itself may pause for a while. */
const PROMPT_WITHIN_SECONDS = 60;
const KEY = `st_${"cd".repeat(32)}`;
const BODY = 2 * 1024 * 1024;

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const post = (path: string, length: number, headers = "") =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${headers}\r\n`;
const WITH_KEY = `X-API-Key: ${KEY}\r\n`;

/** Attacks that need no key. Each opens its connections and reads nothing unless its name says so. */
const WITHOUT_KEY: [name: string, attack: (open: () => RawClient) => void][] = [
  ["30 × 400 pipelined requests", (open) => times(30, () => open().send(get("/openapi.json").repeat(400)))],
  [
    "1,000 × 20 pipelined requests",
    (open) => times(1_000, () => open().send(get("/openapi.json").repeat(20))),
  ],
  [
    "300 × 200 pipelined requests that are read",
    (open) => times(300, () => open().read().send(get("/nowhere").repeat(200))),
  ],
  [
    "500 unread answers of each of the largest files",
    (open) =>
      times(500, () => {
        open().send(get("/docs/explorer/assets/swagger-ui-bundle.js"));
        open().send(get("/docs/reference/messages"));
      }),
  ],
  ["500 × 20 scrapes", (open) => times(500, () => open().send(get("/metrics").repeat(20)))],
  [
    "1,000 requests with half of 15 KiB of headers",
    (open) => times(1_000, () => open().send(`GET / HTTP/1.1\r\nHost: x\r\nX-Half: ${"x".repeat(15_000)}`)),
  ],
  [
    "500 requests with too many headers",
    (open) => times(500, () => open().send(get("/", `X-Large: ${"x".repeat(60_000)}\r\n`))),
  ],
  ["5,000 idle connections", (open) => times(5_000, () => open())],
  [
    "300 bodies without a key, never ended",
    (open) => times(300, () => open().send(post("/v3/messages", BODY) + "x".repeat(300_000))),
  ],
  [
    "300 bodies behind an unread answer",
    (open) =>
      times(300, () =>
        open().send(
          get("/docs/explorer/assets/swagger-ui-bundle.js") +
            post("/v3/messages", BODY) +
            "x".repeat(300_000),
        ),
      ),
  ],
];

const nested = (depth: number, inner = "") => "[".repeat(depth) + inner + "]".repeat(depth);
const BRACKETS = [
  nested(BODY / 2 - 10),
  nested(BODY / 2 - 10, '"\\u0000"'),
  nested(100_000, '"\\ud800"'),
  `[${"[],".repeat(BODY / 3 - 10)}0]`,
];

/** Attacks with one key, each within the account's rate limit of a minute. */
const WITH_KEY_ATTACKS: [name: string, attack: (open: () => RawClient) => void][] = [
  [
    "250 bodies of 2 MiB of which half is sent",
    (open) =>
      times(250, () =>
        open()
          .send(post("/v3/messages", BODY, WITH_KEY))
          .send(`"${"x".repeat(BODY / 2)}`),
      ),
  ],
  [
    "40 bodies of nothing but brackets",
    (open) =>
      times(40, (index) => {
        const body = BRACKETS[index % BRACKETS.length] ?? "";
        open()
          .read()
          .send(post("/v3/messages", body.length, WITH_KEY))
          .send(body);
      }),
  ],
];

/** Attacks with one key whose rendered response would be 120 MB. */
const RENDERED: [name: string, attack: (open: () => RawClient) => void][] = [
  [
    "100 pages of 1,000 messages, unread",
    (open) => times(100, () => open().send(get("/v3/messages?limit=1000", WITH_KEY))),
  ],
  [
    "20 previews of 1,000 messages, unread",
    (open) =>
      times(20, () => {
        const body = JSON.stringify(sendOf(1_000));
        open()
          .send(post("/v3/messages/preview", body.length, WITH_KEY))
          .send(body);
      }),
  ],
];

/** Returns a send of 1 MB whose rendered messages are as large as possible. */
const sendOf = (recipients: number) => ({
  channel: "rcs",
  content: { type: "text", text: "{{a}}".repeat(117) },
  recipients: times(recipients, (index) => ({
    to: `+55119${String(80_000_000 + index)}`,
    variables: { a: "y".repeat(1_024) },
  })),
});

describe("a service with little memory", () => {
  const dataDir = temporaryFolder("memory");
  let service: ServiceProcess;
  let idle: ServiceProcess;
  let port: number;
  let probe: Worker;
  let clients: RawClient[];

  beforeAll(async () => {
    port = await freePort();
    service = new ServiceProcess(
      { PORT: String(port), RECADO_DATA_DIR: dataDir, RECADO_API_KEY: KEY, RECADO_LOG_LEVEL: "error" },
      { command: [`--max-old-space-size=${HEAP_MIB}`, "--enable-source-maps", built("src/main.ts")] },
    );
    const idlePort = await freePort();
    idle = new ServiceProcess(
      { PORT: String(idlePort) },
      { command: ["test/support/idle-server.mjs"], says: "up\n" },
    );
    await Promise.all([service.start(), idle.start()]);
    probe = new Worker(join(__dirname, "..", "support", "health-probe.mjs"), {
      workerData: { service: port, idle: idlePort },
    });
    clients = [];
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.end();
  });
  afterAll(async () => {
    await probe.terminate();
    await Promise.all([service.stop("SIGKILL"), idle.stop("SIGKILL")]);
  });

  const open = () => {
    const client = new RawClient(port);
    clients.push(client);
    return client;
  };
  /** Adds the durations of the probes since the last call, in milliseconds. */
  async function addDurations(to: { service: number[]; idle: number[] }): Promise<void> {
    probe.postMessage("report");
    const [report] = (await once(probe, "message")) as [typeof to & { failures: number }];
    if (report.failures > 0) throw new Error(`${report.failures} probes failed: ${service.log()}`);
    to.service.push(...report.service);
    to.idle.push(...report.idle);
  }
  const p90 = (durations: number[]) =>
    [...durations].sort((a, b) => a - b)[Math.ceil(durations.length * 0.9) - 1] ?? Infinity;

  /** Starts the attack and expects prompt responses to probes and bounded memory while it runs. */
  async function withstand(attack: (open: () => RawClient) => void): Promise<void> {
    attack(open);
    let durations = { service: [] as number[], idle: [] as number[] };
    await until(`${PROBES} prompt responses to probes`, PROMPT_WITHIN_SECONDS, async () => {
      await addDurations(durations);
      expect(service.peakMemory()).toBeLessThan(MEMORY_MIB);
      if (durations.service.length < PROBES) return false;
      const isPrompt = p90(durations.service) < p90(durations.idle) + HEALTH_MS;
      durations = { service: [], idle: [] };
      return isPrompt;
    });
  }

  it.each(WITHOUT_KEY)("serves probes promptly during %s", async (_, attack) => withstand(attack));

  it.each(WITH_KEY_ATTACKS)("serves probes promptly during %s", async (_, attack) => withstand(attack));

  describe("with long rendered messages", () => {
    beforeAll(async () => {
      const headers = { "X-API-Key": KEY, "Content-Type": "application/json" };
      const body = JSON.stringify(sendOf(1_000));
      const sent = await fetchServed(`${service.baseUrl}/v3/messages`, { method: "POST", headers, body });
      expect(sent.status).toBe(202);
    });

    it.each(RENDERED)("serves probes promptly during %s", async (_, attack) => withstand(attack));
  });

  it("serves requests after the attacks", async () => {
    const response = await fetch(`${service.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    expect(((await response.json()) as { openapi: string }).openapi).toBe("3.1.0");
  });
});
