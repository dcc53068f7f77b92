import type { Knex } from "knex";

/**
 * Adds columns for scheduled messages and jobs, and for the messages of one send. Adds columns for the
 * validity of templates and campaigns, and for the time zones of accounts. The index has only messages of
 * sends to several recipients, so a single message needs no index entry.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("messages", (t) => {
    t.bigInteger("not_before"); // null: submitted as soon as possible
    // Lease of the process that offers the waiting message for cancellation; null: not offered.
    t.uuid("offered_under");
    t.uuid("send_id"); // shared by the messages of a send to several recipients; null: a send to one recipient
  });
  await db.raw("create index messages_send on messages (account_id, send_id, id) where send_id is not null");
  await db.schema.alterTable("jobs", (t) => {
    t.bigInteger("not_before"); // chosen by a request, unlike due_at; null: none chosen
  });
  await db.schema.alterTable("templates", (t) => {
    t.integer("validity_seconds");
  });
  await db.schema.alterTable("campaigns", (t) => {
    t.integer("validity_seconds"); // copied from the template at the launch
  });
  await db.schema.alterTable("accounts", (t) => {
    t.text("time_zone"); // IANA name; null: America/Sao_Paulo
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable("accounts", (t) => t.dropColumn("time_zone"));
  await db.schema.alterTable("campaigns", (t) => t.dropColumn("validity_seconds"));
  await db.schema.alterTable("templates", (t) => t.dropColumn("validity_seconds"));
  await db.schema.alterTable("jobs", (t) => t.dropColumn("not_before"));
  await db.raw("drop index if exists messages_send");
  await db.schema.alterTable("messages", (t) => t.dropColumns("not_before", "send_id", "offered_under"));
}
