import type { Knex } from "knex";

// From when the messages are that the events of a delivery tell of. What builds before attempted has no rows here.

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("webhook_told_moments", (t) => {
    t.uuid("account_id").notNullable();
    t.bigInteger("moment").notNullable(); // in 256 ms since 1970-01-01, as in the ids of messages
    t.uuid("delivery_id").notNullable();
    t.uuid("webhook_id").notNullable(); // the delivery's
    t.primary(["account_id", "moment", "delivery_id"]);
    t.index(["account_id", "delivery_id"], "webhook_told_moments_delivery"); // they go together
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("webhook_told_moments");
}
