import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockSharedRows, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Campaign, CampaignStatus } from "./campaign";
import { type CampaignRow, ofAccount, toCampaign } from "./campaigns.store";

/** What submissions go by. */
export type CampaignRun = Pick<Campaign, "status" | "startedAt">;

/** The account's campaigns with these ids, by id; those that were deleted are left out. */
export async function runsById(
  db: Db,
  accountId: string,
  campaignIds: readonly string[],
): Promise<Map<string, CampaignRun>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await ofAccount(db, accountId)
    .where(anyOf(db, "id", "uuid", campaignIds))
    .select("id", "status", "started_at");
  return new Map(rows.map((row) => [row.id, { status: row.status, startedAt: row.started_at }]));
}

/** The campaign's status, which nobody changes before the transaction ends; null when it was deleted. */
export async function lockSharedCampaignStatus(
  trx: Db,
  accountId: string,
  campaignId: string,
): Promise<CampaignStatus | null> {
  await beginWrite(trx);
  const row = await lockSharedRows(
    trx,
    ofAccount(trx, accountId).where({ id: campaignId }).select("status").first(),
  );
  return row?.status ?? null;
}

// Statuses stand in these statements, since SQLite takes a partial index only for values that it can see.

export type CampaignKey = Pick<Campaign, "accountId" | "id">;

/** Scheduled campaigns whose instant has come, the longest due first. */
export async function dueCampaigns(db: Db, now: Instant): Promise<CampaignKey[]> {
  const rows = await db<CampaignRow>("campaigns")
    .whereRaw("status = 'scheduled'")
    .andWhere("scheduled_at", "<=", now)
    .orderBy(["scheduled_at", "id"])
    .select("account_id", "id");
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

/** Running campaigns that have no expansion jobs for their launch, by id. */
export async function runsToPlan(db: Db): Promise<CampaignKey[]> {
  const rows = await db<CampaignRow>("campaigns")
    .whereRaw("status = 'running'")
    .whereRaw("coalesce(planned_launch, -1) <> launches")
    .orderBy("id")
    .select("account_id", "id");
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

/** Notes that there is one expansion job for the launch, in the transaction that has the campaign locked. */
export async function beginPlan(trx: Db, { accountId, id, launches }: CampaignKey & { launches: number }) {
  await ofAccount(trx, accountId).where({ id }).update({ planned_launch: launches, open_ranges: 1 });
}

/**
 * Adds so many to the expansion jobs of a launch, or takes away, in the transaction that queues or settles them; with the
 * last of them the run is expanded. Null, and nothing is to be written, when that launch does not run any more.
 */
export async function advanceRun(
  trx: Db,
  { accountId, id }: CampaignKey,
  launch: number,
  jobs: number,
): Promise<{ expanded: boolean } | null> {
  const [row] = await rawRows<Pick<CampaignRow, "expanded">>(
    trx,
    `update campaigns set open_ranges = open_ranges + ?, expanded = (open_ranges + ? = 0)
     where account_id = ? and id = ? and status = 'running' and launches = ? and planned_launch = ?
     returning expanded`,
    [jobs, jobs, accountId, id, launch, launch],
  );
  return row ? { expanded: Boolean(row.expanded) } : null;
}

/** Ends a run whose messages are all settled; null when it was stopped or ended meanwhile. */
export async function completeCampaign(
  db: Db,
  { accountId, id, launches }: Pick<Campaign, "accountId" | "id" | "launches">,
  now: Instant,
): Promise<Campaign | null> {
  const [row] = await ofAccount(db, accountId)
    .where({ id, status: "running", expanded: true, launches })
    .update({ status: "completed", completed_at: now, updated_at: now })
    .returning("*");
  return row ? toCampaign(row) : null;
}
