import type { Knex } from "knex";
import { conflict } from "../problem";
import { foldForSearch } from "../search-text";
import { nameKey } from "../text";
import type { Db } from "./dialect";
import { isUniqueViolation } from "./errors";

/** Returns the columns of a name: as displayed, as compared, and as searched. */
export const nameColumns = (name: string) => ({
  name,
  name_key: nameKey(name),
  name_search: foldForSearch(name),
});

/**
 * Returns the checks for names that are unique within an account. `what` names the table's resource, and
 * `ofAccount` selects the rows whose names count.
 */
export function uniqueNames(what: string, ofAccount: (db: Db, accountId: string) => Knex.QueryBuilder) {
  const taken = () =>
    conflict(`Another ${what} has this name`, [{ field: "name", message: "is already taken" }]);
  return {
    /**
     * Turns a unique violation of the write into a conflict. Two concurrent requests may both have found the
     * name free.
     */
    async refusingTakenNames<T>(write: PromiseLike<T>): Promise<T> {
      try {
        return await write;
      } catch (error) {
        throw isUniqueViolation(error) ? taken() : error;
      }
    },

    /** Throws a conflict if another row has the name; the row `exceptId` may have it. */
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
