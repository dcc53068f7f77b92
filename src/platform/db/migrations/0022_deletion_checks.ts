import type { Knex } from "knex";

/** Creates the indexes by which the deletion of a file or a template finds messages that need it. */
export async function up(db: Knex): Promise<void> {
  // Scheduled messages that may have files. A campaign's own messages have the files of its launch content.
  await db.raw(
    `create index messages_waiting_media on messages (account_id, id)
       where status = 'pending' and not_before is not null and channel <> 'sms'
         and (campaign_id is null or parent_message_id is not null)`,
  );
  await db.raw(
    "create index follow_ups_target on follow_ups (account_id, template_id) where ended_at is null",
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw("drop index if exists follow_ups_target");
  await db.raw("drop index if exists messages_waiting_media");
}
