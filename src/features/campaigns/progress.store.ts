import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { type MessageStatus, noneOfEach, type OpenStatus } from "../../messaging/status";
import type { Instant } from "../../platform/time";
import type { Campaign, CampaignProgress } from "./campaign";

const none = (): CampaignProgress => ({ total: 0, ...noneOfEach(), waiting: 0 });

/** Returns each campaign's message counts by status. Omits follow-ups, which have another template. */
export async function progressOf(
  db: Db,
  accountId: string,
  campaigns: readonly Pick<Campaign, "id" | "templateId">[],
  now: Instant,
): Promise<Map<string, CampaignProgress>> {
  const progress = new Map(campaigns.map(({ id }) => [id, none()]));
  if (campaigns.length === 0) return progress;
  const templates = new Map(campaigns.map(({ id, templateId }) => [id, templateId]));
  const of = (table: "message_counts" | "message_totals") =>
    db(table)
      .select("campaign_id", "template_id", "status", "messages")
      .where({ account_id: accountId })
      .where(anyOf(db, "campaign_id", "uuid", [...templates.keys()]));
  // One statement reads both tables, because a concurrent roll-up moves counts between them.
  const rows = (await of("message_counts").unionAll([of("message_totals")])) as {
    campaign_id: string;
    template_id: string;
    status: MessageStatus;
    messages: number;
  }[];
  for (const { campaign_id, template_id, status, messages } of rows) {
    const counts = progress.get(campaign_id);
    if (!counts || templates.get(campaign_id) !== template_id) continue;
    counts[status] += messages;
    counts.total += messages;
  }
  const open = campaigns.filter(({ id }) => progress.get(id)?.pending);
  for (const [id, waiting] of await countWaiting(
    db,
    accountId,
    open.map(({ id }) => id),
    now,
  )) {
    const counts = progress.get(id);
    // The counts may be a moment older than the messages, so more messages may wait than count as pending.
    if (counts) counts.waiting = Math.min(counts.pending, waiting);
  }
  return progress;
}

/**
 * Returns the number of messages that wait for their `not_before`, by campaign. Campaigns without waiting
 * messages are absent.
 */
async function countWaiting(
  db: Db,
  accountId: string,
  campaignIds: readonly string[],
  now: Instant,
): Promise<Map<string, number>> {
  if (campaignIds.length === 0) return new Map();
  const rows = (await pendingOf(db, accountId, campaignIds, now)
    .groupBy("campaign_id")
    .select("campaign_id")
    .count({ total: "*" })) as { campaign_id: string; total: number }[];
  return new Map(rows.map(({ campaign_id, total }) => [campaign_id, total]));
}

/**
 * Returns a query for pending messages with a future `not_before`. Repeats the conditions of their index, so
 * that the database uses it.
 */
const pendingOf = (db: Db, accountId: string, campaignIds: readonly string[], now: Instant) =>
  db("messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "campaign_id", "uuid", campaignIds))
    .whereRaw("status = 'pending' and not_before is not null")
    .where("not_before", ">", now)
    .whereNull("parent_message_id");

/**
 * Returns a query for the campaign's messages with a status, without follow-ups. The status is a literal,
 * because SQLite uses a partial index only for literal values.
 */
const messagesOf = (db: Db, { accountId, id }: Pick<Campaign, "accountId" | "id">, status: OpenStatus) =>
  db("messages")
    .where({ account_id: accountId, campaign_id: id })
    .whereNull("parent_message_id")
    .whereRaw(`status = '${status}'`);

/** Returns the time of the last change of an arbitrary pending message; null if none is pending. */
export async function waitingSince(
  db: Db,
  campaign: Pick<Campaign, "accountId" | "id">,
): Promise<Instant | null> {
  return updatedAt(await messagesOf(db, campaign, "pending").first("updated_at"));
}

export async function hasOpenMessages(
  db: Db,
  campaign: Pick<Campaign, "accountId" | "id">,
): Promise<boolean> {
  return (
    (await waitingSince(db, campaign)) !== null ||
    (await messagesOf(db, campaign, "sent").first("id")) !== undefined
  );
}

/**
 * Picks an arbitrary message that awaits a delivery report, and returns the time of its last change; null
 * without one. Ignores messages that last changed at `since` or earlier, and messages from
 * `silentAddresses`, whose carriers send no reports.
 */
export async function awaitedSince(
  db: Db,
  campaign: Pick<Campaign, "accountId" | "id">,
  since: Instant,
  silentAddresses: readonly string[],
): Promise<Instant | null> {
  const query = messagesOf(db, campaign, "sent").andWhere("updated_at", ">", since);
  if (silentAddresses.length > 0) void query.whereNotIn("sender", silentAddresses);
  return updatedAt(await query.first("updated_at"));
}

const updatedAt = (row: unknown): Instant | null =>
  row === undefined ? null : Number((row as { updated_at: number }).updated_at);
