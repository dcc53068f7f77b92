import { type Db, dialectOf } from "./dialect";

// Finds the first index rows of each of many keys, without reading further rows. PostgreSQL uses lateral
// subqueries, and SQLite joins by rowid.

/** Rows of a table in index order. */
export interface Range {
  table: string;
  /** Conditions and order. `t` is the table, and the columns of the joined rows are available. */
  where: string;
}

/** Returns the SQL after `from <rows>` that joins each row with the first `limit` rows of the ranges. */
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
  // `cross` fixes the join order. With `in` instead of `=`, SQLite would scan the table if its statistics are
  // from when the table was small.
  const one = limit === "1";
  const list = `json_each((select json_group_array(rowid) from (${first}))) as ${alias}_first`;
  return `${one ? "" : `cross join ${list}`} cross join ${ranges[0]?.table} ${alias}
    on ${alias}.rowid = ${one ? `(${first})` : `${alias}_first.value`}`;
}

/**
 * Returns the SQL after `from <rows> w` that joins each row with the first rows of the ranges, until their
 * weights reach `w.weight`. The result may contain more rows, which the caller must drop. On PostgreSQL, the
 * SQL locks only the needed rows and skips locked rows.
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
