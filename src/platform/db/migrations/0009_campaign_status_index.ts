import type { Knex } from "knex";

/**
 * Creates an index that lists a campaign's messages of one final status in id order. A message usually enters
 * one final status, so the index is written once for each message of a campaign.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    `create index messages_campaign_final on messages (account_id, campaign_id, status, id)
       where campaign_id is not null and status not in ('pending', 'sent')`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw("drop index if exists messages_campaign_final");
}
