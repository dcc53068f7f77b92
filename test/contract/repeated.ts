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

const HOOK = "https://contract-check-00000000.invalid/hook";

/** Tests repeated checks of one deployment. Each database has a file, so that two workers share them. */
export function testRepeatedChecks(kind: TestDatabase): void {
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

    const invariants = { seed: 7, seconds: 60, tries: 0, otherKey: null };

    /** Returns why a check failed, with the text of each violation. */
    async function failuresWith(options: Partial<CheckOptions>): Promise<string[]> {
      const result = await check({ url: real.origin, key: real.key, invariants, ...options });
      const broken = result.invariants?.violations ?? [];
      return [
        ...failuresOf(result, 0),
        ...result.coverage.violations.flatMap(({ operation, faults }) =>
          faults.map(({ message }) => `${operation.id}: ${message}`),
        ),
        ...broken.map(
          ({ invariant, operation, faults }) => `${operation}, ${invariant}: ${faults.join("; ")}`,
        ),
      ];
    }

    it("finds no violation in restored contacts with their old id and creation time", async () => {
      for (let run = 1; run <= 3; run++) {
        const only = ["Contacts", "Contact lists", "Campaigns"];
        const seed = 7 + run;
        const options = { only, proxyChain, makeNumber: sameNumbers(), invariants: { ...invariants, seed } };
        expect(await failuresWith(options)).toEqual([]);
      }
    });

    it("finds no violation while two checks run at the same time", async () => {
      const seeds = [11, 12];
      const found = await Promise.all(
        seeds.map((seed) => failuresWith({ invariants: { ...invariants, seed } })),
      );
      expect(found).toEqual([[], []]);
    });

    it("reports the endpoints of a killed run that fill the account", async () => {
      const endpoint = (url: string) =>
        fetch(`${real.origin}/v3/webhooks`, {
          method: "POST",
          headers: { "x-api-key": real.key, "content-type": "application/json" },
          body: JSON.stringify({ url }),
        });
      const made: string[] = [];
      for (let response = await endpoint(HOOK); response.status === 201; response = await endpoint(HOOK))
        made.push(((await response.json()) as { id: string }).id);
      const [first, ...others] = await failuresWith({ only: ["Webhooks"], proxyChain });
      expect(others).toEqual([]);
      expect(first).toMatch(/^not tried, since no request succeeded: .*createWebhook/);
      for (const id of made) {
        const headers = { "x-api-key": real.key };
        await fetch(`${real.origin}/v3/webhooks/${id}`, { method: "DELETE", headers });
      }
      expect(await failuresWith({ only: ["Webhooks"], proxyChain })).toEqual([]);
    });
  });
}
