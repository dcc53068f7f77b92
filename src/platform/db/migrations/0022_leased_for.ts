import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("jobs", (t) => {
    // Idempotent carrier connection that may have the messages of a submission job without recorded intents.
    // Null: none, or an older build leased the job.
    t.text("leased_for");
  });
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table jobs drop column leased_for");
}
