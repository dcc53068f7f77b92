import { type Bench, openBench } from "../../../scripts/contract-check/bench";
import type { CheckOptions } from "../../../scripts/contract-check/check-options";
import type { CheckResult } from "../../../scripts/contract-check/run";
import { check, type RealService, saidOf, startService } from "../service";
import { corrupting, type Corruption } from "./proxy";
import { relayOf } from "./relay";
import { CORRUPTIONS, type Row } from "./table";

const SEED = 7;

/** Who said what of an operation. */
function findings(result: CheckResult, operation: string): string[] {
  const laws = (result.laws?.violations ?? [])
    .filter((one) => one.operation === operation)
    .flatMap(({ law, faults }) => faults.map((fault) => `law ${law}: ${fault}`));
  return [...laws, ...saidOf(result, operation)];
}

describe("the contract check, of a service that answers otherwise than it should", () => {
  let real: RealService;
  let bench: Bench;
  let otherKey: string;

  beforeAll(async () => {
    [real, bench] = await Promise.all([startService(), openBench(30_000)]);
    otherKey = await real.otherKey();
  });
  afterAll(async () => {
    await bench.close();
    await real.stop();
  });

  const laws = { seed: SEED, seconds: 120, tries: 0, receiver: { url: null, port: null } };

  async function checkCorrupted(
    corruption: Corruption,
    options: Partial<CheckOptions>,
  ): Promise<CheckResult> {
    const proxy = await corrupting(real.origin, corruption);
    const given = { laws: { ...laws, otherKey }, lawsOnly: true, bench, ...options };
    return check({ url: proxy.origin, key: real.key, ...given }).finally(() => proxy.close());
  }

  async function checkRow({ operation, corrupt, way }: Row): Promise<CheckResult> {
    const relay = way ? await relayOf(way) : null;
    const corruption = relay?.corruption ?? corrupt?.({ key: otherKey }) ?? ((_, forward) => forward());
    return checkCorrupted(corruption, { only: [operation] }).finally(() => relay?.close());
  }

  it("finds nothing where nothing is corrupted, and tries every law but those that chance decides", async () => {
    const result = await checkCorrupted((_, forward) => forward(), {});
    expect(result.laws?.violations).toEqual([]);
    expect(result.coverage.violations).toEqual([]);
    const untried = result.laws?.cells.filter(({ state }) => state === "untried") ?? [];
    // An import of few rows is over before it can be canceled.
    expect(untried.filter(({ operation }) => operation !== "cancelImport")).toEqual([]);
    expect(result.cleanUp.failed).toEqual([]);
  }, 300_000);

  it.each(CORRUPTIONS.map((row) => [row.corruption, row.operation, row] as const))(
    "finds %s, at %s",
    async (_, operation, row) => {
      const said = findings(await checkRow(row), operation);
      expect(said.filter((one) => row.says.test(one))).not.toEqual([]);
      for (const finder of row.finds) {
        expect(said.filter((one) => one.startsWith(finder))).not.toEqual([]);
      }
    },
  );
});
