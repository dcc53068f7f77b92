import type { Knex } from "knex";
import { foldForSearch, likePattern } from "../text";
import { type Db, dialectOf } from "./dialect";

/** Below this many characters there is no trigram to look up. */
const TRIGRAM = 3;

/**
 * `contacts.search` holds the text anywhere, ignoring case and diacritics, by the trigram index. `alias` is what the
 * statement calls the table of contacts. 400 for a text that folds to nothing.
 */
export function contactHolds(db: Db, alias: string, text: string): Knex.Raw {
  const pattern = likePattern(text);
  const folded = foldForSearch(text);
  if (dialectOf(db) === "sqlite" && [...folded].length >= TRIGRAM) {
    const phrase = `"${folded.replaceAll('"', '""')}"`;
    return db.raw(`${alias}.row_id in (select rowid from contacts_search where contacts_search match ?)`, [
      phrase,
    ]);
  }
  return db.raw(`${alias}.search like ? escape '\\'`, [pattern]);
}
