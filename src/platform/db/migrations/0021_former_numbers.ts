import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // Last id to erase among items without a contact: created when the contact gave up the number. Null means
  // `up_to`: the contact still has the number, or an earlier build wrote the row.
  await db.schema.alterTable("erasures", (t) => t.uuid("held_up_to"));
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table erasures drop column held_up_to");
}
