import type { Statement } from "../../platform/db/bulk";
import { type Db, positionFunction, rawRows } from "../../platform/db/dialect";
import type { Condition } from "../../platform/db/reads/conditions";
import type { LongRead } from "../../platform/db/reads/reads";
import { searchedText } from "../../platform/search-text";
import { LIMITS, matchesOf } from "./search.store";
import { phraseOf, TRIGRAM } from "./search-sqlite.store";

/** Maximum matches of a text without letters, which is seldom part of a name and often part of numbers. */
const MAX_BY_DIGITS = 20_000;

/** Number of matches that SQLite reads per step. */
const STEP = 5_000;

/**
 * Returns the condition that the folded name of contact `c` contains the text. The column `search` is the
 * folded name, a line feed and the phone number. The name may contain line feeds too, so the length of the
 * phone number gives the end of the name.
 */
function hasName(db: Db, text: string, number: "c.phone" | "c.number"): Statement {
  const folded = searchedText(text);
  const found = `${positionFunction(db)}(c.search, ?)`;
  const length = [...folded].length;
  return {
    sql: `${found} between 1 and length(c.search) - length(${number}) - ?`,
    bindings: [folded, length],
  };
}

/** Returns the condition that the column `phone` is the number of a contact whose name contains the text. */
export const isNumberOfName = (accountId: string, text: string): Condition => ({
  columns: ["phone"],
  // The inner select hides the contact's column `phone`.
  // PostgreSQL never joins a scalar subquery, but would join all contacts if this were `exists`.
  sql: (db) => {
    const { sql, bindings } = hasName(db, text, "c.number");
    return db.raw(
      `(select 1 from (select account_id, phone as number, search, deleted_at from contacts) c
         where c.account_id = ? and c.number = phone and c.deleted_at is null and ${sql} limit 1) = 1`,
      [accountId, ...bindings],
    );
  },
});

/**
 * Returns the numbers (E.164) of the contacts whose name contains the text. Reads the trigram index of names
 * and numbers. Returns null if the index has more than `max` matches, or if the text is too short for the
 * index.
 */
export async function numbersOfName(
  read: LongRead,
  accountId: string,
  text: string,
  max = /\p{L}/u.test(text) ? LIMITS.matches : MAX_BY_DIGITS,
): Promise<string[] | null> {
  if ([...searchedText(text)].length < TRIGRAM) return null;
  const numbers = read.dialect === "sqlite" ? numbersOnSqlite : numbersOnPostgres;
  return numbers(read, accountId, text, max);
}

interface Match {
  phone: string;
  /** 1 if the contact belongs to the account and its name contains the text. */
  named: number;
}

const named = (matches: readonly Match[]) => matches.flatMap((one) => (one.named === 1 ? [one.phone] : []));

async function numbersOnPostgres(
  read: LongRead,
  accountId: string,
  text: string,
  max: number,
): Promise<string[] | null> {
  const matches = await read.step((db) => {
    const name = hasName(db, text, "c.phone");
    const columns = { ...name, sql: `c.phone, case when ${name.sql} then 1 else 0 end as named` };
    const { sql, bindings } = matchesOf(accountId, text, max + 1, columns);
    return rawRows<Match>(db, sql, bindings);
  });
  return matches.length > max ? null : named(matches);
}

/** Reads the matches of all accounts in steps, because SQLite cannot interrupt a statement. */
async function numbersOnSqlite(
  read: LongRead,
  accountId: string,
  text: string,
  max: number,
): Promise<string[] | null> {
  const found: string[] = [];
  let after = 0;
  for (let matches = 0; matches <= max;) {
    const part = await read.step((db) => {
      const name = hasName(db, text, "c.phone");
      return rawRows<Match & { row_id: number }>(
        db,
        `select c.row_id, c.phone, c.account_id = ? and ${name.sql} as named
           from (select rowid from contacts_search where contacts_search match ? and rowid > ?
                   order by rowid limit ?) f
           cross join contacts c on c.row_id = f.rowid order by f.rowid`,
        [accountId, ...name.bindings, phraseOf(text), after, STEP],
      );
    });
    found.push(...named(part));
    matches += part.length;
    const last = part.at(-1);
    if (last === undefined || part.length < STEP) return matches > max ? null : found;
    after = last.row_id;
  }
  return null;
}
