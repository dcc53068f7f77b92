import { containsWholeNumber, spellingTest } from "../../messaging/erased-number";
import type { Channel } from "../../messaging/channel";
import type { Db } from "../../platform/db/dialect";
import { runStatements } from "../../platform/db/statement-batch";
import { CountChanges, tagCountsStatement } from "./counts.store";
import type { MessageStatus } from "./message";
import { deleteMessageTags, storedTags, tagsIn } from "./tags.store";

/** Columns that `eraseNamingTags` needs: the tags, and the attributes by which they are counted. */
export const TAGGED_COLUMNS = ["id", "tags", "channel", "status", "price", "created_at"] as const;

export interface TaggedRow {
  id: string;
  tags: string | null;
  channel: Channel;
  status: MessageStatus;
  price: number;
  created_at: number;
}

interface NumberOfAccount {
  accountId: string;
  /** Number in E.164. */
  phone: string;
}

/**
 * Removes tags that contain any usual spelling of the number from messages that the caller has locked.
 * Deletes the counts of these tags, unless another message has the tag.
 */
export async function eraseNamingTags(
  trx: Db,
  { accountId, phone }: NumberOfAccount,
  messages: readonly TaggedRow[],
): Promise<void> {
  const spells = spellingTest(phone);
  const counts = new CountChanges();
  const removed: { tag: string; message_id: string }[] = [];
  for (const { id, tags, channel, status, price, created_at: createdAt } of messages) {
    const all = tagsIn(tags) ?? [];
    const naming = all.filter(spells);
    if (naming.length === 0) continue;
    removed.push(...naming.map((tag) => ({ tag, message_id: id })));
    // Counts by tag ignore the purpose, the template and the campaign, so these values have no effect.
    const kind = { purpose: "transactional", templateId: null, campaignId: null } as const;
    const counted = { createdAt, channel, ...kind, tags: naming };
    counts.add(counted, status, -1, -price);
    await trx("messages")
      .where({ account_id: accountId, id })
      .update({ tags: storedTags(all.filter((tag) => !naming.includes(tag))) });
  }
  await deleteMessageTags(trx, accountId, removed);
  await runStatements(trx, [tagCountsStatement(trx, [{ accountId, counts }])]);
  const tags = [...new Set(removed.map(({ tag }) => tag))];
  for (const table of COUNT_TABLES) await deleteUnusedCounts(trx, table, accountId, tags);
}

const COUNT_TABLES = ["message_tag_counts", "message_tag_totals"] as const;
type CountTable = (typeof COUNT_TABLES)[number];

/** Deletes the counts of tags that no message has. */
async function deleteUnusedCounts(
  db: Db,
  table: CountTable,
  accountId: string,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return;
  const used = db("message_tags").where({ account_id: accountId }).whereIn("tag", tags).select("tag");
  await db(table).where({ account_id: accountId }).whereIn("tag", tags).whereNotIn("tag", used).delete();
}

const TAGS_AT_ONCE = 1_000;

/**
 * Deletes the counts of tags that contain the number, in any usual spelling, unless a message still has the
 * tag. Keeps tags in which the digits may be part of another person's number.
 */
export async function deleteNamingTagCounts(db: Db, { accountId, phone }: NumberOfAccount): Promise<void> {
  for (const table of COUNT_TABLES) {
    for (let after: string | null = ""; after !== null;) {
      const tags = (await db(table)
        .where({ account_id: accountId })
        .where("tag", ">", after)
        .distinct("tag")
        .orderBy("tag")
        .limit(TAGS_AT_ONCE)
        .pluck("tag")) as string[];
      const naming = tags.filter((tag) => containsWholeNumber(tag, phone));
      await deleteUnusedCounts(db, table, accountId, naming);
      after = tags.length < TAGS_AT_ONCE ? null : (tags.at(-1) ?? null);
    }
  }
}
