import type { Knex } from "knex";

const NEW_TABLES = ["follow_ups", "inbound_rcs_events", "inbound_files", "inbound_messages"];

export async function up(db: Knex): Promise<void> {
  await inboundTables(db);
  await followUpTables(db);
}

export async function down(db: Knex): Promise<void> {
  for (const table of NEW_TABLES) await db.schema.dropTable(table);
  await db.raw("drop index messages_recipient");
  await db.schema.alterTable("messages", (t) => t.dropColumn("follow_ups"));
  await db.schema.alterTable("messages", (t) => t.dropColumn("variables"));
  await db.schema.alterTable("templates", (t) => t.dropColumn("follow_ups"));
  await db.schema.alterTable("batches", (t) => t.dropColumn("exempt"));
  await db.schema.alterTable("accounts", (t) => t.dropColumn("opt_out_confirmation"));
}

async function inboundTables(db: Knex): Promise<void> {
  await db.schema.createTable("inbound_messages", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable(); // made when it was received: order by id is order of receipt
    t.text("channel").notNullable();
    t.text("sender").notNullable(); // E.164
    t.text("recipient").notNullable(); // the address that it came in at
    t.text("content_type").notNullable();
    t.text("text");
    t.text("search"); // folded text
    t.uuid("file_id");
    t.text("location"); // JSON {latitude, longitude}
    t.text("postback_data");
    t.uuid("contact_id");
    t.uuid("paired_message_id");
    t.uuid("campaign_id");
    t.text("carrier").notNullable();
    t.text("reference"); // the carrier's own: what comes twice under one is recorded once
    t.bigInteger("received_at").notNullable();
    t.primary(["account_id", "id"]);
    t.index(["account_id", "sender", "id"]);
  });
  await db.schema.createTable("inbound_files", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("content_type").notNullable();
    t.bigInteger("size_bytes").notNullable();
    t.text("filename");
    t.text("download_token").notNullable().unique();
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "id"]);
  });
  await db.schema.createTable("inbound_rcs_events", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("sender").notNullable();
    t.text("event_type").notNullable();
    t.text("action_label");
    t.text("search"); // folded label
    t.text("postback_data");
    t.uuid("paired_message_id");
    t.uuid("campaign_id");
    t.text("carrier").notNullable();
    t.text("reference");
    t.bigInteger("received_at").notNullable();
    t.primary(["account_id", "id"]);
    t.index(["account_id", "sender", "id"]);
  });
  for (const table of ["inbound_messages", "inbound_rcs_events"]) {
    for (const column of ["paired_message_id", "campaign_id"]) {
      await db.raw(
        `create index ${table}_${column} on ${table} (account_id, ${column}, id) where ${column} is not null`,
      );
    }
    await db.raw(
      `create unique index ${table}_reference on ${table} (account_id, carrier, reference) where reference is not null`,
    );
  }
  // A reply without a reference belongs to the newest message to its sender.
  await db.raw("create index messages_recipient on messages (account_id, recipient, id)");
  await db.schema.alterTable("accounts", (t) => t.text("opt_out_confirmation")); // what an opt-out is answered
  // A confirmation of an opt-out goes to a number that is suppressed by then.
  await db.schema.alterTable("batches", (t) => t.boolean("exempt").notNullable().defaultTo(false));
}

async function followUpTables(db: Knex): Promise<void> {
  await db.schema.alterTable("templates", (t) => t.text("follow_ups").notNullable().defaultTo("[]"));
  // The rules as they were when the message was created, and the values that it was given; null: no rule.
  await db.schema.alterTable("messages", (t) => t.text("follow_ups"));
  await db.schema.alterTable("messages", (t) => t.text("variables"));
  // A rule that a message has met. The key is why it fires once, however often its outcome is reported.
  await db.schema.createTable("follow_ups", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("message_id").notNullable();
    t.uuid("rule_id").notNullable();
    t.text("outcome").notNullable();
    t.uuid("template_id").notNullable();
    t.bigInteger("due_at").notNullable();
    t.bigInteger("ended_at"); // when it fired, or was found to be void
    t.primary(["account_id", "message_id", "rule_id"]);
  });
  await db.raw("create index follow_ups_due on follow_ups (due_at) where ended_at is null");
  await db.raw("create index follow_ups_ended on follow_ups (ended_at) where ended_at is not null");
}
