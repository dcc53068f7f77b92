import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("carrier_connections", (t) => {
    t.bigInteger("paused_at"); // null: not paused
  });
  await db.schema.alterTable("accounts", (t) => {
    t.text("former_name"); // name before the latest renaming; null: not renamed
  });
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table accounts drop column former_name");
  await db.raw("alter table carrier_connections drop column paused_at");
}
