import { randomUUID } from "node:crypto";
import { BatchSize, deleteInBatches } from "../../src/platform/db/batch-size";
import { purgeKeys } from "../../src/features/messages/idempotency.store";
import { DAY } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { times } from "../support/times";

describe.each(databases)("the batch size of deletions on %s", (database) => {
  const service = testService(database);
  const bounds = database === "SQLite" ? { min: 25, max: 200 } : { min: 100, max: 500 };

  function sized(msPerRow: number) {
    let now = 0;
    const size = new BatchSize(service.db, () => now);
    const run = async () => {
      const { rows } = size;
      await size.measure(async () => void (now += rows * msPerRow));
      return rows;
    };
    return { size, run };
  }

  it("grows to the maximum while batches are short", async () => {
    const { run } = sized(0);
    for (let batch = 0; batch < 20; batch += 1) await run();
    expect(await run()).toBe(bounds.max);
  });

  it("shrinks to the minimum while batches are long", async () => {
    const { run } = sized(10);
    for (let batch = 0; batch < 20; batch += 1) await run();
    expect(await run()).toBe(bounds.min);
  });

  it("stays close to the longest time that a batch should take", async () => {
    const [targetMs, msPerRow] = database === "SQLite" ? [10, 0.1] : [100, 0.3];
    const { run } = sized(msPerRow);
    for (let batch = 0; batch < 50; batch += 1) {
      expect((await run()) * msPerRow).toBeLessThanOrEqual(1.5 * targetMs);
    }
  });

  it("deletes all old rows, one transaction per batch", async () => {
    const { accountId } = await service.account("batches");
    const insert = (created: number) =>
      service.db("idempotency_keys").insert({
        account_id: accountId,
        key: randomUUID(),
        fingerprint: "",
        answer: "{}",
        created_at: created,
      });
    const now = service.clock.now();
    await Promise.all(times(5, () => insert(now - 30 * DAY)));
    await insert(now);
    const size = { rows: 2, measure: <T>(batch: () => Promise<T>) => batch() };
    const yielded: number[] = [];
    for await (const rows of deleteInBatches(service.db, size, (trx, limit) => purgeKeys(trx, now, limit))) {
      yielded.push(rows);
    }
    expect(yielded).toEqual([2, 2, 1]);
    expect(await service.db("idempotency_keys").where({ account_id: accountId })).toHaveLength(1);
  });
});
