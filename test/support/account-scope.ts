/** Tables that a statement reads or writes. */
const REFERENCE = /\b(?:from|join|update|into|using) (?:only )?(\w+)/g;

/** Condition that binds a table to an account: a comparison, one of rows, or a column of an insert. */
const BINDING = new RegExp(
  [
    String.raw`\baccount_id (?:=|in|is not distinct)`,
    String.raw`= (?:\w+\.)?account_id\b`,
    String.raw`\b(?:into \w+|using) \([^)]*\baccount_id\b`,
    String.raw`\((?:[\w.]+, )*(?:\w+\.)?account_id(?:, [\w.]+)*\) (?:=|in)`,
  ].join("|"),
  "g",
);

/** Returns a statement in lower case, with single spaces and without quotes. */
export const plainStatement = (sql: string): string =>
  sql.replaceAll('"', "").replaceAll(/\s+/g, " ").trim().toLowerCase();

/**
 * Returns the tables of a plain statement if it has fewer conditions by account than references to the
 * tables, and else none. Reads words, not syntax, so it cannot say which of several tables lacks one.
 */
export function unboundTables(statement: string, tables: ReadonlySet<string>): string[] {
  const named = [...statement.matchAll(REFERENCE)].map(([, table = ""]) => table);
  const references = named.filter((table) => tables.has(table));
  const bindings = statement.match(BINDING)?.length ?? 0;
  return bindings < references.length ? references : [];
}
