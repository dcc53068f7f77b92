import { digitsOf, ERASED_NUMBER } from "../../messaging/erased-number";
import { anyOf } from "../../platform/db/bulk";
import { type Db, positionFunction } from "../../platform/db/dialect";
import { erased, type InboundOfPerson } from "./erasure.store";
import type { InboundTable } from "./retention.store";

/**
 * Erases number and content of up to `limit` records from the number. Files must be removed before. Their
 * times, recipients and paired messages stay. Returns the number of erased records.
 */
export async function eraseSender(
  db: Db,
  table: InboundTable,
  { accountId, phone, upTo }: InboundOfPerson,
  limit: number,
): Promise<number> {
  const ids = (await db(table)
    .where({ account_id: accountId, sender: phone })
    .where("id", "<=", upTo)
    .orderBy("id")
    .limit(limit)
    .pluck("id")) as string[];
  if (ids.length === 0) return 0;
  return db(table)
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .update({
      ...erased(table),
      sender: ERASED_NUMBER,
      reference: db.raw(`case when ${positionFunction(db)}(reference, ?) > 0 then null else reference end`, [
        digitsOf(phone),
      ]),
    });
}
