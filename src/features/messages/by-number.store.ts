import type { Db } from "../../platform/db/dialect";
import type { Message } from "./message";
import { type MessageRow, toMessage } from "./messages.store";

/** Returns the next messages to a number (E.164), with ids after `after` and up to `upTo`, oldest first. */
export async function messagesToNumber(
  db: Db,
  { accountId, phone, after, upTo }: { accountId: string; phone: string; after: string; upTo: string },
  limit: number,
): Promise<Message[]> {
  const rows = await db<MessageRow>("messages")
    .where({ account_id: accountId, recipient: phone })
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .orderBy("id")
    .limit(limit)
    .select("*");
  return (rows as MessageRow[]).map(toMessage);
}
