import type { Knex } from "knex";
import { firstIdAt } from "../../ids";
import { DAY, systemClock } from "../../time";

/**
 * Maximum age of messages that the migration counts, in days. `counts verify --repair` counts older messages.
 */
const COUNTED_DAYS = 30;

export async function up(db: Knex): Promise<void> {
  // Contacts that replied to a campaign or opted out because of it. A row has no number.
  await db.schema.createTable("campaign_responses", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("campaign_id").notNullable();
    t.text("kind").notNullable(); // replied or opted_out
    t.uuid("respondent").notNullable(); // contact; the paired message if the number has no contact
    t.primary(["account_id", "campaign_id", "kind", "respondent"]);
  });
  await db.schema.createTable("campaign_response_counts", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("campaign_id").notNullable();
    t.bigInteger("replied").notNullable();
    t.bigInteger("opted_out").notNullable();
    t.primary(["account_id", "campaign_id"]);
  });
  const since = firstIdAt(systemClock.now() - COUNTED_DAYS * DAY);
  await db.raw(
    `insert into campaign_responses (account_id, campaign_id, kind, respondent)
     select distinct i.account_id, i.campaign_id, 'replied', coalesce(i.contact_id, i.paired_message_id)
       from inbound_messages i join campaigns c on c.account_id = i.account_id and c.id = i.campaign_id
       where i.id >= ?`,
    [since],
  );
  await db.raw(
    `insert into campaign_response_counts (account_id, campaign_id, replied, opted_out)
     select account_id, campaign_id, count(*), 0 from campaign_responses group by account_id, campaign_id`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("campaign_response_counts");
  await db.schema.dropTable("campaign_responses");
}
