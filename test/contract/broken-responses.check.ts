import { execFileSync } from "node:child_process";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type ProxyChain, openProxyChain } from "../../scripts/contract-check/proxy-chain";
import type { CheckOptions } from "../../scripts/contract-check/check-options";
import { causesOf } from "../../scripts/contract-check/report/causes";
import { failuresOf } from "../../scripts/contract-check/report/summary";
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

describe("the contract check of a server with incomplete responses", () => {
  let real: RealService;
  let proxyChain: ProxyChain;

  beforeAll(async () => {
    [real, proxyChain] = await Promise.all([startService(), openProxyChain(TIMEOUT_MS)]);
  });
  afterAll(() => Promise.all([proxyChain.close(), real.stop()]));

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

  it.each([
    ["accepts and never responds", () => undefined, /^no response: nothing came within 10 s$/],
    [
      "sends headers and stalls in the body",
      begun,
      /^no response: the response did not end within 10 s: 200 and 8 bytes of its body came$/,
    ],
    [
      "sends a byte now and then without end",
      (outgoing: ServerResponse) => {
        begun(outgoing);
        const timer = setInterval(() => outgoing.write(" "), 100);
        outgoing.once("close", () => clearInterval(timer));
      },
      /^no response: the response did not end within 10 s: 200 and \d+ bytes of its body came$/,
    ],
    [
      "closes within the response",
      (outgoing: ServerResponse) => {
        begun(outgoing);
        setTimeout(() => outgoing.destroy(), 50);
      },
      /^no response: the connection ended in the middle of the response after [\d.]+ s: 200 and 8 bytes of its body came$/,
    ],
    [
      "closes without a response",
      (outgoing: ServerResponse) => void outgoing.destroy(),
      /^no response: the connection ended without a response after [\d.]+ s$/,
    ],
  ])("reports an operation that %s once, and continues", async (_, act, message) => {
    const result = await checkBroken(of("GET", "/contact-lists", act), ["listContactLists", "Senders"]);
    const causes = causesOf(result.coverage);
    expect(causes.map(({ where }) => where)).toEqual([
      [{ operation: "listContactLists", statuses: [0], count: 3 }],
    ]);
    expect(causes[0]?.faults).toMatchObject([{ message: expect.stringMatching(message) as string }]);
    expect(cellsIn(result, "hit")).toEqual(expect.arrayContaining(["listSenders 200", "listSenders 403"]));
    expect(result.endedEarly).toBeNull();
    expect(failuresOf(result, 0)).toEqual(["3 violations of 1 cause"]);
    expect(toText(result)).toContain("did not respond 3 times in a row, so no more requests are sent");
  });

  it("starts although the first operation that it probes hangs", async () => {
    const hangs = of("GET", "/files/constraints", () => undefined);
    const result = await checkBroken(hangs, ["getFileConstraints", "Senders"]);
    expect(causesOf(result.coverage)).toHaveLength(1);
    expect(cellsIn(result, "hit")).toContain("listSenders 200");
  });

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
      if (requests > 20) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      return incoming.method === "";
    };
    const result = await checkBroken(slow, ["Templates"], { proxyChain, runTimeoutMs: 3_000 });
    expect(result.endedEarly).toMatch(/^the run reached its timeout of 3 s$/);
    expect(result.coverage.violations).toEqual([]);
    expect(result.cleanUp.failed).toEqual([]);
    expect(failuresOf(result, 0)).toEqual([`ended early, ${result.endedEarly}`]);
  });
});
