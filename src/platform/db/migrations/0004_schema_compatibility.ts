import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // One row: the newest migration of the oldest build that works on this schema.
  await db.schema.createTable("schema_compatibility", (t) => {
    t.text("oldest_build").notNullable();
  });
  await db("schema_compatibility").insert({ oldest_build: "0003_inbound_and_follow_ups" });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("schema_compatibility");
}
