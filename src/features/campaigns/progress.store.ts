import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { type MessageStatus, noneOfEach } from "../../messaging/status";
import type { Instant } from "../../platform/time";
import type { Campaign, CampaignProgress } from "./campaign";

const none = (): CampaignProgress => ({ total: 0, ...noneOfEach() });

/**
 * How many messages of each campaign have which status, from the roll-up. Messages of other templates that carry the
 * campaign's id are follow-ups, which are no part of it.
 */
export async function progressOf(
  db: Db,
  accountId: string,
  campaigns: readonly Pick<Campaign, "id" | "templateId">[],
): Promise<Map<string, CampaignProgress>> {
  const progress = new Map(campaigns.map(({ id }) => [id, none()]));
  if (campaigns.length === 0) return progress;
  const templates = new Map(campaigns.map(({ id, templateId }) => [id, templateId]));
  const of = (table: "message_counts" | "message_totals") =>
    db(table)
      .select("campaign_id", "template_id", "status", "messages")
      .where({ account_id: accountId })
      .where(anyOf(db, "campaign_id", "uuid", [...templates.keys()]));
  // One statement: a fold in between moves counts from the one table to the other.
  const rows = (await of("message_counts").unionAll([of("message_totals")])) as {
    campaign_id: string;
    template_id: string;
    status: MessageStatus;
    messages: number;
  }[];
  for (const { campaign_id, template_id, status, messages } of rows) {
    const counts = progress.get(campaign_id);
    if (!counts || templates.get(campaign_id) !== template_id) continue;
    counts[status] += Number(messages);
    counts.total += Number(messages);
  }
  return progress;
}

/** The status stands in the statement, since SQLite takes a partial index only for values that it can see. */
const messagesOf = (
  db: Db,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
  status: "pending" | "sent",
) =>
  db("messages")
    .where({ account_id: accountId, campaign_id: id })
    .whereNull("parent_message_id")
    .whereRaw(`status = '${status}'`);

/** Since when a message of the campaign waits to be submitted: any of them; null where none does. */
export async function waitingSince(
  db: Db,
  campaign: Pick<Campaign, "accountId" | "id">,
): Promise<Instant | null> {
  return updatedAt(await messagesOf(db, campaign, "pending").first("updated_at"));
}

/** Whether messages of the campaign have yet to be submitted or, at any time, reported on. */
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
 * When a message of the campaign was submitted that may still be reported on: any of those submitted after `since`,
 * from an address whose carrier reports; null where there is none.
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
