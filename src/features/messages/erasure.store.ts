import { anyOf } from "../../platform/db/bulk";
import { type Binding, type Db, rawChanges } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

/** Selection of one person's messages: messages to the number, with this contact or without a contact. */
interface MessagesOfPerson {
  accountId: string;
  contactId: string;
  /** Number in E.164. */
  phone: string;
  /** Last message id to select among messages without a contact. */
  heldUpTo: string;
  /** Last message id to select among messages with the contact. */
  upToOfContact: string;
}

const messagesOf = (db: Db, { accountId, contactId, phone, heldUpTo, upToOfContact }: MessagesOfPerson) =>
  db("messages")
    .where({ account_id: accountId, recipient: phone })
    .whereRaw("((contact_id = ? and id <= ?) or (contact_id is null and id <= ?))", [
      contactId,
      upToOfContact,
      heldUpTo,
    ]);

/**
 * Erases the content of up to `limit` messages of a person, with ids after `after` (`eraseContent`). Returns
 * the ids in order.
 */
export async function eraseMessages(
  trx: Db,
  person: MessagesOfPerson,
  { after, reportsUntil, limit }: { after: string | null; reportsUntil: Instant; limit: number },
): Promise<string[]> {
  const query = messagesOf(trx, person);
  if (after !== null) void query.where("id", ">", after);
  const ids = (await query.orderBy("id").limit(limit).pluck("id")) as string[];
  await eraseContent(trx, person.accountId, ids, reportsUntil);
  return ids;
}

/**
 * Erases variables, follow-ups, search text and content of messages. Pending messages keep their content, and
 * so do sent messages that changed since `reportsUntil`, which may still receive a report.
 */
export async function eraseContent(
  trx: Db,
  accountId: string,
  ids: readonly string[],
  reportsUntil: Instant,
): Promise<void> {
  if (ids.length === 0) return;
  const named = anyOf(trx, "id", "uuid", ids).toSQL();
  await rawChanges(
    trx,
    `update messages set variables = null, follow_ups = null, search = recipient,
       content = case when status = 'pending' or (status = 'sent' and updated_at >= ?) then content end
     where account_id = ? and ${named.sql}`,
    [reportsUntil, accountId, ...(named.bindings as Binding[])],
  );
}

/** Returns whether a message of the person has content. Erasure keeps the content of messages in flight. */
export async function hasContentLeft(db: Db, person: MessagesOfPerson): Promise<boolean> {
  return (await messagesOf(db, person).whereNotNull("content").first("id")) !== undefined;
}
