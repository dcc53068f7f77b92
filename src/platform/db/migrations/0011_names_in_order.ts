import type { Knex } from "knex";
import { dialectOf } from "../dialect";

/**
 * Indexes for listings in the order of the folded names. The index of contacts has the column `search`, which
 * begins with the folded name. A name has at most 120 characters. A folded name has at most 2,200 bytes after
 * PostgreSQL's compression, so it fits into an index entry of 2,704 bytes.
 */
const INDEXES = [
  { table: "contacts", column: "search", present: " where deleted_at is null" },
  { table: "contact_lists", column: "name_search", present: "" },
  { table: "templates", column: "name_search", present: "" },
  { table: "campaigns", column: "name_search", present: "" },
] as const;

export async function up(db: Knex): Promise<void> {
  const collation = dialectOf(db) === "postgres" ? ' collate "C"' : "";
  for (const { table, column, present } of INDEXES) {
    await db.raw(
      `create index ${table}_by_name on ${table} (account_id, ${column}${collation}, id)${present}`,
    );
  }
}

export async function down(db: Knex): Promise<void> {
  for (const { table } of INDEXES) await db.raw(`drop index if exists ${table}_by_name`);
}
