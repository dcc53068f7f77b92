import { anyOf, type Statement, takeChunk } from "../../platform/db/bulk";
import { type Binding, type Db, rawRows } from "../../platform/db/dialect";
import type { IdRange } from "../../platform/db/id-ranges";
import { ROLLBACK_ALLOWANCE_MS } from "../../platform/ids";
import { HOUR, type Instant } from "../../platform/time";
import { addPurged, type PurgedMessage } from "./counts.store";
import { eraseContent } from "./erasure.store";
import { deleteMessageTags, tagsIn } from "./tags.store";
import { deleteReferencesOf } from "./references.store";

export interface MessageRetention {
  accountId: string;
  /** Earliest last change of a sent message that may still receive a delivery report. */
  reportsUntil: Instant;
  /** Campaigns that may still send. Their messages stay, so that no contact receives a second message. */
  openCampaigns: readonly string[];
}

type Settled = Pick<MessageRetention, "reportsUntil">;

/** Returns the condition that no component changes the message any more, and no active follow-up needs it. */
const settled = ({ reportsUntil }: Settled): Statement => ({
  sql: `(status in ('read', 'blocked', 'error', 'failed', 'canceled') or (status <> 'pending' and updated_at < ?))
    and not exists (select 1 from follow_ups f where f.account_id = messages.account_id
      and f.message_id = messages.id and f.ended_at is null)`,
  bindings: [reportsUntil],
});

function deletable(db: Db, retention: MessageRetention): Statement {
  const { sql, bindings } = settled(retention);
  const open = anyOf(db, "campaign_id", "uuid", retention.openCampaigns).toSQL();
  return {
    sql: `${sql} and (campaign_id is null or not (${open.sql}))`,
    bindings: [...bindings, ...(open.bindings as Binding[])],
  };
}

function erasable(retention: Settled): Statement {
  const { sql, bindings } = settled(retention);
  return { sql: `content is not null and ${sql}`, bindings };
}

type Purged = PurgedMessage & { id: string };

const PURGED_COLUMNS = [
  "id",
  "channel",
  "purpose",
  "status",
  "template_id",
  "campaign_id",
  "price",
  "created_at",
  "tags",
] as (keyof Purged)[];

/** Deletes up to `limit` settled, unlocked messages of the range. Usage stays. Returns their number. */
export async function purgeMessages(
  trx: Db,
  retention: MessageRetention,
  { accountId, after, upTo }: IdRange,
  limit: number,
): Promise<number> {
  const { sql, bindings } = deletable(trx, retention);
  const purged = await takeChunk<Purged>(
    trx,
    {
      table: "messages",
      key: ["account_id", "id"],
      where: `account_id = ? and id > ? and id <= ? and ${sql}`,
      bindings: [accountId, after, upTo, ...bindings],
      order: "id",
      limit,
    },
    PURGED_COLUMNS,
  );
  if (purged.length === 0) return 0;
  await deleteReferencesOf(
    trx,
    accountId,
    purged.map(({ id }) => id),
  );
  const tags = purged.flatMap(({ id, tags }) => (tagsIn(tags) ?? []).map((tag) => ({ tag, message_id: id })));
  await deleteMessageTags(trx, accountId, tags);
  await addPurged(trx, accountId, purged);
  return purged.length;
}

/** Returns an instant after the creation of all deleted messages of the account; null if there is none. */
export async function deletedMessagesUntil(db: Db, accountId: string): Promise<Instant | null> {
  const newest = (await db("message_hours")
    .where({ account_id: accountId })
    .where("purged", ">", 0)
    .orderBy("hour", "desc")
    .first("hour")) as { hour: number } | undefined;
  return newest === undefined ? null : (newest.hour + 1) * HOUR + ROLLBACK_ALLOWANCE_MS;
}

/**
 * Erases the content of the range's settled messages. Returns the number of messages, and whether a message
 * of the range still has content.
 */
export async function eraseOldContent(
  trx: Db,
  retention: Settled,
  { accountId, after, upTo }: IdRange,
): Promise<{ erased: number; isLeft: boolean }> {
  const range = () =>
    trx("messages").where({ account_id: accountId }).where("id", ">", after).where("id", "<=", upTo);
  const { sql, bindings } = erasable(retention);
  const ids = (await range().whereRaw(sql, bindings).orderBy("id").pluck("id")) as string[];
  await eraseContent(trx, accountId, ids, retention.reportsUntil);
  const left: unknown = await range().whereNotNull("content").first("id");
  return { erased: ids.length, isLeft: left !== undefined };
}

/** Exclusive bounds of the message ids; null to delete or to erase nothing. */
interface MessageBounds {
  deleteBefore: string | null;
  erase: { after: string; before: string } | null;
}

/** Returns how many messages `purgeMessages` deletes, and how many `eraseOldContent` then erases. */
export async function countOldMessages(
  db: Db,
  retention: MessageRetention,
  { deleteBefore, erase }: MessageBounds,
): Promise<{ messages: number; contents: number }> {
  const deleted = deletable(db, retention);
  const isDeleted: Statement =
    deleteBefore === null
      ? { sql: "1 = 0", bindings: [] }
      : { sql: `id < ? and ${deleted.sql}`, bindings: [deleteBefore, ...deleted.bindings] };
  const erased = erasable(retention);
  const isErased: Statement =
    erase === null
      ? { sql: "1 = 0", bindings: [] }
      : {
          sql: `id > ? and id < ? and ${erased.sql} and not (${isDeleted.sql})`,
          bindings: [erase.after, erase.before, ...erased.bindings, ...isDeleted.bindings],
        };
  const count = async ({ sql, bindings }: Statement) => {
    const [row] = await rawRows<{ total: number }>(
      db,
      `select count(*) as total from messages where account_id = ? and ${sql}`,
      [retention.accountId, ...bindings],
    );
    return row?.total ?? 0;
  };
  return { messages: await count(isDeleted), contents: await count(isErased) };
}
