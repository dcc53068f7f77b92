import type { Knex } from "knex";

/** Tables that get the column `purpose`: `otp` or `marketing`, and null for `transactional`. */
const TABLES = ["messages", "message_counts", "templates", "campaigns"];

export async function up(db: Knex): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table, (t) => t.text("purpose"));
  await db.schema.alterTable("contact_lists", (t) => {
    t.text("purposes"); // JSON array; null: a blacklist suppresses for all purposes
  });
  // Part of message_totals that is not transactional, by day.
  await db.schema.createTable("message_purposes", (t) => {
    t.uuid("account_id").notNullable();
    t.integer("day").notNullable(); // days since 1970-01-01, of the message's creation
    t.text("channel").notNullable();
    t.text("status").notNullable();
    t.text("purpose").notNullable();
    t.bigInteger("messages").notNullable();
    t.bigInteger("price").notNullable();
    t.bigInteger("purged").notNullable().defaultTo(0);
    t.bigInteger("purged_price").notNullable().defaultTo(0);
    t.primary(["account_id", "day", "channel", "status", "purpose"]);
  });
}

export async function down(db: Knex): Promise<void> {
  // Earlier builds lease the priorities 0 and 1 only.
  await db("jobs").where({ kind: "submission" }).where("priority", "<", 0).update({ priority: 0 });
  await db("jobs").where({ kind: "submission" }).where("priority", ">", 1).update({ priority: 1 });
  await db.schema.dropTable("message_purposes");
  await db.raw("alter table contact_lists drop column purposes");
  for (const table of TABLES) await db.raw(`alter table ${table} drop column purpose`);
}
