import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // Submissions that count against a frequency cap, from before the submission until its outcome is written.
  await db.schema.createTable("submission_reservations", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("message_id").notNullable();
    t.text("purpose");
    t.text("recipient").notNullable();
    t.bigInteger("reserved_at").notNullable();
    t.primary(["account_id", "message_id"]);
    t.index(["account_id", "recipient"], "submission_reservations_recipient");
    t.index(["reserved_at"], "submission_reservations_reserved_at");
  });
  // Index for counting a campaign's messages that wait for a sending window.
  await db.raw(
    `create index messages_waiting on messages (account_id, campaign_id, not_before)
     where status = 'pending' and not_before is not null`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw("drop index if exists messages_waiting");
  await db.schema.dropTable("submission_reservations");
}
