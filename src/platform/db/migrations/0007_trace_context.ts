import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("messages", (t) => {
    t.text("trace_parent"); // span that created the message; null unless the span was sampled
  });
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table messages drop column trace_parent");
}
