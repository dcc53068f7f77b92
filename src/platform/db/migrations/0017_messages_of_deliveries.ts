import type { Knex } from "knex";

// Which messages the events of a delivery tell of. Deliveries that were attempted by a build before have no rows here.

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("webhook_delivery_messages", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("message_id").notNullable();
    t.uuid("delivery_id").notNullable();
    t.uuid("webhook_id").notNullable(); // the delivery's
    t.primary(["account_id", "message_id", "delivery_id"]);
    t.index(["account_id", "delivery_id"], "webhook_delivery_messages_delivery"); // they go together
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("webhook_delivery_messages");
}
