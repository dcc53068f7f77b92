import { type ProxyChain, openProxyChain } from "../../scripts/contract-check/proxy-chain";
import { check, type RealService, startService } from "./service";

const invariants = { seed: 7, seconds: 60, tries: 0 };

describe("the contract check with --other-key", () => {
  let real: RealService;
  let proxyChain: ProxyChain;
  let otherKey: string;

  beforeAll(async () => {
    [real, proxyChain] = await Promise.all([startService(), openProxyChain(30_000)]);
    otherKey = await real.otherKey();
  });
  afterAll(() => Promise.all([proxyChain.close(), real.stop()]));

  /** Returns how many lists, templates, contacts and campaigns the other account has. */
  async function leftBehind(): Promise<number> {
    const paths = ["contact-lists?search=contract-check", "templates", "contacts", "campaigns"];
    const headers = { "x-api-key": otherKey };
    const pages = paths.map(async (path) => {
      const response = await fetch(`${real.origin}/v3/${path}`, { headers });
      return ((await response.json()) as { data: readonly unknown[] }).data.length;
    });
    return (await Promise.all(pages)).reduce((sum, count) => sum + count, 0);
  }

  it("deletes what it created in the other account when it is interrupted", async () => {
    const interrupt = new AbortController();
    let created = 0;
    const onProgress = ({ part, requests }: { part: string; requests: number }) => {
      if (part !== "invariants of Templates") created = requests;
      else if (requests > created + 3) interrupt.abort();
    };
    const options = { url: real.origin, key: real.key, only: ["Templates"], invariantsOnly: true, proxyChain };
    const given = { ...options, invariants: { ...invariants, otherKey }, onProgress };
    const result = await check({ ...given, signal: interrupt.signal });
    expect(result.interrupted).toBe(true);
    expect(result.cleanUp.failed).toEqual([]);
    expect(await leftBehind()).toBe(0);
  });
});
