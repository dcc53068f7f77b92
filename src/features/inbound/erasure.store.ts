import type { Db } from "../../platform/db/dialect";
import { erasePreviews } from "../conversations/conversations.store";
import { deleteInboundFiles } from "./inbound-files.store";

export interface InboundOfPerson {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  upTo: string;
  /** Selects only the messages of this contact, and items without a contact. Absent: selects all items. */
  contactId?: string;
  /** Upper bound for items without a contact, in addition to `upTo`. */
  heldUpTo?: string;
}

/**
 * Returns the query for a person's rows in the table. RCS events have no contact, so `heldUpTo` bounds all of
 * them.
 */
function sentBy(
  db: Db,
  table: string,
  { accountId, phone, upTo, heldUpTo = upTo, contactId }: InboundOfPerson,
) {
  const query = db(table).where({ account_id: accountId, sender: phone }).where("id", "<=", upTo);
  return contactId !== undefined && table === "inbound_messages"
    ? query.whereRaw("(contact_id = ? or (contact_id is null and id <= ?))", [contactId, heldUpTo])
    : query.where("id", "<=", heldUpTo);
}

export async function inboundFilesOf(db: Db, person: InboundOfPerson, limit: number): Promise<string[]> {
  return sentBy(db, "inbound_messages", person)
    .whereNotNull("file_id")
    .orderBy("id")
    .limit(limit)
    .pluck("file_id") as Promise<string[]>;
}

export const deleteFilesOf = (trx: Db, person: InboundOfPerson, fileIds: readonly string[]): Promise<void> =>
  deleteInboundFiles(trx, person.accountId, fileIds, sentBy(trx, "inbound_messages", person));

/** Columns of the content by table, without the file, whose bytes are deleted first. */
export const CONTENT = {
  inbound_messages: ["text", "search", "location", "postback_data"],
  inbound_rcs_events: ["action_label", "search", "postback_data"],
} as const;

export const erased = (table: keyof typeof CONTENT): Record<string, null> =>
  Object.fromEntries(CONTENT[table].map((column) => [column, null]));

/**
 * Erases the content of a person's inbound messages and RCS events, and the previews of conversations. Keeps
 * the other columns, such as `sender`, `received_at` and `paired_message_id`.
 */
export async function eraseInbound(db: Db, person: InboundOfPerson): Promise<void> {
  for (const table of ["inbound_messages", "inbound_rcs_events"] as const) {
    await sentBy(db, table, person).update(erased(table));
  }
  const { accountId, phone, upTo } = person;
  await erasePreviews(db, {
    accountId,
    phone,
    upTo,
    of: sentBy(db, "inbound_messages", person).select("id"),
  });
}
