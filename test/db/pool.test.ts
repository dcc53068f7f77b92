import { poolUse } from "../../src/platform/db/pool";
import { databases, openTestDatabase } from "../support/databases";
import { until } from "../support/until";

describe.each(databases)("the connection pool on %s", (kind) => {
  it("counts used and idle connections, and requests that wait for one", async () => {
    const { db, close } = await openTestDatabase(kind);
    const most = (db.client as { pool: { max: number } }).pool.max;
    const first = await db.transaction();
    const held = [first, ...(await Promise.all(Array.from({ length: most - 1 }, () => db.transaction())))];
    const late = db.transaction();
    const expected = { used: most, idle: 0, waiting: 1 };
    try {
      await until("a waiting transaction", 5, async () => poolUse(db).waiting > 0, 10);
      expect(poolUse(db)).toEqual(expected);
    } finally {
      for (const trx of held) await trx.rollback();
      await (await late).rollback();
    }
    expect(poolUse(db)).toEqual({ used: 0, idle: most, waiting: 0 });
    await close();
  });
});
