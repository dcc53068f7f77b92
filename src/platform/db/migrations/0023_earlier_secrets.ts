import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // JSON array of sealed secrets and the times at which they expire, newest first. Builds that do not know
  // the column sign with the current and the previous secret only.
  await db.schema.alterTable("webhook_endpoints", (t) => t.text("earlier_secrets"));
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table webhook_endpoints drop column earlier_secrets");
}
