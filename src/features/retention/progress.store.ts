import type { Db } from "../../platform/db/dialect";
import { NIL_ID } from "../../platform/ids";

/**
 * Returns the id up to which the content of the account's rows in a table has been erased; `NIL_ID` before
 * the first erasure.
 */
export async function erasedUpTo(db: Db, accountId: string, source: string): Promise<string> {
  const row = (await db("retention_progress").where({ account_id: accountId, source }).first("up_to")) as
    { up_to: string } | undefined;
  return row?.up_to ?? NIL_ID;
}

export async function recordErasedUpTo(
  trx: Db,
  accountId: string,
  source: string,
  upTo: string,
): Promise<void> {
  await trx("retention_progress")
    .insert({ account_id: accountId, source, up_to: upTo })
    .onConflict(["account_id", "source"])
    .merge();
}
