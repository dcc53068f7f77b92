import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // A blocked message without a reason was suppressed: earlier builds know no other reason.
  await db.schema.alterTable("messages", (t) => t.text("block_reason"));
  // Rules by purpose, as JSON; null: no rule.
  await db.schema.alterTable("accounts", (t) => t.text("sending_rules"));
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table accounts drop column sending_rules");
  await db.raw("alter table messages drop column block_reason");
}
