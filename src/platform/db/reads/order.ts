import type { components } from "../../../../generated/schema";
import { type Db, dialectOf } from "../dialect";

/** Order in which a list returns its rows. Rows with equal values are in id order. */
export interface Order {
  /** Text column, compared by code points. Without it, rows are in id order. */
  column?: string;
  direction: "asc" | "desc";
}

/** Returns the order that the parameter `sort` requests. `names` is the column with the folded names. */
export function orderOf(sort: components["schemas"]["ListOrder"] = "-created_at", names: string): Order {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  return sort.endsWith("name") ? { column: names, direction } : { direction };
}

export const isNewestFirst = ({ column, direction }: Order) => column === undefined && direction === "desc";

/**
 * Returns the SQL that compares a text column, bound as `??`, by code points. SQLite does so by default;
 * PostgreSQL needs the collation "C".
 */
export const byCodePoints = (db: Db) => (dialectOf(db) === "postgres" ? '?? collate "C"' : "??");

/** Returns the rows in the order of the ids, without the ids that have no row. */
export function arranged<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
