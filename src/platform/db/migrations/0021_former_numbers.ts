import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // Upper bound of the ids of erased records without a contact: an id made when the contact gave up the
  // number. Null: `up_to` is the bound, because the contact has the number or an older build wrote the row.
  await db.schema.alterTable("erasures", (t) => t.uuid("held_up_to"));
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table erasures drop column held_up_to");
}
