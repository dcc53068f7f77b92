import { type Db, dialectOf } from "./dialect";

// What is to be found for each of many keys at the head of an index, without reading what lies behind it. PostgreSQL
// has lateral subqueries for that; SQLite joins by row number.

/** Rows of a table in the order of an index. */
export interface Range {
  table: string;
  /** Conditions, which may name columns of the rows that it is joined with, and an order; of the table as `t`. */
  where: string;
}

/** What follows `from <rows>`: joins each of the rows with the first ones of the ranges, one range after the other. */
export function joinFirst(
  db: Db,
  alias: string,
  ranges: readonly Range[],
  { limit, lock = "" }: { limit: string; lock?: string },
): string {
  const postgres = dialectOf(db) === "postgres";
  const what = postgres ? "*" : "rowid";
  const some = ranges.map(
    ({ table, where }, index) =>
      `select ${what} from (select t.${what} from ${table} t where ${where} limit ${limit} ${postgres ? lock : ""}) as r${index}`,
  );
  const first = some.length === 1 ? some[0] : `${some.join(" union all ")} limit ${limit}`;
  if (postgres) return `cross join lateral (${first}) as ${alias}`;
  // `cross` says which comes first, and `=` that one row is looked up: with `in`, SQLite goes through all rows of the
  // table where its statistics are of a time when there were few.
  const one = limit === "1";
  const list = `json_each((select json_group_array(rowid) from (${first}))) as ${alias}_first`;
  return `${one ? "" : `cross join ${list}`} cross join ${ranges[0]?.table} ${alias}
    on ${alias}.rowid = ${one ? `(${first})` : `${alias}_first.value`}`;
}

/**
 * What follows `from <rows>`, which have the alias `w` and a `weight`: joins each of them with as many of the first rows
 * of the ranges as weigh what is wanted, and some more: they have yet to be cut where the sum is reached. Locked are, of
 * those that nobody else holds, no more than are needed.
 */
export function joinFirstByWeight(
  db: Db,
  alias: string,
  ranges: readonly Range[],
  { limit, order }: { limit: string; order: string },
): string {
  if (dialectOf(db) === "sqlite") return joinFirst(db, alias, ranges, { limit });
  const counted = `cross join lateral (select count(*) as n from
      (select sum(h.weight) over (order by ${order}) - h.weight as before from (select) as nothing
       ${joinFirst(db, "h", ranges, { limit })}) as s
    where s.before < w.weight) as c`;
  return `${counted} ${joinFirst(db, alias, ranges, { limit: "c.n", lock: "for no key update skip locked" })}`;
}
