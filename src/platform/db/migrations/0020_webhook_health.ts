import type { Knex } from "knex";

const LAST_ATTEMPT = ["last_attempt_at", "last_response_status", "last_error", "last_duration_ms"];

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("webhook_delivery_counts", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("webhook_id").notNullable();
    t.bigInteger("slot").notNullable(); // quarters of an hour since 1970-01-01
    t.bigInteger("delivered").notNullable(); // deliveries whose latest attempt was made in the slot, by its outcome
    t.bigInteger("failed").notNullable();
    t.primary(["account_id", "webhook_id", "slot"]);
    t.index(["slot"], "webhook_delivery_counts_slot"); // the purge
  });
  // The latest attempt of each endpoint; null before the first, and for attempts of older builds.
  await db.schema.alterTable("webhook_endpoints", (t) => {
    t.bigInteger("last_attempt_at");
    t.integer("last_response_status");
    t.text("last_error");
    t.integer("last_duration_ms");
  });
}

export async function down(db: Knex): Promise<void> {
  for (const column of LAST_ATTEMPT) await db.raw(`alter table webhook_endpoints drop column ${column}`);
  await db.schema.dropTable("webhook_delivery_counts");
}
