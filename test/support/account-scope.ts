/** Words that may follow a table's name and are no alias. */
const NOT_ALIASES = new Set([
  ...["as", "on", "using", "where", "set", "inner", "left", "right", "full", "cross", "join", "order"],
  ...[
    "group",
    "limit",
    "offset",
    "for",
    "union",
    "values",
    "default",
    "select",
    "returning",
    "having",
    "union",
  ],
]);

/** `account_id` in a comparison, a comparison of rows, a join, or the columns of an insert. */
const IN_CONDITION =
  /account_id\s*(?:=|in\b|>|<)|=\s*(?:\w+\.)?account_id|\((?:\w+\.)?account_id,|using \(account_id|, (?:\w+\.)?account_id(?:, [\w., ]+)?\) (?:=|in|<|>)/;

/**
 * Returns the tables of which a statement names more references than it has conditions by account. `sql` is
 * PostgreSQL's, `tables` are the ones that are distributed by account. This reads words, not syntax: a
 * reference counts as bound to an account if the statement names `account_id` for it, or as often as it
 * names tables.
 */
export function withoutAccount(sql: string, tables: ReadonlySet<string>): string[] {
  const plain = sql.replaceAll('"', "").replaceAll(/\s+/g, " ").toLowerCase();
  const references = [
    ...plain.matchAll(/(?:\bfrom|\bjoin|\bupdate|\binto|\busing|,) (?:only )?(\w+)(?: (?:as )?(\w+))?/g),
  ]
    .map(([, table = "", next]) => ({
      table,
      alias: next === undefined || NOT_ALIASES.has(next) ? table : next,
    }))
    .filter(({ table }) => tables.has(table));
  if (references.length === 0) return [];
  const named = plain.match(/\baccount_id\b/g)?.length ?? 0;
  if (!IN_CONDITION.test(plain)) return references.map(({ table }) => table);
  if (named >= references.length) return [];
  return references
    .filter(({ alias }) => !new RegExp(`\\b${alias}\\.account_id\\b`).test(plain))
    .map(({ table }) => table);
}
