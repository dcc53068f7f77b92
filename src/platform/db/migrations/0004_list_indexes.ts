import type { Knex } from "knex";

/**
 * Replaces the index of all statuses with an index of unsuccessful messages, which are rare and spread over
 * many hours. A list of messages with a frequent status needs no index. The stored counts of messages per
 * hour show which hours contain messages with the status, and the list reads only these hours.
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
