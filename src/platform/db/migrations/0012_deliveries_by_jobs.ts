import type { Knex } from "knex";
import { requireBuild } from "../compatibility";

// Webhook deliveries are sent by jobs of the one queue: their own table is the log alone. The ids of the events that a
// delivery carries lie beside them, so that the log need not parse them.

const JOB_COLUMNS =
  "account_id, kind, id, key, priority, due_at, leases, attempt, weight, created_at, payload";
/** What the queue knows of a delivery now. */
const COLUMNS = ["due_at", "lease", "attempt_count"];
/** Until then a delivery that was never attempted waited for company; any other went in a request of its own. */
const LINGER_MS = 50;

export async function up(db: Knex): Promise<void> {
  // Who held a lease is stopped: this migration lets no older build go on.
  await db.raw(`insert into jobs (${JOB_COLUMNS})
    select account_id, 'delivery', id, webhook_id, 0,
      case when lease is null then due_at else created_at end, case when lease is null then 0 else 1 end,
      attempt_count, event_count, created_at,
      case when lease is null and attempts = '[]' and due_at <> created_at + ${LINGER_MS} and event_count = 1
        then '{"alone":true}' else 'null' end
    from webhook_deliveries where status = 'pending'`);
  await db.raw("drop index webhook_deliveries_due");
  for (const column of COLUMNS) await db.raw(`alter table webhook_deliveries drop column ${column}`);
  await db.raw("alter table webhook_payloads add column event_ids text"); // JSON array; null: an older build wrote the row
  await requireBuild(db, "0012_deliveries_by_jobs");
}

export async function down(db: Knex): Promise<void> {
  await requireBuild(db, "0011_dispatch_by_jobs");
  await db.raw("alter table webhook_payloads drop column event_ids");
  await db.schema.alterTable("webhook_deliveries", (t) => {
    t.integer("attempt_count").notNullable().defaultTo(0);
    t.bigInteger("due_at").notNullable().defaultTo(0);
    t.uuid("lease");
  });
  await db.raw(`update webhook_deliveries set due_at = j.due_at, attempt_count = j.attempt
    from jobs j where j.account_id = webhook_deliveries.account_id and j.id = webhook_deliveries.id
      and j.kind || '' = 'delivery'`);
  await db("jobs").where({ kind: "delivery" }).del();
  await db.raw(
    "create index webhook_deliveries_due on webhook_deliveries (account_id, webhook_id, due_at, id) where status = 'pending'",
  );
}
