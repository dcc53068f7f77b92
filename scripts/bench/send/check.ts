import type { Knex } from "knex";
import { assertEqual } from "../bench";
import { type DatabaseAddress, openAddress } from "../databases";
import { type BodyPlan, suppressedIn } from "./bodies";

/** Every message is there once, in its right status, rendered, queued and counted. */
export async function assertSent(address: DatabaseAddress, plan: BodyPlan, requests: number): Promise<void> {
  const db = openAddress(address, 1);
  const messages = requests * plan.recipients;
  const blocked = suppressedIn(plan, requests);
  const pending = messages - blocked;
  const byStatus = await sums(db, "select status as name, count(*) as total from messages group by status");
  assertEqual("messages by status", byStatus, without0({ blocked, pending }));
  const counted = await sums(
    db,
    "select status as name, sum(messages) as total from message_counts group by status",
  );
  assertEqual("counts by status", counted, without0({ blocked, pending }));
  const queued = await sums(db, "select kind as name, sum(weight) as total from jobs group by kind");
  assertEqual("messages in jobs", queued, without0({ submission: pending }));
  const unrendered = await sums(
    db,
    "select 'unrendered' as name, count(*) as total from messages where content is null or content like '%{{%'",
  );
  assertEqual("messages without text", unrendered, { unrendered: 0 });
  await db.destroy();
}

const without0 = (totals: Record<string, number>) =>
  Object.fromEntries(Object.entries(totals).filter(([, total]) => total > 0));

async function sums(db: Knex, sql: string): Promise<Record<string, number>> {
  const result = (await db.raw(sql)) as { rows?: unknown } | unknown[];
  const rows = (Array.isArray(result) ? result : result.rows) as { name: string; total: number | string }[];
  const sorted = [...rows].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map(({ name, total }) => [name, Number(total)]));
}
