import type { Knex } from "knex";

export async function createInboundTables(db: Knex): Promise<void> {
  await db.schema.createTable("inbound_messages", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable(); // made at receipt, so ids sort by time of receipt
    t.text("channel").notNullable();
    t.text("sender").notNullable(); // E.164
    t.text("recipient").notNullable(); // address that received the message
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
    t.text("reference"); // the carrier's reference; a message with a known reference is ignored
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
    t.text("search"); // label in lower case and without diacritics
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
}
