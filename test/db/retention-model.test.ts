import fc from "fast-check";
import { MESSAGE_STATUSES } from "../../src/messaging/status";
import { messageDifferences, repairMessageSums } from "../../src/features/messages/recount.store";
import { DAY } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import type { Page } from "../support/exchange";
import { NO_DIFFERENCES, rollUpCounts } from "../support/recount";
import { countOldOf, retain } from "../support/retention";
import { runs } from "../support/runs";
import { testService } from "../support/service";

/** Last digits of numbers, which decide the outcome in the sandbox. */
const ENDS = ["1234", "2345", "0001", "0002", "0003"] as const;

const operations = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("send" as const),
      ends: fc.array(fc.constantFrom(...ENDS), { minLength: 1, maxLength: 4 }),
      withTemplate: fc.boolean(),
    }),
    fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 6 }) }),
    fc.record({
      do: fc.constant("purge" as const),
      days: fc.integer({ min: 1, max: 8 }),
      steps: fc.constantFrom(1, Infinity),
    }),
    fc.record({ do: fc.constantFrom("dispatch" as const, "fold" as const, "repair" as const) }),
  ),
  { minLength: 5, maxLength: 20 },
);

describe.each(databases)("retention after any order of operations on %s", (database) => {
  const service = testService(database);

  it("keeps the usage of all sends, and totals of lists that equal their pages", async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        const account = await testAccount(service);
        const { accountId, exchange } = account;
        const template = await exchange.template();
        let sent = 0;
        for (const step of steps) {
          switch (step.do) {
            case "send": {
              const what = step.withTemplate ? { template } : { text: "Oi" };
              await exchange.send(
                what,
                step.ends.map((end, index) => `+55119${8_760 + index}${end}`),
              );
              sent += step.ends.length;
              break;
            }
            case "wait":
              service.clock.advance(step.days * DAY);
              break;
            case "dispatch":
              await service.drain();
              break;
            case "fold":
              await rollUpCounts(service.db, accountId);
              break;
            case "purge": {
              const days = { retainMessagesDays: step.days };
              const expected = await countOldOf(service.app, days);
              const purged = await retain(service.app, days, step);
              if (step.steps === Infinity) expect(purged).toEqual(expected);
              break;
            }
            case "repair":
              await service.db.transaction(async (trx) => {
                await repairMessageSums(trx, accountId, await messageDifferences(trx, accountId));
              });
          }
        }
        const { body } = await account.request.get("/v3/usage").expect(200);
        const { data } = body as { data: { total: number }[] };
        expect(data.reduce((sum, { total }) => sum + total, 0)).toBe(sent);
        const queries = [{}, { template_id: template }, ...MESSAGE_STATUSES.map((status) => ({ status }))];
        for (const query of queries) {
          const page = await exchange.got<Page<unknown>>("/v3/messages", { ...query, limit: 1_000 });
          expect({ query, total: page.pagination.total }).toEqual({ query, total: page.data.length });
        }
        expect(await messageDifferences(service.db, accountId)).toEqual(NO_DIFFERENCES);
        await service.db("accounts").where({ id: accountId }).delete();
        for (const table of ["messages", "jobs"])
          await service.db(table).where({ account_id: accountId }).delete();
      }),
      { numRuns: runs(10) },
    );
  });
});
