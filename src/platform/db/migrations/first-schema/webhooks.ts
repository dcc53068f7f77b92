import type { Knex } from "knex";
import { dialectOf } from "../../dialect";

export async function createWebhookTables(db: Knex): Promise<void> {
  await db.schema.createTable("webhook_endpoints", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("url").notNullable();
    t.text("description");
    t.text("event_types").notNullable(); // JSON array
    t.text("status").notNullable();
    t.text("disabled_reason");
    t.text("secret").notNullable();
    t.text("previous_secret");
    t.bigInteger("previous_secret_expires_at");
    t.bigInteger("failing_since");
    t.bigInteger("last_attempt_at"); // null before the first attempt
    t.integer("last_response_status");
    t.text("last_error");
    t.integer("last_duration_ms");
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.primary(["account_id", "id"]);
  });
  await db.schema.createTable("webhook_delivery_counts", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("webhook_id").notNullable();
    t.bigInteger("slot").notNullable(); // quarters of an hour since 1970-01-01
    t.bigInteger("delivered").notNullable(); // deliveries whose latest attempt fell into the slot, by its outcome
    t.bigInteger("failed").notNullable();
    t.primary(["account_id", "webhook_id", "slot"]);
    t.index(["slot"], "webhook_delivery_counts_slot"); // for the purge
  });
  await deliveries(db);
}

async function deliveries(db: Knex): Promise<void> {
  // A row is one request with up to 100 events. After the delivery, the row remains in the delivery log.
  await db.schema.createTable("webhook_deliveries", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("webhook_id").notNullable();
    t.text("event_type").notNullable();
    t.text("status").notNullable();
    t.integer("event_count").notNullable();
    t.text("attempts").notNullable().defaultTo("[]"); // JSON
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "webhook_id", "id"]); // also lists the log of an endpoint
  });
  // A separate table: SQLite writes whole rows, so each change of a delivery would write the events again.
  await db.schema.createTable("webhook_payloads", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable(); // id of the delivery
    t.text("events").notNullable(); // JSON array: the body as it is sent
    t.text("event_ids").notNullable(); // JSON array: listing the log does not parse the events
    t.text("person"); // E.164 number of the person whose words it contains, for erasure
    t.primary(["account_id", "id"]);
  });
  await db.raw(
    "create index webhook_payloads_person on webhook_payloads (account_id, person, id) where person is not null",
  );
  if (dialectOf(db) === "postgres") await compressQuickly(db, "webhook_payloads", "events");
  // Creation times of the messages that a delivery's events report.
  await db.schema.createTable("message_deliveries", (t) => {
    t.uuid("account_id").notNullable();
    t.bigInteger("moment").notNullable(); // units of 256 ms since 1970-01-01, as in message ids
    t.uuid("delivery_id").notNullable();
    t.uuid("webhook_id").notNullable(); // webhook of the delivery
    t.primary(["account_id", "moment", "delivery_id"]);
    t.index(["account_id", "delivery_id"], "message_deliveries_delivery"); // for deletion with the delivery
  });
}

/**
 * Sets LZ4 compression if the server has it, else none. The default compression dominates an insert's time.
 */
async function compressQuickly(db: Knex, table: string, column: string): Promise<void> {
  const { rows } = (await db.raw(
    "select 1 from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)",
  )) as { rows: unknown[] };
  const how = rows.length > 0 ? "compression lz4" : "storage external";
  await db.raw(`alter table ${table} alter column ${column} set ${how}`);
}
