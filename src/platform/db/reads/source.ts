import type { Knex } from "knex";
import { type Db, dialectOf } from "../dialect";
import type { Condition } from "./conditions";
import { byCodePoints, type Order } from "./order";

/** Rows of one account, in an order that an index has. */
export interface Source {
  table: string;
  /** Id column. Ids rise with time. */
  id: string;
  /** Values of the columns before the id in the index. */
  scope: Readonly<Record<string, string>>;
  /** Further column before the id in the index, with several accepted values. */
  anyOf?: { column: string; values: readonly string[] };
  /**
   * Order of the rows, as in an index. Newest first if absent. A source with `anyOf` is always newest first.
   */
  order?: Order;
  /** Inclusive bounds of the id. A source that is ordered by a column has none. */
  from?: string;
  to?: string;
  /** Condition of the partial index that the query uses. */
  present?: string;
  /** Receives the number of rows of each slice that conditions examined. May throw to end the scan. */
  examined?: (rows: number) => void;
}

export type IdRange = Pick<Source, "from" | "to">;

/** Maximum number of values that are read as separate index ranges. A longer list is checked row by row. */
export const MAX_INDEX_RANGES = 10;

/** Position of a row in the order of its source: the value of `order.column`, if there is one, and the id. */
export type Place = readonly string[];

export const isMerged = ({ anyOf: given }: Source) => new Set(given?.values).size > 1;

/** Returns a source for each value, because each value has a separate index range. */
export function indexRangesOf(source: Source): Source[] {
  const { anyOf: given } = source;
  if (!given) return [source];
  return [...new Set(given.values)].map((value) => ({ ...source, anyOf: { ...given, values: [value] } }));
}

/** Returns the columns of the order of a source. The id makes the order unique. */
export const keyOf = ({ id, order }: Source): string[] =>
  order?.column === undefined ? [id] : [order.column, id];

/** Sorts a query in the order of the source, so that the database can read an index in this order. */
export function ordered(
  db: Db,
  { id, order }: Pick<Source, "id" | "order">,
  query: Knex.QueryBuilder,
  direction = order?.direction ?? "desc",
): Knex.QueryBuilder {
  if (order?.column !== undefined) void query.orderByRaw(`${byCodePoints(db)} ${direction}`, [order.column]);
  return query.orderBy(id, direction);
}

/**
 * Orders a query of one slice. If the source has several values, SQLite would read all rows of the scope in
 * the order of their ids. The `+` makes SQLite sort only the rows of the values.
 */
export const inOrder = (db: Db, source: Source, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  isMerged(source) && dialectOf(db) === "sqlite"
    ? query.orderByRaw("+?? desc", [source.id])
    : ordered(db, source, query);

export async function counted(
  db: Db,
  query: Knex.QueryBuilder,
  filter: readonly Condition[],
): Promise<number> {
  for (const { sql } of filter) void query.where(sql(db));
  const [row] = (await query.count({ total: "*" })) as { total: number }[];
  return row?.total ?? 0;
}

/** Rows after one row of the order, up to and including another one. */
export interface Bounds {
  after?: Place;
  through?: Place;
}

/** Returns the query of a source's rows within the bounds, without an order. */
export function rows(db: Db, source: Source, { after, through }: Bounds): Knex.QueryBuilder {
  const { table, scope, anyOf: given, from, to, present } = source;
  const query = db(table).where(scope);
  if (given) void query.whereIn(given.column, [...new Set(given.values)]);
  if (present !== undefined) void query.whereRaw(present);
  const isDescending = source.order?.direction !== "asc";
  // A bound of the slice replaces the source's bound: SQLite may search the index by the wider bound.
  const upper = isDescending ? after : through;
  const lower = isDescending ? through : after;
  if (upper) void query.where(beside(db, source, isDescending ? "<" : "<=", upper));
  else if (to !== undefined) void query.where(source.id, "<=", to);
  if (lower) void query.where(beside(db, source, isDescending ? ">=" : ">", lower));
  else if (from !== undefined) void query.where(source.id, ">=", from);
  return query;
}

/** Returns the condition that rows are on one side of a place in the order. */
const beside = (db: Db, source: Source, operator: string, place: Place): Knex.Raw =>
  place.length === 1
    ? db.raw(`?? ${operator} ?`, [source.id, ...place])
    : db.raw(`(${byCodePoints(db)}, ??) ${operator} (?, ?)`, [...keyOf(source), ...place]);
