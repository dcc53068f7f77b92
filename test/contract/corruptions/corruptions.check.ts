import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type ProxyChain, openProxyChain } from "../../../scripts/contract-check/proxy-chain";
import type { CheckOptions } from "../../../scripts/contract-check/check-options";
import type { CheckResult } from "../../../scripts/contract-check/run";
import { check, type RealService, saidOf, startService } from "../service";
import { corrupting, type Corruption } from "./proxy";
import { relayOf } from "./relay";
import { CORRUPTIONS, type Row } from "./table";

const SEED = 7;

/** Who said what of an operation. */
function findings(result: CheckResult, operation: string): string[] {
  const invariants = (result.invariants?.violations ?? [])
    .filter((one) => one.operation === operation)
    .flatMap(({ invariant, faults }) => faults.map((fault) => `invariant ${invariant}: ${fault}`));
  return [...invariants, ...saidOf(result, operation)];
}

describe("the contract check, of a service that answers otherwise than it should", () => {
  let real: RealService;
  let proxyChain: ProxyChain;
  let slowProxyChain: ProxyChain;
  /** Events are waited for: meanwhile the others are tried. */
  const slow = new Map<Row, Promise<CheckResult>>();
  let otherKey: string;

  beforeAll(async () => {
    [real, proxyChain, slowProxyChain] = await Promise.all([startService(), openProxyChain(30_000), openProxyChain(30_000)]);
    otherKey = await real.otherKey();
    let before: Promise<unknown> = Promise.resolve();
    for (const row of CORRUPTIONS.filter(({ way }) => way !== undefined)) {
      const result = before.then(() => checkRow(row, slowProxyChain));
      slow.set(row, result);
      before = result.catch(() => undefined);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(slow.values());
    await Promise.all([proxyChain.close(), slowProxyChain.close()]);
    await real.stop();
  });

  const invariants = { seed: SEED, seconds: 240, tries: 0 };

  async function checkCorrupted(
    corruption: Corruption,
    options: Partial<CheckOptions>,
  ): Promise<CheckResult> {
    const proxy = await corrupting(real.origin, corruption);
    const given = { invariants: { ...invariants, otherKey }, invariantsOnly: true, ...options };
    return check({ url: proxy.origin, key: real.key, ...given }).finally(() => proxy.close());
  }

  async function checkRow(row: Row, on = proxyChain): Promise<CheckResult> {
    const { operation, also, finds, corrupt, way, scenarios = finds.includes("expectation") } = row;
    const relay = way ? await relayOf(way) : null;
    const corruption = relay?.corruption ?? corrupt?.({ key: otherKey }) ?? ((_, forward) => forward());
    return checkCorrupted(corruption, {
      only: [operation, ...(also ? [also] : [])],
      proxyChain: on,
      invariantsOnly: !scenarios,
    }).finally(() => relay?.close());
  }

  it("finds nothing where nothing is corrupted, and tries every invariant but those that chance decides", async () => {
    const result = await checkCorrupted((_, forward) => forward(), { proxyChain });
    expect(result.invariants?.violations).toEqual([]);
    expect(result.coverage.violations).toEqual([]);
    const untried = result.invariants?.cells.filter(({ state }) => state === "untried") ?? [];
    // An import of few rows is over before it can be canceled; and what endpoints are told of messages comes by itself, while
    // a list is walked: the scenario of events looks at that.
    const byChance = ["cancelImport", "listWebhookDeliveriesOfMessage"];
    expect(untried.filter(({ operation }) => !byChance.includes(operation))).toEqual([]);
    expect(result.cleanUp.failed).toEqual([]);
  }, 300_000);

  it.each(CORRUPTIONS.map((row) => [row.corruption, row.operation, row] as const))(
    "finds %s, at %s",
    async (_, operation, row) => {
      const said = findings(await (slow.get(row) ?? checkRow(row)), operation);
      expect(said.filter((one) => row.says.test(one))).not.toEqual([]);
      for (const finder of row.finds) {
        expect(said.filter((one) => one.startsWith(finder))).not.toEqual([]);
      }
    },
  );

  it("makes a violation short, and shows it by commands to paste into a shell", async () => {
    const row = CORRUPTIONS.find(({ operation }) => operation === "updateContactList");
    const proxy = await corrupting(
      real.origin,
      row?.corrupt?.({ key: otherKey }) ?? ((_, forward) => forward()),
    );
    try {
      const given = { invariants: { ...invariants, otherKey, tries: 16 }, invariantsOnly: true, proxyChain };
      const result = await check({ url: proxy.origin, key: real.key, only: ["updateContactList"], ...given });
      const found = result.invariants?.violations.find(({ invariant }) => invariant === "updates");
      // It is made, read, changed under a tag that no version has, read, changed under its own, and read three times.
      expect(found?.requests?.least).toBe(8);
      expect(found?.requests?.first).toBeGreaterThan(8);
      const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", found?.curl ?? ""], {
        env: { PATH: process.env.PATH ?? "", RECADO_API_KEY: real.key },
      });
      // The change, and the read that shows it as it was.
      const [changed, read] = stdout
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as { id: string; name: string })
        .slice(3);
      expect(read?.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(changed?.id).toBe(read?.id);
      expect(changed?.name).not.toBe(read?.name);
    } finally {
      await proxy.close();
    }
  });
});
