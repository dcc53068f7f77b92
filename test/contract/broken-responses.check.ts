import { execFileSync } from "node:child_process";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type ProxyChain, openProxyChain } from "../../scripts/contract-check/proxy-chain";
import type { CheckOptions } from "../../scripts/contract-check/check-options";
import { causesOf } from "../../scripts/contract-check/report/causes";
import { failuresOf } from "../../scripts/contract-check/report/summary";
import type { CheckResult } from "../../scripts/contract-check/run";
import { toText } from "../../scripts/contract-check/report/terminal";
import { listening } from "../support/listening";
import { cellsIn, check, type RealService, startService } from "./service";

/** Handles a request instead of forwarding it; false forwards it. */
type Breakage = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const of = (method: string, path: string, act: (outgoing: ServerResponse) => void): Breakage => {
  return (incoming, outgoing) => {
    if (incoming.method !== method || incoming.url?.split("?")[0] !== `/v3${path}`) return false;
    act(outgoing);
    return true;
  };
};

const begun = (outgoing: ServerResponse) => {
  outgoing.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  outgoing.write('{"data":');
};

/** Long enough for a busy machine to respond. */
const TIMEOUT_MS = 10_000;

interface Row {
  /** How the server breaks the operation. */
  server: string;
  operation: "getFileConstraints" | "listContactLists";
  act: (outgoing: ServerResponse) => void;
  says: RegExp;
}

const PATHS = { getFileConstraints: "/files/constraints", listContactLists: "/contact-lists" };

/** Rows that wait for the timeout. They run in parallel with all other tests. */
const SLOW: readonly Row[] = [
  {
    // The check sends this operation a request before the run, and begins the run even without a response.
    server: "accepts and never responds, even to the first request",
    operation: "getFileConstraints",
    act: () => undefined,
    says: /^no response: none arrived within 10 s$/,
  },
  {
    server: "sends headers and stalls in the body",
    operation: "listContactLists",
    act: begun,
    says: /^no response: the response did not end within 10 s: 200 and 8 bytes of its body came$/,
  },
  {
    server: "sends a byte now and then without end",
    operation: "listContactLists",
    act(outgoing) {
      begun(outgoing);
      const timer = setInterval(() => outgoing.write(" "), 100);
      outgoing.once("close", () => clearInterval(timer));
    },
    says: /^no response: the response did not end within 10 s: 200 and \d+ bytes of its body came$/,
  },
];

const FAST: readonly Row[] = [
  {
    server: "closes within the response",
    operation: "listContactLists",
    act(outgoing) {
      begun(outgoing);
      setTimeout(() => outgoing.destroy(), 50);
    },
    says: /^no response: the connection ended in the middle of the response after [\d.]+ s: 200 and 8 bytes of its body came$/,
  },
  {
    server: "closes without a response",
    operation: "listContactLists",
    act: (outgoing) => void outgoing.destroy(),
    says: /^no response: the connection ended without a response after [\d.]+ s$/,
  },
];

describe("the contract check of a server with incomplete responses", () => {
  let real: RealService;
  let proxyChain: ProxyChain;
  let slowChains: readonly ProxyChain[];
  const slow = new Map<Row, Promise<CheckResult>>();

  beforeAll(async () => {
    [real, proxyChain, ...slowChains] = await Promise.all([
      startService(),
      openProxyChain(TIMEOUT_MS),
      ...SLOW.map(() => openProxyChain(TIMEOUT_MS)),
    ]);
    for (const [index, row] of SLOW.entries()) {
      const result = checkRow(row, slowChains[index]);
      result.catch(() => undefined);
      slow.set(row, result);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(slow.values());
    await Promise.all([proxyChain, ...slowChains].map((chain) => chain.close()));
    await real.stop();
  });

  async function checkBroken(
    breakage: Breakage,
    only: readonly string[],
    options: Partial<CheckOptions> = { proxyChain },
  ) {
    const { port } = new URL(real.origin);
    const server = createServer((incoming, outgoing) => {
      if (breakage(incoming, outgoing)) return;
      const { method, url: path, headers } = incoming;
      const onward = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(outgoing);
      });
      onward.on("error", () => outgoing.destroy());
      incoming.pipe(onward);
    });
    const { url, stop } = await listening(server);
    try {
      return await check({ url, key: real.key, only, timeoutMs: TIMEOUT_MS, ...options });
    } finally {
      server.closeAllConnections();
      await stop();
    }
  }

  const checkRow = ({ operation, act }: Row, on = proxyChain) =>
    checkBroken(of("GET", PATHS[operation], act), [operation, "Senders"], { proxyChain: on });

  /** Starts another Prism, so that other tests keep theirs. */
  const OWN_PRISM = {};

  /** Kills the newest Prism of this process, as if it had failed. */
  function killPrism(): void {
    const options = ["-o", "pid=,args=", "--sort=start_time", "--ppid", String(process.pid)];
    const children = execFileSync("ps", options, { encoding: "utf8" }).split("\n");
    const newest = children.findLast((line) => line.includes("prism-cli"));
    process.kill(Number.parseInt(newest ?? "", 10), "SIGKILL");
  }

  it("reports the response at which Prism ends, checks it alone, and continues with another Prism", async () => {
    let left = 1;
    const deadly: Breakage = (incoming) => {
      if (incoming.url === "/v3/senders?limit=5" && left-- > 0) killPrism();
      return false;
    };
    const result = await checkBroken(deadly, ["Senders"], OWN_PRISM);
    const messages = causesOf(result.coverage).map(({ faults }) => faults.map(({ message }) => message));
    expect(messages).toEqual([[expect.stringMatching(/^no verdict: it ended with SIGKILL/)]]);
    expect(cellsIn(result, "hit")).toEqual(expect.arrayContaining(["listSenders 400", "listSenders 403"]));
    expect(result.endedEarly).toBeNull();
  });

  it("ends early when Prism keeps failing", async () => {
    const deadly: Breakage = (incoming) => {
      if (incoming.url?.startsWith("/v3/senders")) killPrism();
      return false;
    };
    const result = await checkBroken(deadly, ["Senders"], OWN_PRISM);
    expect(result.endedEarly).toMatch(/^Prism failed 4 times, the last time it ended with SIGKILL/);
    expect(result.coverage.violations.length).toBeGreaterThan(0);
  });

  it("ends at the run's timeout, and still deletes what it created", async () => {
    let requests = 0;
    const slow: Breakage = (incoming) => {
      requests += 1;
      // Each response meets its own deadline, if only just.
      if (requests > 20) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      return incoming.method === "";
    };
    const result = await checkBroken(slow, ["Templates"], { proxyChain, runTimeoutMs: 6_000 });
    expect(result.endedEarly).toMatch(/^the run reached its timeout of 6 s$/);
    expect(requests).toBeGreaterThan(20);
    expect(result.coverage.violations).toEqual([]);
    expect(result.cleanUp.removed).toBeGreaterThan(0);
    expect(result.cleanUp.failed).toEqual([]);
    expect(failuresOf(result)).toEqual([`ended early, ${result.endedEarly}`]);
  });

  it.each([...FAST, ...SLOW])("reports once an operation that $server, and continues", async (row) => {
    const result = await (slow.get(row) ?? checkRow(row));
    const causes = causesOf(result.coverage);
    expect(causes.map(({ where }) => where)).toEqual([
      [{ operation: row.operation, statuses: [0], count: 3 }],
    ]);
    expect(causes[0]?.faults).toMatchObject([{ message: expect.stringMatching(row.says) as string }]);
    expect(cellsIn(result, "hit")).toEqual(expect.arrayContaining(["listSenders 200", "listSenders 403"]));
    expect(result.endedEarly).toBeNull();
    expect(failuresOf(result)).toEqual(["3 violations of 1 cause"]);
    expect(toText(result)).toContain("did not respond 3 times in a row, so no more requests are sent");
  });
});
