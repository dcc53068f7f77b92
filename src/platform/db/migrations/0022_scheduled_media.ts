import type { Knex } from "knex";

/** Creates the index by which the deletion of a file finds scheduled messages that need it. */
export async function up(db: Knex): Promise<void> {
  // Scheduled messages that may have files. A campaign's own messages have the files of its launch content.
  await db.raw(
    `create index messages_waiting_media on messages (account_id, id)
       where status = 'pending' and not_before is not null and channel <> 'sms'
         and (campaign_id is null or parent_message_id is not null)`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw("drop index if exists messages_waiting_media");
}
