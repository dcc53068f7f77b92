import fc from "fast-check";
import { FairQueue } from "../../src/platform/concurrency/fair-queue";
import { type JobKey, keyText } from "../../src/queue/job";

const keyArbitrary: fc.Arbitrary<JobKey> = fc.record({
  accountId: fc.constantFrom("a", "b", "c"),
  key: fc.constantFrom("1", "2", "3", "4"),
});

function queueOf(keys: readonly JobKey[]): FairQueue<JobKey> {
  const queue = new FairQueue<JobKey>();
  for (const key of keys) queue.add(key.accountId, key, key.key);
  return queue;
}

describe("a fair queue", () => {
  it("takes each item once and alternates between groups", () => {
    fc.assert(
      fc.property(fc.array(keyArbitrary), fc.nat(12), (keys, limit) => {
        const queue = queueOf(keys);
        const distinct = new Set(keys.map(keyText));
        expect(queue.size).toBe(distinct.size);
        const taken = queue.take(limit, () => true);
        expect(taken.length).toBe(Math.min(limit, distinct.size));
        expect(new Set(taken.map(keyText)).size).toBe(taken.length);
        expect(queue.size).toBe(distinct.size - taken.length);
        // No account gets another turn before every account with waiting keys has had as many turns.
        const left = new Set(queue.take(100, () => true).map(({ accountId }) => accountId));
        const turns = (accountId: string) => taken.filter((key) => key.accountId === accountId).length;
        for (const waiting of left) {
          for (const { accountId } of taken) expect(turns(accountId) - turns(waiting)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("skips items that may not be taken and keeps them", () => {
    fc.assert(
      fc.property(fc.array(keyArbitrary), (keys) => {
        const queue = queueOf(keys);
        const may = ({ key }: JobKey) => key !== "1";
        expect(queue.take(100, may).every(may)).toBe(true);
        expect(queue.take(100, () => true).every((key) => !may(key))).toBe(true);
      }),
    );
  });
});
