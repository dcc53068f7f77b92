import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // Null for a blocked message: suppressed, the only reason that earlier builds know.
  await db.schema.alterTable("messages", (t) => t.text("block_reason"));
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table messages drop column block_reason");
}
