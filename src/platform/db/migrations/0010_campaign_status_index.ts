import type { Knex } from "knex";

/**
 * Lists a campaign's messages of one status in id order. It also finds the campaign's unsettled messages, which
 * had an index of their own.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    `create index messages_campaign_status on messages (account_id, campaign_id, status, id)
       where campaign_id is not null`,
  );
  await db.raw("drop index messages_campaign_open");
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    `create index messages_campaign_open on messages (account_id, campaign_id, status)
       where campaign_id is not null and parent_message_id is null and (status = 'pending' or status = 'sent')`,
  );
  await db.raw("drop index if exists messages_campaign_status");
}
