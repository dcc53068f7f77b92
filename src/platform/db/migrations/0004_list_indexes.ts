import type { Knex } from "knex";

/**
 * Lists by a frequent status read the hours that have these messages, so no index has every status. A rare
 * status has few messages in each of many hours. The index therefore has the final statuses without delivery.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    `create index messages_unsuccessful on messages (account_id, status, id)
       where status in ('blocked', 'error', 'failed', 'undelivered', 'expired')`,
  );
  await db.raw("drop index messages_status");
}

export async function down(db: Knex): Promise<void> {
  await db.raw("create index messages_status on messages (account_id, status, id)");
  await db.raw("drop index if exists messages_unsuccessful");
}
