import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockSharedRows, rawRows } from "../../platform/db/dialect";
import type { Query } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import type { Campaign, CampaignStatus } from "./campaign";
import { type CampaignRow, ofAccount, toCampaign } from "./campaigns.store";

/** Fields of a campaign that submission depends on. */
export type CampaignRun = Pick<Campaign, "status" | "startedAt">;

type RunRow = Pick<CampaignRow, "id" | "status" | "started_at">;

/** Returns the query for campaign runs by campaign id, or null for no ids. */
export function runsQuery(
  db: Db,
  accountId: string,
  campaignIds: readonly string[],
): Query<RunRow, ReadonlyMap<string, CampaignRun>> | null {
  if (campaignIds.length === 0) return null;
  const which = anyOf(db, "id", "uuid", campaignIds).toSQL();
  return {
    sql: `select id, status, started_at from campaigns where account_id = ? and ${which.sql}`,
    bindings: [accountId, ...(which.bindings as string[])],
    read: (rows) => new Map(rows.map((row) => [row.id, { status: row.status, startedAt: row.started_at }])),
  };
}

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

export type CampaignKey = Pick<Campaign, "accountId" | "id">;

export async function dueCampaigns(
  db: Db,
  now: Instant,
): Promise<(CampaignKey & { scheduledAt: Instant | null })[]> {
  // The status is a literal, because SQLite uses a partial index only for literal values.
  const rows = await db<CampaignRow>("campaigns")
    .whereRaw("status = 'scheduled'")
    .andWhere("scheduled_at", "<=", now)
    .orderBy(["scheduled_at", "id"])
    .select("account_id", "id", "scheduled_at");
  return rows.map((row) => ({ accountId: row.account_id, id: row.id, scheduledAt: row.scheduled_at }));
}

/** Sets a launch's number of open expansion jobs to one. The caller's transaction has locked the campaign. */
export async function beginPlan(trx: Db, { accountId, id }: CampaignKey): Promise<void> {
  await ofAccount(trx, accountId).where({ id }).update({ open_ranges: 1 });
}

/**
 * Adds `jobs` (possibly negative) to a launch's number of open expansion jobs. At zero, the run is expanded:
 * all its messages exist. Returns null if the launch is no longer running; the caller must then write
 * nothing.
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
     where account_id = ? and id = ? and status = 'running' and launches = ?
     returning expanded`,
    [jobs, jobs, accountId, id, launch],
  );
  return row ? { expanded: Boolean(row.expanded) } : null;
}

/** Completes a settled run; returns null if another process has stopped or completed the run. */
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
