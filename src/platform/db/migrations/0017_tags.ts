import type { Knex } from "knex";
import { dialectOf } from "../dialect";

export async function up(db: Knex): Promise<void> {
  // JSON arrays; null: no tags.
  await db.schema.alterTable("messages", (t) => t.text("tags"));
  await db.schema.alterTable("campaigns", (t) => t.text("tags"));
  const isPostgres = dialectOf(db) === "postgres";
  const uuid = isPostgres ? "uuid" : "char(36)";
  // PostgreSQL must compare tags by code points, the order in which the response lists them.
  const tag = isPostgres ? 'text collate "C"' : "text";
  // On SQLite, a table without rowids takes half the space.
  const inKey = isPostgres ? "" : " without rowid";
  // A PostgreSQL database that is distributed by account requires `account_id` in each unique key.
  const [id, key] = isPostgres
    ? ["bigserial", ", primary key (account_id, id)"]
    : ["integer primary key", ""];
  const kind = `day integer not null, channel text not null, status text not null,
    messages bigint not null, price bigint not null`;
  // A row is written with its message and does not change with the message's status.
  await db.raw(
    `create table message_tags (account_id ${uuid} not null, tag ${tag} not null,
       message_id ${uuid} not null, primary key (account_id, tag, message_id))${inKey}`,
  );
  // Changes of the counts by tag, and the daily totals into which the changes are rolled up.
  await db.raw(
    `create table message_tag_counts (id ${id}, account_id ${uuid} not null,
       tag ${tag} not null, ${kind}${key})`,
  );
  await db.raw("create index message_tag_counts_tag on message_tag_counts (account_id, tag)");
  await db.raw(
    `create table message_tag_totals (account_id ${uuid} not null, tag ${tag} not null, ${kind},
       purged bigint not null default 0, purged_price bigint not null default 0,
       primary key (account_id, tag, day, channel, status))${inKey}`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("message_tag_totals");
  await db.schema.dropTable("message_tag_counts");
  await db.schema.dropTable("message_tags");
  for (const table of ["campaigns", "messages"]) await db.raw(`alter table ${table} drop column tags`);
}
