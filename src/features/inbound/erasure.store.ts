import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { erasePreviews } from "../conversations/conversations.store";

/** Key of the inbound items from a person's number, up to an id. */
export interface InboundOfPerson {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  upTo: string;
}

const sentBy = (db: Db, table: string, { accountId, phone, upTo }: InboundOfPerson) =>
  db(table).where({ account_id: accountId, sender: phone }).where("id", "<=", upTo);

export async function inboundFilesOf(db: Db, person: InboundOfPerson, limit: number): Promise<string[]> {
  return sentBy(db, "inbound_messages", person)
    .whereNotNull("file_id")
    .orderBy("id")
    .limit(limit)
    .pluck("file_id") as Promise<string[]>;
}

/** Deletes the rows of files, and the references to them, after their bytes were removed. */
export async function deleteInboundFiles(
  trx: Db,
  person: InboundOfPerson,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const { accountId } = person;
  await trx("inbound_files")
    .where({ account_id: accountId })
    .where(anyOf(trx, "id", "uuid", fileIds))
    .delete();
  await sentBy(trx, "inbound_messages", person)
    .where(anyOf(trx, "file_id", "uuid", fileIds))
    .update({ file_id: null });
}

/** Columns of the content by table, without the file, whose bytes are deleted first. */
export const CONTENT = {
  inbound_messages: ["text", "search", "location", "postback_data"],
  inbound_rcs_events: ["action_label", "search", "postback_data"],
} as const;

/** Returns the values that erase a table's content. */
export const erased = (table: keyof typeof CONTENT): Record<string, null> =>
  Object.fromEntries(CONTENT[table].map((column) => [column, null]));

/**
 * Erases the content of inbound messages and events, and the previews of conversations. Times and paired
 * messages stay.
 */
export async function eraseInbound(db: Db, person: InboundOfPerson): Promise<void> {
  for (const table of ["inbound_messages", "inbound_rcs_events"] as const) {
    await sentBy(db, table, person).update(erased(table));
  }
  await erasePreviews(db, person);
}
