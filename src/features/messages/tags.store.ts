import { type Columns, insertStatement, rowsFrom, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";

/** A message's tags in the order of the request; null if it has none. */
export type Tags = readonly string[] | null;

/** Returns the tags as stored; null without tags, so that an untagged message has no additional cost. */
export const storedTags = (tags: readonly string[] | null | undefined): string | null =>
  tags && tags.length > 0 ? JSON.stringify(tags) : null;

export const tagsIn = (stored: string | null): Tags =>
  stored === null ? null : (JSON.parse(stored) as readonly string[]);

/** Returns the JSON of a tag, to find it in stored tags. Tags have no character that JSON escapes. */
export const storedTag = (tag: string): string => JSON.stringify(tag);

const COLUMNS: Columns = { account_id: "uuid", tag: "text", message_id: "uuid" };

interface TaggedMessages {
  accountId: string;
  tags: Tags;
  ids: readonly string[];
}

export const messageTagsStatement = (db: Db, tagged: readonly TaggedMessages[]): Statement | null =>
  insertStatement(db, "message_tags", COLUMNS, tagged.flatMap(rowsOf));

const rowsOf = ({ accountId, tags, ids }: TaggedMessages) =>
  (tags ?? []).flatMap((tag) => ids.map((id) => ({ account_id: accountId, tag, message_id: id })));

export async function deleteMessageTags(
  trx: Db,
  accountId: string,
  rows: readonly { tag: string; message_id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const own = rowsFrom(trx, "own", { tag: "text", message_id: "uuid" }, rows);
  await trx.raw(
    `delete from message_tags where account_id = ?
       and (tag, message_id) in (select tag, message_id from ${own.sql})`,
    [accountId, ...own.bindings],
  );
}
