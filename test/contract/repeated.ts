import { type ProxyChain, openProxyChain } from "../../scripts/contract-check/proxy-chain";
import type { CheckOptions } from "../../scripts/contract-check/check-options";
import { failuresOf } from "../../scripts/contract-check/report/summary";
import { openTestDatabase, type OpenTestDatabase, type TestDatabase } from "../support/databases";
import { check, type RealService, startService } from "./service";

/** Makes the same numbers in each run, so that a run meets contacts that an earlier run deleted. */
function sameNumbers(): (lastDigits: string) => string {
  let count = 0;
  return (lastDigits) => `+55119${String(++count).padStart(4, "0")}${lastDigits}`;
}

interface OneDeployment {
  readonly real: RealService;
  readonly proxyChain: ProxyChain;
  /** Returns why a check failed, with the text of each violation. */
  failuresWith(options: Partial<CheckOptions>): Promise<string[]>;
}

export const invariants = { seed: 7, seconds: 60, tries: 0, otherKey: null };

/**
 * Tests repeated checks of one deployment. Each database has a file, so that two workers share them.
 * `further` has tests of the check alone, which need only one of the databases.
 */
export function testRepeatedChecks(kind: TestDatabase, further: (deployment: OneDeployment) => void): void {
  describe(`the contract check on one deployment with ${kind}`, () => {
    let database: OpenTestDatabase;
    let real: RealService;
    let proxyChain: ProxyChain;

    beforeAll(async () => {
      database = await openTestDatabase(kind, { migrated: false });
      const env: Record<string, string> = database.url === null ? {} : { DATABASE_URL: database.url };
      [real, proxyChain] = await Promise.all([startService(env), openProxyChain(30_000)]);
    });
    afterAll(async () => {
      await Promise.all([proxyChain.close(), real.stop()]);
      await database.close();
    });

    async function failuresWith(options: Partial<CheckOptions>): Promise<string[]> {
      const result = await check({ url: real.origin, key: real.key, invariants, ...options });
      const broken = result.invariants?.violations ?? [];
      return [
        ...failuresOf(result),
        ...result.coverage.violations.flatMap(({ operation, faults }) =>
          faults.map(({ message }) => `${operation.id}: ${message}`),
        ),
        ...broken.map(
          ({ invariant, operation, faults }) => `${operation}, ${invariant}: ${faults.join("; ")}`,
        ),
      ];
    }

    it("finds no violation in restored contacts with their old id and creation time", async () => {
      for (let run = 1; run <= 2; run++) {
        const only = ["Contacts", "Contact lists", "Campaigns"];
        const seed = 7 + run;
        const given = { invariants: { ...invariants, seed }, makeNumber: sameNumbers(), probes: false };
        expect(await failuresWith({ only, proxyChain, ...given })).toEqual([]);
      }
    }, 900_000);

    further({
      get real() {
        return real;
      },
      get proxyChain() {
        return proxyChain;
      },
      failuresWith,
    });
  });
}
