import type { Knex } from "knex";
import { conflict } from "../problem";
import { foldForSearch } from "../search-text";
import { nameKey } from "../text";
import type { Db } from "./dialect";
import { isUniqueViolation } from "./errors";

/** A name as the columns of a table hold it: as it is shown, as it is compared, and as it is searched. */
export const nameColumns = (name: string) => ({
  name,
  name_key: nameKey(name),
  name_search: foldForSearch(name),
});

/**
 * How a table whose names are unique within an account refuses one that is taken. `what` is what the table holds,
 * `ofAccount` those of its rows whose names count.
 */
export function uniqueNames(what: string, ofAccount: (db: Db, accountId: string) => Knex.QueryBuilder) {
  const taken = () =>
    conflict(`Another ${what} has this name`, [{ field: "name", message: "is already taken" }]);
  return {
    /** The last word on names, which the database has: two requests at once may both have found the name free. */
    async refusingTakenNames<T>(write: PromiseLike<T>): Promise<T> {
      try {
        return await write;
      } catch (error) {
        throw isUniqueViolation(error) ? taken() : error;
      }
    },

    /** Throws a conflict when another of the rows has the name; `exceptId` is the one that may. */
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
