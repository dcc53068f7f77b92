import { anyOf } from "../../platform/db/bulk";
import { type Db, rawRows, typedBind } from "../../platform/db/dialect";

/** Kind of response to a campaign, and name of its column in the counts. */
export type ResponseKind = "replied" | "opted_out";

export type ResponseCounts = Readonly<Record<ResponseKind, number>>;

interface CampaignResponse {
  accountId: string;
  campaignId: string;
  /**
   * Id of the contact to which the campaign sent its message, else of the number's contact, else of the
   * message.
   */
  respondent: string;
}

const NONE: ResponseCounts = { replied: 0, opted_out: 0 };

/**
 * Counts a response in the transaction that stores its inbound record. Changes nothing if the response is
 * already counted or the campaign is deleted. Call it late in the transaction, because all responses to a
 * campaign lock one row until the commit.
 */
export async function countResponse(
  trx: Db,
  { accountId, campaignId, respondent }: CampaignResponse,
  kinds: readonly ResponseKind[],
): Promise<void> {
  const counts = { ...NONE };
  for (const kind of kinds) {
    const added = await rawRows(
      trx,
      `insert into campaign_responses (account_id, campaign_id, kind, respondent)
       select account_id, id, ${typedBind(trx, "text")}, ${typedBind(trx, "uuid")} from campaigns
         where account_id = ? and id = ?
       on conflict do nothing returning respondent`,
      [kind, respondent, accountId, campaignId],
    );
    counts[kind] += added.length;
  }
  if (counts.replied + counts.opted_out > 0) await addCounts(trx, accountId, campaignId, counts);
}

async function addCounts(
  trx: Db,
  accountId: string,
  campaignId: string,
  { replied, opted_out }: ResponseCounts,
): Promise<void> {
  const table = "campaign_response_counts";
  await trx(table)
    .insert({ account_id: accountId, campaign_id: campaignId, replied, opted_out })
    .onConflict(["account_id", "campaign_id"])
    .merge({
      replied: trx.raw(`${table}.replied + excluded.replied`),
      opted_out: trx.raw(`${table}.opted_out + excluded.opted_out`),
    });
}

type CountsRow = { campaign_id: string } & Record<ResponseKind, number>;

export async function responseCounts(
  db: Db,
  accountId: string,
  campaignIds: readonly string[],
): Promise<(campaignId: string) => ResponseCounts> {
  if (campaignIds.length === 0) return () => NONE;
  const rows = (await db("campaign_response_counts")
    .where({ account_id: accountId })
    .where(anyOf(db, "campaign_id", "uuid", campaignIds))
    .select("campaign_id", "replied", "opted_out")) as CountsRow[];
  const byId = new Map(
    rows.map((row) => [row.campaign_id, { replied: row.replied, opted_out: row.opted_out }]),
  );
  return (campaignId) => byId.get(campaignId) ?? NONE;
}

export async function deleteResponses(trx: Db, accountId: string, campaignId: string): Promise<void> {
  for (const table of ["campaign_responses", "campaign_response_counts"]) {
    await trx(table).where({ account_id: accountId, campaign_id: campaignId }).delete();
  }
}

export interface ResponseCountDifference {
  campaignId: string;
  kept: ResponseCounts;
  actual: ResponseCounts;
}

/**
 * SQL of the counted responses; binds the account id. A message as respondent is replaced by its contact,
 * because older builds counted the message while the contact was deleted.
 */
const COUNTED = `select r.account_id, r.campaign_id, r.kind, coalesce(m.contact_id, r.respondent) as respondent
   from campaign_responses r left join messages m on m.account_id = r.account_id and m.id = r.respondent
   where r.account_id = ?`;

/** SQL of the replies among the inbound messages with a known respondent; binds the account id. */
const REPLIES = `select c.account_id, c.id as campaign_id, 'replied' as kind,
       coalesce(m.contact_id, i.contact_id, m.id) as respondent
   from campaigns c join inbound_messages i on i.account_id = c.account_id and i.campaign_id = c.id
   left join messages m on m.account_id = i.account_id and m.id = i.paired_message_id
   where c.account_id = ? and coalesce(m.contact_id, i.contact_id, m.id) is not null`;

const countOf = (kind: ResponseKind) => `sum(case when kind = '${kind}' then 1 else 0 end)`;

type DifferenceRow = { campaign_id: string } & Record<`${"kept" | "actual"}_${ResponseKind}`, number>;

/**
 * Returns the stored counts that differ from the counted responses and the inbound messages. A response stays
 * counted after its inbound message is deleted. One statement reads one snapshot.
 */
export async function responseCountDifferences(
  db: Db,
  accountId: string,
): Promise<ResponseCountDifference[]> {
  const rows = await rawRows<DifferenceRow>(
    db,
    `select campaign_id, sum(kept_replied) as kept_replied, sum(kept_opted_out) as kept_opted_out,
            sum(replied) as actual_replied, sum(opted_out) as actual_opted_out
       from (select campaign_id, replied as kept_replied, opted_out as kept_opted_out, 0 as replied, 0 as opted_out
               from campaign_response_counts where account_id = ?
             union all select campaign_id, 0, 0, ${countOf("replied")}, ${countOf("opted_out")}
               from (${COUNTED} union ${REPLIES}) as responses group by campaign_id) as sides
       group by campaign_id
       having sum(kept_replied) <> sum(replied) or sum(kept_opted_out) <> sum(opted_out)
       order by campaign_id`,
    [accountId, accountId, accountId],
  );
  return rows.map((row) => ({
    campaignId: row.campaign_id,
    kept: { replied: row.kept_replied, opted_out: row.kept_opted_out },
    actual: { replied: row.actual_replied, opted_out: row.actual_opted_out },
  }));
}

/**
 * Counts the missing replies, and corrects the stored counts by their differences. A difference stays valid
 * while new replies are counted. Two repairs must not run concurrently.
 */
export async function repairResponseCounts(trx: Db, accountId: string): Promise<void> {
  await trx.raw(
    `insert into campaign_responses (account_id, campaign_id, kind, respondent)
     select account_id, campaign_id, kind, respondent from (${COUNTED} union ${REPLIES}) as responses where true
     on conflict do nothing`,
    [accountId, accountId],
  );
  await trx("campaign_responses as r")
    .where({ account_id: accountId })
    .whereExists(
      trx("messages as m")
        .whereRaw("m.account_id = r.account_id and m.id = r.respondent")
        .whereNotNull("m.contact_id"),
    )
    .delete();
  for (const { campaignId, kept, actual } of await responseCountDifferences(trx, accountId)) {
    await addCounts(trx, accountId, campaignId, {
      replied: actual.replied - kept.replied,
      opted_out: actual.opted_out - kept.opted_out,
    });
  }
}
