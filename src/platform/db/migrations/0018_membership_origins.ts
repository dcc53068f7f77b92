import type { Knex } from "knex";

// How and since when contacts are in lists. Null: they came there before, or by a build before.

export async function up(db: Knex): Promise<void> {
  await db.raw("alter table list_members add column added_at bigint");
  await db.raw("alter table list_members add column origin text"); // request, import or opt_out
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table list_members drop column origin");
  await db.raw("alter table list_members drop column added_at");
}
