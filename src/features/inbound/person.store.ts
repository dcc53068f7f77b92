import { digitsOf, ERASED_NUMBER } from "../../messaging/erased-number";
import { anyOf } from "../../platform/db/bulk";
import { type Db, positionFunction } from "../../platform/db/dialect";
import { recountConversations } from "../conversations/recount.store";
import { erased, type InboundOfPerson } from "./erasure.store";
import type { InboundTable } from "./retention.store";

/**
 * Erases the phone number and the content from up to `limit` inbound messages or events that came from the
 * number. The messages' files must be removed first. Times, recipients and the ids of paired messages stay.
 * If no message from the number is left, its conversation is deleted. Returns how many rows were erased.
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
  return db.transaction(async (trx) => {
    const rows = ids.length === 0 ? 0 : await eraseSenderOf(trx, table, { accountId, phone }, ids);
    if (table === "inbound_messages") await recountConversations(trx, accountId, [phone]);
    return rows;
  });
}

const eraseSenderOf = (
  db: Db,
  table: InboundTable,
  { accountId, phone }: Pick<InboundOfPerson, "accountId" | "phone">,
  ids: readonly string[],
): Promise<number> =>
  db(table)
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .update({
      ...erased(table),
      sender: ERASED_NUMBER,
      reference: db.raw(`case when ${positionFunction(db)}(reference, ?) > 0 then null else reference end`, [
        digitsOf(phone),
      ]),
    });
