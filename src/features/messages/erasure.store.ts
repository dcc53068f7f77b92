import { anyOf } from "../../platform/db/bulk";
import { type Db, rawChanges } from "../../platform/db/dialect";
import { firstIdAt } from "../../platform/ids";
import type { Instant } from "../../platform/time";

/** The messages of one person: those to a number, as far as they were for the contact or for none. */
export interface MessagesOfPerson {
  accountId: string;
  contactId: string;
  /** E.164 */
  phone: string;
  /** The last message without a contact, and the last one with it. */
  upTo: string;
  upToOfContact: string;
}

const messagesOf = (db: Db, { accountId, contactId, phone, upTo, upToOfContact }: MessagesOfPerson) =>
  db("messages")
    .where({ account_id: accountId, recipient: phone })
    .whereRaw("((contact_id = ? and id <= ?) or (contact_id is null and id <= ?))", [
      contactId,
      upToOfContact,
      upTo,
    ]);

/**
 * Takes the words from the next messages of a person behind `after`, in the order of their ids, and answers which they
 * were: values kept for follow-ups with the follow-ups themselves, what a search finds, and the content, unless the
 * message is still on its way. One that was sent before `reportsUntil` has its report by now or never gets it.
 */
export async function eraseMessages(
  trx: Db,
  person: MessagesOfPerson,
  { after, reportsUntil, limit }: { after: string | null; reportsUntil: Instant; limit: number },
): Promise<string[]> {
  const query = messagesOf(trx, person);
  if (after !== null) void query.where("id", ">", after);
  const ids = (await query.orderBy("id").limit(limit).pluck("id")) as string[];
  if (ids.length === 0) return ids;
  const named = anyOf(trx, "id", "uuid", ids).toSQL();
  await rawChanges(
    trx,
    `update messages set variables = null, follow_ups = null, search = recipient,
       content = case when status = 'pending' or (status = 'sent' and id >= ?) then content end
     where account_id = ? and ${named.sql}`,
    [firstIdAt(reportsUntil), person.accountId, ...named.bindings],
  );
  return ids;
}

/** Whether a message of the person has content yet: it was on its way. */
export async function hasContentLeft(db: Db, person: MessagesOfPerson): Promise<boolean> {
  return (await messagesOf(db, person).whereNotNull("content").first("id")) !== undefined;
}
