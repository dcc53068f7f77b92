import type { Knex } from "knex";
import { conflict } from "../problem";
import { foldForSearch } from "../search-text";
import { nameKey } from "../text";
import type { Db } from "./dialect";
import { isUniqueViolation } from "./errors";

/** Returns the columns of a name: displayed, compared and searched form. */
export const nameColumns = (name: string) => ({
  name,
  name_key: nameKey(name),
  name_search: foldForSearch(name),
});

/**
 * Returns checks for names that are unique within an account. `what` names the resource in errors, and
 * `ofAccount` selects the rows whose names count.
 */
export function uniqueNames(what: string, ofAccount: (db: Db, accountId: string) => Knex.QueryBuilder) {
  const taken = () =>
    conflict(`Another ${what} has this name`, [{ field: "name", message: "is already taken" }]);
  return {
    /** Turns a unique violation into a conflict, for concurrent requests that found the name free. */
    async refusingTakenNames<T>(write: PromiseLike<T>): Promise<T> {
      try {
        return await write;
      } catch (error) {
        throw isUniqueViolation(error) ? taken() : error;
      }
    },

    /** Throws a conflict if a row other than `exceptId` has the name. */
    async refuseTakenName(
      db: Db,
      accountId: string,
      name: string,
      exceptId: string | null = null,
    ): Promise<void> {
      const query = ofAccount(db, accountId)
        .where({ name_key: nameKey(name) })
        .first("id");
      const holder = (await query) as { id: string } | undefined;
      if (holder !== undefined && holder.id !== exceptId) throw taken();
    },
  };
}
