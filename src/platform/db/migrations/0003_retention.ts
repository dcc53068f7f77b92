import type { Knex } from "knex";

const TOTALS = ["message_totals", "message_hours"];

export async function up(db: Knex): Promise<void> {
  // Part of `messages` and `price` that stems from deleted messages. Usage includes this part, and lists do
  // not.
  for (const table of TOTALS) {
    await db.schema.alterTable(table, (t) => {
      t.bigInteger("purged").notNullable().defaultTo(0);
      t.bigInteger("purged_price").notNullable().defaultTo(0);
    });
  }
  // For each table, the id up to which the content of an account's old rows has been erased.
  await db.schema.createTable("retention_progress", (t) => {
    t.uuid("account_id").notNullable();
    t.text("source").notNullable(); // name of a table
    t.uuid("up_to").notNullable(); // no row up to this id has content left to erase
    t.primary(["account_id", "source"]);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("retention_progress");
  for (const table of TOTALS) {
    for (const column of ["purged_price", "purged"])
      await db.raw(`alter table ${table} drop column ${column}`);
  }
}
