import type { Knex } from "knex";

export async function createMessageTables(db: Knex): Promise<void> {
  await messages(db);
  await messageCounts(db);
  await submissions(db);
  await followUps(db);
}

async function messages(db: Knex): Promise<void> {
  await db.schema.createTable("messages", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("batch_id"); // messages created together; null: never submitted
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.text("recipient").notNullable(); // E.164
    t.text("sender"); // the sender's address
    // Has no index, because each status change would have to write the index.
    t.uuid("sender_id"); // null: no sender
    t.uuid("contact_id");
    t.uuid("template_id");
    t.uuid("campaign_id");
    t.uuid("parent_message_id");
    t.text("content"); // rendered
    t.smallint("segments");
    t.bigInteger("price").notNullable().defaultTo(0); // micro-units, charged so far
    t.text("error");
    t.text("client_reference");
    t.text("follow_ups"); // JSON: the template's rules at the message's creation; null: none
    t.text("variables"); // JSON: the values for follow-ups; null: no rule
    t.text("carrier"); // the connection that accepted the message; null before
    t.text("carrier_reference");
    t.text("history").notNullable(); // JSON [[status, instant, error?], …]; its length is the sequence
    t.text("search").notNullable(); // folded recipient and text
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.primary(["account_id", "id"]);
  });
  await db.raw("create index messages_status on messages (account_id, status, id)");
  await db.raw(
    "create index messages_template on messages (account_id, template_id, id) where template_id is not null",
  );
  await db.raw(
    "create index messages_campaign on messages (account_id, campaign_id, id) where campaign_id is not null",
  );
  // Ensures that a campaign sends a contact at most one message. Follow-ups do not count.
  await db.raw(
    `create unique index messages_campaign_contact on messages (account_id, campaign_id, contact_id)
       where campaign_id is not null and parent_message_id is null`,
  );
  // Finds a campaign's unsettled messages. The condition has `or` instead of `in`: with `in`, SQLite would
  // not use the index for a query of one status.
  await db.raw(
    `create index messages_campaign_open on messages (account_id, campaign_id, status)
       where campaign_id is not null and parent_message_id is null and (status = 'pending' or status = 'sent')`,
  );
  // Finds the newest message to a number: a reply without a reference belongs to that message.
  await db.raw("create index messages_recipient on messages (account_id, recipient, id)");
  await db.schema.createTable("idempotency_keys", (t) => {
    t.uuid("account_id").notNullable();
    t.text("key").notNullable();
    t.text("fingerprint").notNullable(); // SHA-256 of the canonical JSON body
    t.text("answer").notNullable();
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "key"]);
    t.index(["created_at"]);
  });
}

/**
 * Creates the table of count changes, which are never updated, and the daily and hourly totals. A roll-up
 * adds changes to the totals and deletes the changes. Changes and totals together give the lengths of message
 * lists, the progress of campaigns, and usage. In totals, the nil id stands for null, so each combination of
 * keys has one row.
 */
async function messageCounts(db: Knex): Promise<void> {
  await db.schema.createTable("message_counts", (t) => {
    t.bigIncrements("id");
    t.uuid("account_id").notNullable();
    t.integer("day").notNullable(); // days since 1970-01-01, of the message's creation
    t.integer("hour"); // hours since 1970-01-01, of the message's creation; null: a correction of daily totals only
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.uuid("template_id");
    t.uuid("campaign_id");
    t.bigInteger("messages").notNullable();
    t.bigInteger("price").notNullable();
    t.index(["account_id", "day"]);
  });
  await db.schema.createTable("message_totals", (t) => {
    t.uuid("account_id").notNullable();
    t.integer("day").notNullable();
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.uuid("template_id").notNullable();
    t.uuid("campaign_id").notNullable();
    t.bigInteger("messages").notNullable();
    t.bigInteger("price").notNullable();
    t.primary(["account_id", "day", "channel", "status", "template_id", "campaign_id"]);
  });
  await db.raw("create index message_totals_campaign on message_totals (account_id, campaign_id)");
  await db.schema.createTable("message_hours", (t) => {
    t.uuid("account_id").notNullable();
    t.integer("hour").notNullable();
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.bigInteger("messages").notNullable();
    t.bigInteger("price").notNullable();
    t.primary(["account_id", "hour", "channel", "status"]);
  });
}

async function submissions(db: Knex): Promise<void> {
  await db.schema.createTable("carrier_references", (t) => {
    t.text("carrier").notNullable(); // name of the connection
    t.text("reference").notNullable();
    t.uuid("account_id").notNullable();
    t.uuid("message_id").notNullable();
    t.smallint("parts").notNullable(); // number of references of the message
    t.text("status"); // reported status of this part, if the message has several parts
    t.bigInteger("kept_until").notNullable();
    t.primary(["carrier", "reference"]);
  });
  await db.raw("create index carrier_references_message on carrier_references (account_id, message_id)");
  await db.raw("create index carrier_references_kept on carrier_references (kept_until)");
  await db.schema.createTable("unmatched_reports", (t) => {
    t.text("carrier").notNullable();
    t.text("reference").notNullable(); // the carrier's reference, or the message's id if account_id is set
    t.uuid("id").notNullable();
    t.uuid("account_id"); // set if the report names the message by its id
    t.text("report").notNullable(); // JSON {status, error, occurredAt}
    t.bigInteger("received_at").notNullable();
    t.primary(["carrier", "reference", "id"]);
  });
  await db.raw("create index unmatched_reports_received on unmatched_reports (received_at)");
  await db.schema.createTable("unconfirmed_submissions", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("message_id").notNullable();
    t.smallint("times").notNullable();
    t.bigInteger("recorded_at").notNullable();
    t.primary(["account_id", "message_id"]);
  });
  await db.raw("create index unconfirmed_submissions_recorded on unconfirmed_submissions (recorded_at)");
}

async function followUps(db: Knex): Promise<void> {
  // Follow-up rules that a message has met. The primary key makes each rule fire at most once per message.
  await db.schema.createTable("follow_ups", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("message_id").notNullable();
    t.uuid("rule_id").notNullable();
    t.text("outcome").notNullable();
    t.uuid("template_id").notNullable();
    t.bigInteger("due_at").notNullable();
    t.bigInteger("ended_at"); // when the rule fired or was found void
    t.primary(["account_id", "message_id", "rule_id"]);
  });
  await db.raw("create index follow_ups_waiting on follow_ups (account_id, due_at) where ended_at is null");
  await db.raw("create index follow_ups_ended on follow_ups (ended_at) where ended_at is not null");
}
