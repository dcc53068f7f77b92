import type { Platform } from "../../platform/platform";
import type { Db } from "../../platform/db/dialect";
import { invalidState, notFound } from "../../platform/problem";
import type { Precondition } from "../../platform/precondition";
import type { Instant } from "../../platform/time";
import type { JobNotification } from "../../queue/job";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import { type Campaign, type CampaignStatus, tagOf } from "./campaign";
import { type CampaignChanges, changeCampaign, lockCampaign } from "./campaigns.store";
import { writeEffects } from "../../queue/effects";
import type { CampaignEffects } from "./campaign-effects";

type ChangeDeps = Pick<Platform, "db"> & { wakeups: Wakeups } & CampaignEffects;

const STATUS_WORDS: Readonly<Record<CampaignStatus, string>> = {
  draft: "draft",
  scheduled: "scheduled",
  running: "running",
  completed: "completed",
  error: "failed",
};

interface Change {
  /** Statuses from which the change is allowed. */
  from: readonly CampaignStatus[];
  /** Past participle for the error message "cannot be …". */
  done: string;
  precondition: Precondition;
}

export interface Locked {
  trx: Db;
  campaign: Campaign;
  /** Keys with due jobs. Workers are notified of the keys after the commit. */
  notifications: JobNotification[];
}

/**
 * Changes a campaign under its lock. Throws 404 if it does not exist, 412 if the precondition fails, and 409
 * if its status does not allow the change.
 */
export async function changing<T>(
  { db, wakeups }: ChangeDeps,
  accountId: string,
  campaignId: string,
  { from, done, precondition }: Change,
  write: (locked: Locked) => Promise<T>,
): Promise<T> {
  const notifications: JobNotification[] = [];
  const written = await db.transaction(async (trx) => {
    const campaign = await lockCampaign(trx, accountId, campaignId);
    if (campaign === null) throw notFound("The campaign");
    precondition.require(tagOf(campaign));
    requireStatus(campaign, from, done);
    return write({ trx, campaign, notifications });
  });
  notifyAll(wakeups, notifications);
  return written;
}

export async function changeStatus(
  deps: ChangeDeps,
  { trx, campaign, notifications }: Locked,
  changes: CampaignChanges & { status: CampaignStatus },
  now: Instant,
): Promise<Campaign> {
  const changed = await changeCampaign(trx, campaign, changes, now);
  if (changed.status !== campaign.status) {
    const { status: previous } = campaign;
    notifications.push(
      ...(await writeEffects(deps.campaignEffects, trx, { campaign: changed, previous, at: now })),
    );
  }
  return changed;
}

function requireStatus(campaign: Campaign, allowed: readonly CampaignStatus[], done: string): void {
  if (allowed.includes(campaign.status)) return;
  const others = allowed.map((status) => STATUS_WORDS[status]).join(" or ");
  throw invalidState(`A ${STATUS_WORDS[campaign.status]} campaign cannot be ${done}, only a ${others} one`);
}
