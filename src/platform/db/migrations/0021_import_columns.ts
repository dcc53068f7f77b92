import type { Knex } from "knex";

// What an import uses the columns of its file for, as JSON. Null: their headings say it, or a build before read the file.

export async function up(db: Knex): Promise<void> {
  await db.raw("alter table imports add column column_choices text");
}

export async function down(db: Knex): Promise<void> {
  await db.raw("alter table imports drop column column_choices");
}
