import { ERASED_NUMBER, spellingTest } from "../../messaging/erased-number";
import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
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
  const rows = (await db(table)
    .where({ account_id: accountId, sender: phone })
    .where("id", "<=", upTo)
    .orderBy("id")
    .limit(limit)
    .select("id", "reference")) as { id: string; reference: string | null }[];
  const spells = spellingTest(phone);
  const naming = rows.filter(({ reference }) => reference !== null && spells(reference));
  return db.transaction(async (trx) => {
    const update = async (some: typeof rows, changes: object) => {
      if (some.length === 0) return 0;
      const ids = some.map(({ id }) => id);
      return trx(table)
        .where({ account_id: accountId })
        .where(anyOf(trx, "id", "uuid", ids))
        .update(changes);
    };
    const changed = await update(rows, { ...erased(table), sender: ERASED_NUMBER });
    await update(naming, { reference: null });
    if (table === "inbound_messages") await recountConversations(trx, accountId, [phone]);
    return changed;
  });
}
