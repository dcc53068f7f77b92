import type { Knex } from "knex";

// The sender that a message goes out from, and the one that a campaign was created with. Null in a message: it has no
// sender, or an older build created it. Null in a campaign: its messages go out from the channel's default sender.
// `messages.sender_id` has no index: each message would pay for it with every change of its status.

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("messages", (t) => t.uuid("sender_id"));
  await db.schema.alterTable("campaigns", (t) => t.uuid("sender_id"));
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable("campaigns", (t) => t.dropColumn("sender_id"));
  await db.schema.alterTable("messages", (t) => t.dropColumn("sender_id"));
}
