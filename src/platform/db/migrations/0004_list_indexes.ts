import type { Knex } from "knex";

/**
 * Replaces the index of all statuses by an index of the final statuses without delivery. Messages with such a
 * status are rare, and spread over many hours. Lists by a frequent status need no index, because they read
 * only the hours that have its messages.
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
