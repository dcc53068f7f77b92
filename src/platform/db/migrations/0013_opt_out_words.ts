import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable("accounts", (t) => {
    t.text("opt_out_words"); // JSON with the account's lists of words; null for the default words
    t.text("help_answer"); // text of the reply to a help word
  });
  await db.schema.alterTable("conversations", (t) => {
    t.bigInteger("confirmed_at"); // latest confirmation of an opt-out
    t.bigInteger("help_answered_at"); // latest answer to a help word
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable("conversations", (t) => t.dropColumns("confirmed_at", "help_answered_at"));
  await db.schema.alterTable("accounts", (t) => t.dropColumns("opt_out_words", "help_answer"));
}
