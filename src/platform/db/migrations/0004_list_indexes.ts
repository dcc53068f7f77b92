import type { Knex } from "knex";

/** Lists by status read the hours that have such messages, so no status change writes this index. */
export async function up(db: Knex): Promise<void> {
  await db.raw("drop index messages_status");
}

export async function down(db: Knex): Promise<void> {
  await db.raw("create index messages_status on messages (account_id, status, id)");
}
