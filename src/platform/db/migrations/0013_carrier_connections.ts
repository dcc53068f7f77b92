import type { Knex } from "knex";

// Carrier accounts of the operator's, and what their carriers call the messages that they have taken.

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("carrier_connections", (t) => {
    t.text("name").primary();
    t.text("kind").notNullable();
    t.text("settings").notNullable(); // JSON: name -> value, as far as the operator has set them
    t.text("secrets").notNullable(); // JSON: name -> sealed
    t.text("token").notNullable(); // sealed
    t.integer("max_per_second"); // null: as fast as its senders are
    t.bigInteger("tokens").notNullable(); // level of the bucket at tokens_at, in thousandths of a message
    t.bigInteger("tokens_at").notNullable();
    t.integer("tokens_granted").notNullable().defaultTo(0); // by the last taking
    t.integer("revision").notNullable(); // counts its changes
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
  });
  await db.schema.createTable("carrier_references", (t) => {
    t.text("carrier").notNullable(); // name of the connection
    t.text("reference").notNullable();
    t.uuid("account_id").notNullable();
    t.uuid("message_id").notNullable();
    t.smallint("parts").notNullable(); // references that the message has
    t.text("status"); // reported of this part, where there are several
    t.bigInteger("kept_until").notNullable();
    t.primary(["carrier", "reference"]);
  });
  await db.raw("create index carrier_references_message on carrier_references (account_id, message_id)");
  await db.raw("create index carrier_references_kept on carrier_references (kept_until)");
  await db.schema.createTable("unmatched_reports", (t) => {
    t.text("carrier").notNullable();
    t.text("reference").notNullable(); // the carrier's; with an account, the message's id
    t.uuid("id").notNullable();
    t.uuid("account_id"); // of a report that names the message by its id
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
  await db.raw("alter table messages add column carrier text"); // null: not taken by any yet, or by an older build
  await db.raw("alter table messages add column carrier_reference text");
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table messages drop column carrier_reference");
  await db.raw("alter table messages drop column carrier");
  await db.schema.dropTable("unconfirmed_submissions");
  await db.schema.dropTable("unmatched_reports");
  await db.schema.dropTable("carrier_references");
  await db.schema.dropTable("carrier_connections");
}
