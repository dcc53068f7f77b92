import { randomUUID } from "node:crypto";
import { down, up } from "../../src/platform/db/migrations/0009_queued_work";
import { databases, openTestDatabase } from "../support/databases";

describe.each(databases)("the work that waits while %s is migrated", (database) => {
  it("gets a job for each import, and one an account for its follow-ups and erasures", async () => {
    const { db, close } = await openTestDatabase(database);
    try {
      await db.transaction((trx) => down(trx));
      const [one, two] = [randomUUID(), randomUUID()];
      const [running, waiting] = [randomUUID(), randomUUID()];
      const ofImport = (account_id: string, id: string, status: string) =>
        db("imports").insert({
          ...{ account_id, id, status, list_id: randomUUID(), file_id: randomUUID() },
          ...{ due_at: 5, created_at: 5, lease: status === "running" ? randomUUID() : null, attempts: 1 },
        });
      await ofImport(one, running, "running");
      await ofImport(two, waiting, "pending");
      await ofImport(two, randomUUID(), "completed");
      const rule = { rule_id: randomUUID(), outcome: "no_delivery", template_id: randomUUID() };
      const followUp = (account_id: string, due_at: number, ended_at: number | null = null) =>
        db("follow_ups").insert({ ...rule, account_id, message_id: randomUUID(), due_at, ended_at });
      for (const dueAt of [30, 10, 20]) await followUp(one, dueAt);
      await followUp(two, 10, 15);
      const erasure = { contact_id: randomUUID(), phone: "+5511987654321", up_to: randomUUID() };
      await db("erasures").insert({ ...erasure, account_id: two, due_at: 7 });
      await db("erasures").insert({ ...erasure, account_id: one, due_at: null });

      await db.transaction((trx) => up(trx));
      const jobs = (await db("jobs").orderBy(["kind", "due_at"])) as Record<string, unknown>[];
      expect(
        jobs.map(({ kind, account_id, id, key, due_at }) => [kind, account_id, id, key, due_at]),
      ).toEqual(
        expect.arrayContaining([
          ["erasure", two, two, two, 7],
          ["follow-up", one, one, one, 10],
          ["import", one, running, one, 5],
          ["import", two, waiting, two, 5],
        ]),
      );
      expect(jobs).toHaveLength(4);
    } finally {
      await close();
    }
  });
});
