import type { Knex } from "knex";
import { dialectOf } from "../dialect";

const configure = (db: Knex, value: 0 | 1) =>
  // No bind: the driver's numbers are none of the integers that this takes.
  db.raw(`insert into contacts_search (contacts_search, rank) values ('secure-delete', ${value})`);

/** SQLite's index of texts keeps what is deleted until it happens to merge its parts, unless it is told otherwise. */
export async function up(db: Knex): Promise<void> {
  if (dialectOf(db) !== "sqlite") return;
  await configure(db, 1);
  // Merges all parts, and with that drops what was deleted before.
  await db.raw("insert into contacts_search (contacts_search) values ('optimize')");
}

export async function down(db: Knex): Promise<void> {
  if (dialectOf(db) === "sqlite") await configure(db, 0);
}
