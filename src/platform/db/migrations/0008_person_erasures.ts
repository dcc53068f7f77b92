import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // Progress of the erasure of a phone number. The row has no number, and exists until the erasure ends.
  await db.schema.createTable("person_erasures", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("up_to").notNullable(); // identifies the erasure: no later record is erased
    t.uuid("contact_id"); // the deleted contact; null: there was none
    t.text("step").notNullable(); // the step to continue with
    t.text("after"); // key of the last record that the step has read; null: none
    t.primary(["account_id", "up_to"]);
  });
  // Numbers that a blacklist suppresses after the erasure of their contact.
  await db.schema.createTable("suppressed_numbers", (t) => {
    t.uuid("account_id").notNullable();
    t.text("hash").notNullable(); // HMAC-SHA-256 of account and number, hex
    t.uuid("list_id").notNullable();
    t.primary(["account_id", "hash", "list_id"]);
    t.index(["account_id", "list_id"]); // shows whether a list has suppressed numbers
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("suppressed_numbers");
  await db.schema.dropTable("person_erasures");
}
